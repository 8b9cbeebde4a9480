// SPDX-License-Identifier: MIT
// node page_test.mjs REPORT_SAMPLE: the report's page in a real browser.
//
// REPORT_SAMPLE (write_sample.cpp) leaves pages and the results.json of the same results; they must draw every
// plot, show those very numbers, ask nothing of the network and work by keyboard, in the dark, on a narrow screen
// and on paper. Without a Chromium it ends with 77, which CTest takes as skipped.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Browser, findBrowser } from './browser.mjs';
import { diagramChecks } from './diagram_checks.mjs';
import { experimentChecks } from './experiment_checks.mjs';

const executable = findBrowser();
if (!executable) {
  console.log('Skipped: no chromium or google-chrome on the path; `apt-get install chromium` brings one.');
  process.exit(77);
}
const folder = mkdtempSync(join(tmpdir(), 'escapement-report-'));
execFileSync(process.argv[2], [folder], { stdio: 'ignore' });
const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));
const url = pathToFileURL(join(folder, 'report.html')).href;
const browser = new Browser(executable);
const DRAWN = "document.documentElement.dataset.plots === 'drawn'";

const checks = {
  async 'every plot is drawn'(page) {
    const wanted = { histogram: 0, timeline: 0, replications: 0 };
    for (const { kind, histogram, series, replicationAverages } of results.statistics) {
      if (histogram?.counts.some((count) => count > 0)) ++wanted.histogram;
      if (series) ++wanted.timeline;
      if (kind !== 'frequency' && replicationAverages?.some((value) => value !== null)) ++wanted.replications;
    }
    assert.ok(
      wanted.histogram > 5 && wanted.timeline > 5 && wanted.replications > 20,
      'the sample has plots of all kinds',
    );
    for (const [kind, count] of Object.entries(wanted)) {
      const shapes = await page.evaluate(
        `[...document.querySelectorAll('.plot.${kind}')].map((plot) => plot.querySelectorAll('svg path, svg circle, svg polygon').length)`,
      );
      assert.equal(shapes.length, count, `plots of kind ${kind}`);
      assert.ok(
        shapes.every((n) => n > 3),
        `a plot of kind ${kind} is empty: ${shapes}`,
      );
    }
  },

  async 'a histogram has a bar for each bin and a strip a dot for each replication'(page) {
    for (const [i, { name, histogram, replicationAverages }] of results.statistics.entries()) {
      if (histogram && histogram.counts.length <= 48) {
        const bars = await page.evaluate(
          `document.querySelectorAll('#plots-${i} .histogram svg path[fill="var(--accent)"]').length`,
        );
        assert.equal(bars, histogram.counts.length, name);
      }
      const averages = replicationAverages?.filter((value) => value !== null) ?? [];
      if (averages.length > 1) {
        const dots = await page.evaluate(
          `document.querySelectorAll('#plots-${i} .replications svg [fill="var(--accent)"]').length`,
        );
        assert.equal(dots, averages.length, name);
      }
    }
  },

  async 'the tables hold the numbers of results.json'(page) {
    const rows = await page.evaluate(`[...document.querySelectorAll('tr[data-name]')].map((row) => ({
      name: row.dataset.name,
      cells: [...row.querySelectorAll('td[data-key]')].map((cell) => [cell.dataset.key, cell.dataset.value ?? null, cell.textContent]),
    }))`);
    assert.deepEqual(new Set(rows.map((row) => row.name)), new Set(results.statistics.map((s) => s.name)));
    let compared = 0;
    for (const statistic of results.statistics.filter((s) => s.kind !== 'frequency')) {
      const { cells } = rows.find((row) => row.name === statistic.name);
      for (const [key, value, text] of cells) {
        assert.equal(value === null ? null : Number(value), statistic[key], `${statistic.name} ${key}`);
        if (value !== null) {
          const shown = Number(text.replace('± ', ''));
          assert.ok(
            Math.abs(shown - value) <= 0.006 * Math.abs(value),
            `${statistic.name} ${key}: ${text} for ${value}`,
          );
        } else {
          assert.equal(text, (key === 'halfWidth' && statistic.halfWidthReason) || '–');
        }
        ++compared;
      }
    }
    assert.ok(compared > 150, `${compared} numbers compared`);
    for (const { name, categories } of results.statistics.filter((s) => s.kind === 'frequency')) {
      const own = rows.filter((row) => row.name === name);
      assert.equal(own.length, categories.length);
      own.forEach(({ cells }, i) => {
        for (const [key, value] of cells)
          assert.equal(value === null ? null : Number(value), categories[i][key], `${name} ${key}`);
      });
    }
  },

  async 'the summary repeats the averages'(page) {
    const tiles = await page.evaluate(
      "[...document.querySelectorAll('.summary [data-name]')].map((e) => [e.dataset.name, Number(e.dataset.value)])",
    );
    assert.ok(tiles.length >= 6);
    for (const [name, value] of tiles)
      assert.equal(value, results.statistics.find((s) => s.name === name).average, name);
  },

  async 'headings, labels and names are there for those who do not see the page'(page) {
    assert.equal(await page.evaluate('document.title'), results.model);
    assert.equal(await page.evaluate('document.documentElement.lang'), 'en');
    assert.equal(await page.evaluate("document.querySelectorAll('h1').length"), 1);
    assert.ok(
      await page.evaluate(
        "[...document.querySelectorAll('.plot')].every((p) => p.role === 'img' && p.ariaLabel.length > 20)",
      ),
    );
    assert.ok(
      await page.evaluate(
        "[...document.querySelectorAll('table')].every((t) => t.caption && t.tHead && t.querySelector('th[scope=row]'))",
      ),
    );
    assert.ok(
      await page.evaluate(
        "[...document.querySelectorAll('nav a, table a')].every((a) => document.querySelector(a.getAttribute('href')))",
      ),
    );
  },

  async 'the filter is reached by its key and hides the rest'(page) {
    for (const type of ['keyDown', 'keyUp'])
      await page.send('Input.dispatchKeyEvent', {
        type,
        key: '/',
        text: type === 'keyDown' ? '/' : undefined,
      });
    assert.equal(await page.evaluate('document.activeElement.id'), 'filter');
    await page.send('Input.insertText', { text: 'milling wait' });
    const shown = () =>
      page.evaluate(
        "[...document.querySelectorAll('tr[data-name]')].filter((r) => r.checkVisibility()).map((r) => r.dataset.name)",
      );
    assert.deepEqual(await shown(), ['Milling.Queue.WaitingTime']);
    assert.equal(
      await page.evaluate(
        "[...document.querySelectorAll('figure')].filter((f) => f.checkVisibility()).length",
      ),
      1,
    );
    assert.equal(await page.evaluate("document.getElementById('found').textContent"), '1 shown');
    await page.evaluate(
      "(() => { const f = document.getElementById('filter'); f.value = 'nothing'; f.dispatchEvent(new Event('input')); })()",
    );
    assert.deepEqual(await shown(), []);
    assert.equal(
      await page.evaluate("document.getElementById('found').textContent"),
      'No statistic has this name.',
    );
    await page.evaluate(
      "(() => { const f = document.getElementById('filter'); f.value = ''; f.dispatchEvent(new Event('input')); })()",
    );
    assert.ok((await shown()).length >= results.statistics.length);
  },

  ...diagramChecks(results),

  async 'nothing is asked of the network and nothing is complained of'(page) {
    const asked = page.events('Network.requestWillBeSent').map((event) => event.params.request.url);
    assert.deepEqual(
      asked.filter((address) => address !== url && !/^(data|blob):/.test(address)),
      [],
    );
    assert.deepEqual(
      page.events('Runtime.exceptionThrown').map((event) => event.params.exceptionDetails.text),
      [],
    );
    assert.deepEqual(
      page.events('Log.entryAdded').map((event) => event.params.entry.text),
      [],
    );
  },

  async 'it prints on paper, light even from a dark screen'() {
    const dark = await browser.open(url, { dark: true });
    await dark.until(DRAWN);
    const ground = () =>
      dark.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ink').trim()");
    const onScreen = await ground();
    await dark.send('Emulation.setEmulatedMedia', { media: 'print' });
    assert.notEqual(await ground(), onScreen);
    await dark.send('Emulation.setEmulatedMedia', { media: '' });
    const pdf = await dark.pdf();
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  },

  async 'a narrow screen scrolls tables, not the page'() {
    const narrow = await browser.open(url, { width: 360, height: 740 });
    await narrow.until(DRAWN);
    assert.ok((await narrow.evaluate('document.documentElement.scrollWidth')) <= 360);
    assert.ok(
      await narrow.evaluate(
        "[...document.querySelectorAll('.plot svg')].every((svg) => svg.getBoundingClientRect().right <= 360)",
      ),
    );
  },
};

Object.assign(checks, experimentChecks(browser, folder));

let failed = 0;
try {
  const page = await browser.open(url);
  await page.until(DRAWN);
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check(page);
      console.log(`ok      ${name}`);
    } catch (error) {
      ++failed;
      console.log(`FAILED  ${name}\n${error.stack}`);
    }
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${Object.keys(checks).length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
