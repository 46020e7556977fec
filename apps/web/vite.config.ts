import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PRODUCT_VERSION } from '@yamori/domain';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';

const backend = process.env['YAMORI_BACKEND'] ?? 'http://127.0.0.1:8080';

/**
 * Writes `sw.js` next to the built files: the hand-written worker with the list of files to cache.
 */
function serviceWorker(): Plugin {
  return {
    name: 'yamori-service-worker',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const source = await readFile(
        fileURLToPath(new URL('./service-worker/worker.js', import.meta.url)),
        'utf8',
      );
      // Source maps are for debugging, which happens online; they are three quarters of all bytes.
      const built = Object.keys(bundle)
        .filter(
          (name) =>
            name.startsWith('assets/') && !name.endsWith('.map') && !isGalleryChunk(name, bundle),
        )
        .sort();
      const files = [
        '/',
        '/boot.css',
        '/icon.svg',
        '/icon-192.png',
        '/badge.png',
        '/manifest.webmanifest',
        ...built.map((name) => `/${name}`),
      ];
      const revision = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: source
          .replace('__VERSION__', PRODUCT_VERSION)
          .replace('__REVISION__', revision)
          .replace('__FILES__', JSON.stringify(files)),
      });
    },
  };
}

/** Files of the gallery alone. Designers have a network, so the service worker stores none. */
function isGalleryChunk(name: string, bundle: Rolldown.OutputBundle): boolean {
  const file = bundle[name];
  if (file?.type !== 'chunk') return false;
  const isImported = Object.values(bundle).some(
    (other) => other.type === 'chunk' && other.imports.includes(name),
  );
  return !isImported && /[\\/]gallery(-screen)?\.tsx?$/.test(file.facadeModuleId ?? '');
}

/**
 * Preloads in the page what its script would request only once it runs: texts and parser for
 * everyone, and the frame for visitors with a session. The server removes the lines with
 * `data-member` for visitors without one (apps/server/src/core/http/web-files.ts).
 */
function namedAhead(): Plugin {
  return {
    name: 'yamori-named-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = Object.values(bundle);
        const getChunk = (module: string): string[] =>
          files.flatMap((file) =>
            file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module))
              ? [file.fileName]
              : [],
          );
        const behind = (fileName: string): string[] =>
          files.flatMap((file) =>
            file.type === 'chunk' && file.fileName === fileName ? file.imports : [],
          );
        const first = getChunk('/locales/ja/first-words.ts');
        const frame = getChunk('/app/layout/main-layout.tsx').flatMap((fileName) => [
          fileName,
          ...behind(fileName),
        ]);
        const started = new Set(
          files.flatMap((file) =>
            file.type === 'chunk' && file.isEntry ? [file.fileName, ...file.imports] : [],
          ),
        );
        const parser = files.flatMap(({ fileName }) =>
          /decoder-[^/]*\.wasm$/.test(fileName) ? [fileName] : [],
        );
        const screens = getChunk('/app/router/screens.ts');
        const words = getChunk('/locales/ja/ward-words.ts');
        const members = [...new Set([...screens, ...frame, ...words])].filter(
          (fileName) => !started.has(fileName),
        );
        return [
          ...first.map((fileName) => link({ rel: 'modulepreload', href: `/${fileName}` })),
          ...parser.map((fileName) => link({ rel: 'preload', as: 'fetch', href: `/${fileName}` })),
          ...members.map((fileName) =>
            link({ rel: 'modulepreload', href: `/${fileName}`, 'data-member': true }),
          ),
        ];
      },
    },
  };
}

/**
 * Files that import each other may run before what they stand on: such a page would stay empty, and
 * only where it was built.
 */
function noCycles(): Plugin {
  return {
    name: 'yamori-no-cycles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const getImports = (fileName: string): readonly string[] => {
        const file = bundle[fileName];
        return file?.type === 'chunk' ? file.imports : [];
      };
      const settled = new Set<string>();
      const visit = (fileName: string, way: readonly string[]): void => {
        if (way.includes(fileName))
          this.error(
            `files import each other: ${[...way.slice(way.indexOf(fileName)), fileName].join(' → ')}`,
          );
        if (settled.has(fileName)) return;
        for (const behind of getImports(fileName)) visit(behind, [...way, fileName]);
        settled.add(fileName);
      };
      for (const fileName of Object.keys(bundle)) visit(fileName, []);
    },
  };
}

/** Packages have over half of all mappings and sources. */
function packagesWithoutMap(): Plugin {
  return {
    name: 'yamori-packages-without-map',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]node_modules[\\/]/ },
      handler: (code) => ({ code, map: { mappings: '' } }),
    },
  };
}

const link = (attrs: Readonly<Record<string, string | true>>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { crossorigin: true, ...attrs },
  injectTo: 'head',
});

/**
 * Groups of files that are needed at the same time, each with the dependencies that earlier groups
 * lack. A page of sixty small files would wait for its turn on six connections. The groups are in
 * order of use: the start of every page; the sign-in page; the pages that lead to an account, as
 * one group, because splitting them by shared dependencies kept pages behind sign-in from opening;
 * the table of screens; the frame behind sign-in; and the board, whose 34 small files took a tenth
 * of its loading time.
 */
const GROUPS = [
  { name: 'start', tags: ['$initial'] },
  { name: 'entrance', test: /[\\/]features[\\/]sign-in[\\/]login-screen\.tsx$/ },
  {
    name: 'join',
    test: /[\\/]features[\\/](registration[\\/]\w[\w-]*-screen|sign-in[\\/](ways-in|(?!mfaauth)\w[\w-]*-screen))\.tsx$/,
  },
  { name: 'screens', test: /[\\/]app[\\/]router[\\/]screens\.ts$/ },
  { name: 'frame', test: /[\\/]app[\\/]layout[\\/]main-layout\.tsx$/ },
  { name: 'board', test: /[\\/]app[\\/]pages[\\/]home-page\.tsx$/ },
];

/** Files that several pages share go by the names of all of them. */
const shorten = (name: string): string => name.replace(/(~.*|\.[^.]*)$/, '');

export default defineConfig({
  plugins: [
    react({ compiler: true }),
    serviceWorker(),
    namedAhead(),
    noCycles(),
    packagesWithoutMap(),
  ],
  css: { modules: { generateScopedName: '[name]-[local]-[hash:base64:4]' } },
  worker: { format: 'es', plugins: () => [packagesWithoutMap()] },
  build: {
    target: 'es2024',
    sourcemap: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: GROUPS },
        chunkFileNames: ({ name }) => `assets/${shorten(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${shorten(name)}-[hash][extname]`,
      },
    },
  },
  server: {
    proxy: { '/api': { target: backend }, '/live': { target: backend, ws: true } },
  },
});
