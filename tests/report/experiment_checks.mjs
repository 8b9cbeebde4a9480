// SPDX-License-Identifier: MIT
// The pages of an experiment and of a fit, and that of a run without results.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { laidOut } from './diagram_checks.mjs';

const DRAWN = "document.documentElement.dataset.plots === 'drawn'";

async function opened(browser, path, options) {
  const page = await browser.open(pathToFileURL(path).href, options);
  await page.until(DRAWN);
  return page;
}

const quiet = (page) =>
  assert.deepEqual(
    [
      ...page.events('Runtime.exceptionThrown').map((event) => event.params.exceptionDetails.text),
      ...page.events('Log.entryAdded').map((event) => event.params.entry.text),
    ],
    [],
  );

const cells = (page, section) =>
  page.evaluate(`[...document.querySelectorAll('${section} tr[data-scenario], ${section} tr[data-name]')].map((row) => ({
    name: row.dataset.scenario ?? row.dataset.name,
    cells: [...row.querySelectorAll('td[data-key]')].map((cell) => [cell.dataset.key, cell.dataset.value ?? null]),
  }))`);

const shapes = (page, kind) =>
  page.evaluate(
    `[...document.querySelectorAll('.plot.${kind}')].map((plot) => plot.querySelectorAll('svg path, svg circle').length)`,
  );

function compare(rows, wanted) {
  assert.deepEqual(
    rows.map(({ name }) => name),
    wanted.map((one) => one.scenario ?? one.expression),
  );
  rows.forEach(({ cells: found }, i) => {
    assert.ok(found.length >= 1);
    for (const [key, value] of found)
      assert.equal(value === null ? null : Number(value), wanted[i][key] ?? null, `${rows[i].name} ${key}`);
  });
}

export const experimentChecks = (browser, folder) => ({
  async 'an experiment shows its numbers, its verdict and every plot'() {
    const results = JSON.parse(readFileSync(join(folder, 'experiment.json'), 'utf8'));
    const page = await opened(browser, join(folder, 'experiment.html'));
    const [wait] = results.responses;
    compare(
      await cells(page, 'section[aria-labelledby="response-Counter.Queue.WaitingTime"]'),
      wait.scenarios,
    );
    compare(await cells(page, 'section.comparison'), results.comparison.scenarios);
    assert.equal(
      await page.evaluate("document.querySelector('.lead').textContent"),
      'TwoClerks differs from AsIs.',
    );
    // A dot for each of 3 x 8 replications at least, two intervals, one course.
    const [boxes] = await shapes(page, 'boxes');
    assert.ok(boxes > 24, `box plots: ${boxes} shapes`);
    assert.ok((await shapes(page, 'intervals'))[0] > 6);
    assert.ok((await shapes(page, 'welch'))[0] > 4);
    assert.equal(await page.evaluate("document.querySelector('[data-warmup]').dataset.warmup"), '60.5');
    assert.match(
      await page.evaluate('document.body.textContent'),
      /Scenario AsIs, replication 9 failed at time 3.5 min/,
    );
    assert.match(await page.evaluate('document.body.textContent'), /No replication has a value/);
    assert.equal(await page.evaluate("document.querySelectorAll('img').length"), 0);
    quiet(page);
  },

  async 'a fit shows its numbers, densities and quantiles'() {
    const fits = JSON.parse(readFileSync(join(folder, 'fit.json'), 'utf8'));
    const page = await opened(browser, join(folder, 'fit.html'));
    compare(await cells(page, 'section[aria-labelledby="fits"]'), fits.fits);
    const densities = await shapes(page, 'density');
    const quantiles = await shapes(page, 'quantiles');
    assert.equal(densities.length, 2);
    assert.ok(
      densities.every((n) => n >= 6) && quantiles.every((n) => n >= 11),
      `${densities}, ${quantiles}`,
    );
    assert.equal(await page.evaluate('document.title'), 'data.csv: minutes');
    quiet(page);
  },

  async 'a run without results shows its model and what went wrong'() {
    const page = await opened(browser, join(folder, 'failed.html'));
    await laidOut(page);
    assert.equal(await page.evaluate("document.querySelectorAll('.box').length"), 1);
    assert.equal(await page.evaluate("document.querySelector('.playback')"), null);
    assert.match(
      await page.evaluate("document.querySelector('.trouble').textContent"),
      /0 of 1 replications finished.*failed at time 0.5 s in Only: <img/,
    );
    assert.equal(await page.evaluate("document.querySelectorAll('img').length"), 0);
    quiet(page);
  },

  async 'a class that is run alone has its trajectories and no diagram'() {
    const page = await opened(browser, join(folder, 'equations.html'));
    assert.equal(await page.evaluate("document.querySelector('.flow')"), null);
    assert.match(
      await page.evaluate("document.querySelector('.trajectories, [aria-labelledby=trajectories]').textContent"),
      /Solver cvode.*y.*3 m at the end/s,
    );
    assert.doesNotMatch(await page.evaluate('document.body.textContent'), /No statistics/);
    quiet(page);
  },

  async 'a page that has lost the program of the layout says so'() {
    const text = readFileSync(join(folder, 'failed.html'), 'utf8');
    const path = join(folder, 'without.html');
    writeFileSync(path, text.replace(/(id="escapement-layout">)[^<]*/, '$1'));
    const page = await opened(browser, path);
    await laidOut(page);
    assert.match(
      await page.evaluate("document.querySelector('.flow').textContent"),
      /No diagram: the page was written without/,
    );
  },

  async 'they print, and fit a narrow screen in the dark'() {
    for (const name of ['experiment.html', 'fit.html', 'report.html']) {
      const page = await opened(browser, join(folder, name), { width: 360, height: 740, dark: true });
      if (name === 'report.html') await laidOut(page);
      assert.ok((await page.evaluate('document.documentElement.scrollWidth')) <= 360, name);
      assert.equal((await page.pdf()).subarray(0, 5).toString(), '%PDF-');
    }
  },
});
