// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

// The program that lays out diagrams is three times as large as the rest of the page, and only pages with a diagram carry
// it: it goes into a file of its own, deflated and in base64, and runs in a worker (src/diagram/layout.ts).
const layoutProgram: Plugin = {
  name: 'layout-program',
  generateBundle() {
    const path = createRequire(import.meta.url).resolve('elkjs/lib/elk-worker.min.js');
    const source = deflateRawSync(readFileSync(path), { level: 9 }).toString('base64');
    this.emitFile({ type: 'asset', fileName: 'layout.txt', source });
  },
};

export default defineConfig({
  plugins: [layoutProgram, viteSingleFile({ removeViteModuleLoader: true })],
  build: { target: 'es2020', chunkSizeWarningLimit: 1500, reportCompressedSize: false },
});
