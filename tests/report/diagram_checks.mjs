// SPDX-License-Identifier: MIT
// The flow diagram and its playback, in the page of the machine shop (sample_pages.h).
import assert from 'node:assert/strict';

const PLACED = 'document.documentElement.dataset.diagram';

export const laidOut = (page) => page.until(`${PLACED} !== undefined`);

const group = (path) => `document.querySelector('.box[data-path="${path}"]')`;

async function press(page, key) {
  for (const type of ['keyDown', 'keyUp'])
    await page.send('Input.dispatchKeyEvent', {
      type,
      key,
      windowsVirtualKeyCode: key === 'Enter' ? 13 : 27,
      text: type === 'keyDown' && key === 'Enter' ? '\r' : undefined,
    });
}

// The slowest pace, so that moves take next to no time, and a moment.
const at = (page, time, end) =>
  page.evaluate(`(() => {
    const speed = document.querySelector('.speed select');
    speed.selectedIndex = 0;
    speed.dispatchEvent(new Event('change'));
    const slider = document.querySelector('.playback input');
    slider.value = ${Math.round((1000 * time) / end)};
    slider.dispatchEvent(new Event('input'));
    return [...document.querySelectorAll('circle.token')].map((token) => {
      const box = [...document.querySelectorAll('.box.leaf')].find((b) => {
        const r = b.getBoundingClientRect(), t = token.getBoundingClientRect();
        const x = t.x + t.width / 2, y = t.y + t.height / 2;
        return x >= r.left && x <= r.right && y >= r.top - 2 && y <= r.bottom;
      });
      return [Number(token.dataset.entity), box?.dataset.path ?? ''];
    });
  })()`);

export const diagramChecks = (results) => ({
  async 'every block and coupling is drawn, and none upon another'(page) {
    await laidOut(page);
    assert.equal(await page.evaluate(PLACED), 'drawn');
    const boxes = await page.evaluate(`[...document.querySelectorAll('.box')].map((box) => {
      const { left, right, top, bottom } = box.querySelector('.body').getBoundingClientRect();
      return { path: box.dataset.path, leaf: box.classList.contains('leaf'), left, right, top, bottom };
    })`);
    assert.equal(boxes.length, 9);
    const frame = await page.evaluate(`(() => {
      const { left, right, top, bottom } = document.querySelector('.diagram').getBoundingClientRect();
      return { left, right, top, bottom };
    })()`);
    const inside = (a, b) => a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
    for (const box of boxes) assert.ok(inside(box, frame), `${box.path} is within the diagram`);
    const leaves = boxes.filter((box) => box.leaf);
    for (const a of leaves)
      for (const b of leaves)
        assert.ok(
          a === b || a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top,
          `${a.path} and ${b.path} overlap`,
        );
    const find = (path) => boxes.find((box) => box.path === path);
    assert.ok(inside(find('Packing.Wrap'), find('Packing')), 'Wrap is within Packing');
    // Six couplings outside and two within Packing; one more that the trace shows.
    assert.equal(await page.evaluate("document.querySelectorAll('.edge').length"), 9);
    assert.deepEqual(
      await page.evaluate(
        "[...document.querySelectorAll('.edge.seen')].map((e) => [e.dataset.from, e.dataset.to])",
      ),
      [['Milling', 'Drilling']],
    );
  },

  async 'a block tells how busy its resource is'(page) {
    const load = await page.evaluate(`${group('Drilling')}.querySelector('.load').textContent`);
    const { average } = results.statistics.find((s) => s.name === 'Drill.InstantaneousUtilization');
    assert.equal(load, `${(100 * average).toFixed(0)} %`);
    assert.equal(await page.evaluate(`${group('Out')}.querySelector('.load')`), null);
  },

  async 'a block is chosen by keyboard, shows the numbers of results.json, and is left by Escape'(page) {
    await page.evaluate(`${group('Drilling')}.focus()`);
    await press(page, 'Enter');
    const cells = await page.evaluate(
      `[...document.querySelectorAll('.panel tr[data-name]')].map((row) => [row.dataset.name, row.querySelector('td[data-key=average]').dataset.value ?? null])`,
    );
    const names = results.statistics
      .filter((s) => /^(Drilling|Drill)\./.test(s.name) && s.kind !== 'frequency')
      .map((s) => s.name);
    assert.ok(names.length >= 8);
    assert.deepEqual(new Set(cells.map(([name]) => name)), new Set(names));
    for (const [name, value] of cells)
      assert.equal(Number(value), results.statistics.find((s) => s.name === name).average, name);
    assert.equal(await page.evaluate(`${group('Drilling')}.getAttribute('aria-pressed')`), 'true');
    await press(page, 'Escape');
    assert.equal(await page.evaluate("document.querySelector('.panel')"), null);
    assert.equal(await page.evaluate('document.activeElement.dataset.path'), 'Drilling');
  },

  async 'a block is chosen by mouse, and one without statistics says so'(page) {
    await page.evaluate(`${group('Clock')}.scrollIntoView({ block: 'center' })`);
    const { x, y } = await page.evaluate(
      `(() => { const r = ${group('Clock')}.getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; })()`,
    );
    for (const type of ['mousePressed', 'mouseReleased'])
      await page.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
    assert.match(
      await page.evaluate("document.querySelector('.panel').textContent"),
      /devs\.Generator.*No statistics were collected here/,
    );
    await page.evaluate("document.querySelector('.panel .close').click()");
  },

  async 'a coupled model closes to one box and opens again'(page) {
    const toggle = async (leaves) => {
      await page.evaluate(
        `${group('Packing')}.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))`,
      );
      await page.evaluate("document.querySelector('.panel .inside').click()");
      await page.until(`document.querySelectorAll('.box').length === ${leaves}`);
      await page.until("document.querySelector('.panel')?.dataset.path === 'Packing'");
      await page.evaluate("document.querySelector('.panel .close').click()");
    };
    await toggle(8);
    assert.match(await page.evaluate(`${group('Packing')}.textContent`), /1 component/);
    // What happens inside is shown at the closed box.
    assert.deepEqual(await at(page, 12.5, 15), [
      [1, 'Packing'],
      [2, 'Milling'],
    ]);
    await toggle(9);
  },

  async 'entities are where the trace says'(page) {
    assert.deepEqual(await at(page, 0, 15), []);
    assert.deepEqual(await at(page, 6, 15), [
      [1, 'Drilling'],
      [2, 'Drilling'],
    ]);
    assert.deepEqual(await at(page, 8, 15), [
      [1, 'Milling'],
      [2, 'Drilling'],
    ]);
    assert.deepEqual(await at(page, 12.6, 15), [
      [1, 'Packing.Wrap'],
      [2, 'Milling'],
    ]);
    assert.deepEqual(await at(page, 13.5, 15), [[2, 'Milling']]); // casting 1 has left
    assert.equal(await page.evaluate("document.querySelector('.clock').textContent"), '13.50 min');
    assert.match(
      await page.evaluate("document.querySelector('.played').textContent"),
      /first 8 events.*until 15 min/,
    );
  },

  async 'it plays, and stops when told'(page) {
    await at(page, 1, 15);
    const value = () => page.evaluate("Number(document.querySelector('.playback input').value)");
    const before = await value();
    await page.evaluate(`(() => {
      const speed = document.querySelector('.speed select');
      speed.selectedIndex = speed.options.length - 3;
      speed.dispatchEvent(new Event('change'));
      document.querySelector('.play').click();
    })()`);
    await page.until(`Number(document.querySelector('.playback input').value) > ${before}`);
    await page.until("document.querySelector('.play').textContent.includes('Play')"); // at the end
    assert.equal(await value(), 1000);
  },

  async 'a message runs to every receiver'(page) {
    await at(page, 3, 15);
    const places = await page.evaluate("document.querySelectorAll('.token.message').length");
    assert.equal(places, 2);
  },

  async 'no text of a model becomes an element'(page) {
    assert.equal(await page.evaluate("document.querySelectorAll('img').length"), 0);
    assert.ok(
      await page.evaluate("document.querySelector('.flow-drawing').textContent.includes('onerror=alert')"),
    );
  },
});
