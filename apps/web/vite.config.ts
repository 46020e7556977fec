import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PRODUCT_VERSION } from '@yamori/domain';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const backend = process.env['YAMORI_BACKEND'] ?? 'http://127.0.0.1:8080';

/** Writes `sw.js` beside the built files: the hand-written worker with the list of what it keeps. */
function serviceWorker(): Plugin {
  return {
    name: 'yamori-service-worker',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const source = await readFile(fileURLToPath(new URL('./service-worker/worker.js', import.meta.url)), 'utf8');
      // Maps are for whoever looks for a fault, and that is not somebody without a network: three quarters of all bytes.
      const built = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !name.endsWith('.map')).sort();
      const files = ['/', '/boot.css', '/icon.svg', '/manifest.webmanifest', ...built.map((name) => `/${name}`)];
      const revision = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
      this.emitFile({
        type: 'asset', fileName: 'sw.js',
        source: source.replace('__VERSION__', PRODUCT_VERSION).replace('__REVISION__', revision).replace('__FILES__', JSON.stringify(files)),
      });
    },
  };
}

export default defineConfig({
  plugins: [react({ compiler: true }), serviceWorker()],
  // The server puts a fresh nonce in the place of this word on every answer; there is no unsafe-inline.
  html: { cspNonce: '__CSP_NONCE__' },
  css: { modules: { generateScopedName: '[name]-[local]-[hash:base64:4]' } },
  worker: { format: 'es' },
  build: {
    target: 'es2024', sourcemap: true, assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 700,
    // What every page starts with is one file: twenty small ones cost the sign-in page more bytes and more requests.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } } },
  },
  server: {
    proxy: { '/api': { target: backend }, '/live': { target: backend, ws: true } },
  },
});
