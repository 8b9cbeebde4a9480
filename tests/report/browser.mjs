// SPDX-License-Identifier: MIT
// Drives a headless Chromium by the DevTools protocol over a pipe (messages end in NUL): no package is needed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--hide-scrollbars',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--remote-debugging-pipe',
];

export function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

export class Browser {
  #child;
  #profile = mkdtempSync(join(tmpdir(), 'escapement-browser-'));
  #last = 0;
  #pending = new Map();
  #rest = '';
  events = []; // every event of the protocol, in order

  constructor(executable) {
    this.#child = spawn(executable, [...FLAGS, `--user-data-dir=${this.#profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    this.#child.stdio[4].setEncoding('utf8').on('data', (text) => this.#receive(text));
    this.#child.on('exit', () => {
      for (const { reject } of this.#pending.values())
        reject(new Error('The browser ended before it answered.'));
      this.#pending.clear();
    });
  }

  #receive(text) {
    const parts = (this.#rest + text).split('\0');
    this.#rest = parts.pop();
    for (const message of parts.map((part) => JSON.parse(part))) {
      const waiting = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if (!waiting) this.events.push(message);
      else if (message.error) waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
      else waiting.resolve(message.result);
    }
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.#last;
    this.#child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
    return new Promise((resolve, reject) => this.#pending.set(id, { method, resolve, reject }));
  }

  async open(url, { width = 1280, height = 900, dark = false } = {}) {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(this, sessionId);
    for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await page.send(`${domain}.enable`);
    await page.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await page.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }],
    });
    const { errorText } = await page.send('Page.navigate', { url });
    if (errorText) throw new Error(`${url}: ${errorText}`);
    // The blank page before it may have been loaded too, so the page itself is asked.
    await page.until(`location.href.startsWith('${url}') && document.readyState === 'complete'`);
    return page;
  }

  async close() {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    await this.send('Browser.close').catch(() => this.#child.kill());
    await ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

class Page {
  constructor(browser, session) {
    this.browser = browser;
    this.session = session;
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  events(method) {
    return this.browser.events.filter((event) => event.sessionId === this.session && event.method === method);
  }

  // The value of an expression in the page; objects come as JSON.
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async until(expression, seconds = 120) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
      if (await this.evaluate(expression)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`Not within ${seconds} s: ${expression}`);
  }

  async screenshot({ whole = true } = {}) {
    const { data } = await this.send('Page.captureScreenshot', { captureBeyondViewport: whole });
    return Buffer.from(data, 'base64');
  }

  async pdf() {
    const { data } = await this.send('Page.printToPDF', { preferCSSPageSize: true, printBackground: true });
    return Buffer.from(data, 'base64');
  }
}
