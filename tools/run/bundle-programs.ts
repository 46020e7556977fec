import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';
import { getBundlePath, PROGRAMS } from './programs.mjs';

const BUNDLE_START = fileURLToPath(new URL('bundle-start.ts', import.meta.url));
const PROGRAM_URL = /new URL\(\s*'([^']+\.ts)',\s*import\.meta\.url\s*\)/g;

/**
 * Bundles programs of one application, with all packages, into its folder `dist`. Programs and
 * threads that they start by `new URL('./x.ts', import.meta.url)` become bundles too. Any other
 * `import.meta.url` keeps pointing to the source file, so modules find the files next to it.
 */
export async function bundle(root: string, sources: readonly string[]): Promise<void> {
  const [first = ''] = sources;
  const folder = join(root, dirname(getBundlePath(first)));
  const bundling = await rolldown({
    cwd: root,
    input: Object.fromEntries(
      sources.map((source) => [basename(source, '.ts'), join(root, source)]),
    ),
    platform: 'node',
    // The image is built without the projects of tests and benchmarks that tsconfig.json names.
    tsconfig: false,
    plugins: [preserveFileUrls(root, folder), packagesWithoutMap],
    logLevel: 'warn',
  });
  await bundling.write({
    dir: folder,
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Logs contain the names of error classes.
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
}

/** Changes no line numbers, so mappings stay right except for columns. */
const preserveFileUrls = (root: string, folder: string): Plugin => ({
  name: 'preserve-file-urls',
  transform(code, id) {
    if (id.startsWith('\0')) return null;
    const isEntry = this.getModuleInfo(id)?.isEntry === true;
    if (!isEntry && !code.includes('import.meta.url')) return null;
    const placed = code.replaceAll(PROGRAM_URL, (_, path: string) => {
      const program = resolve(dirname(id), path);
      const target = join(root, getBundlePath(relative(root, program)));
      if (dirname(target) === folder)
        this.emitFile({ type: 'chunk', id: program, fileName: basename(target) });
      return `new URL('${urlPath(folder, target)}', import.meta.bundle)`;
    });
    return {
      code: `${isEntry ? `import ${JSON.stringify(BUNDLE_START)}; ` : ''}${placed
        .replaceAll('import.meta.url', `new URL('${urlPath(folder, id)}', import.meta.bundle).href`)
        .replaceAll('import.meta.bundle', 'import.meta.url')}`,
      map: null,
    };
  },
});

const urlPath = (from: string, to: string): string => relative(from, to).replaceAll('\\', '/');

/** Packages have two thirds of all mappings. */
const packagesWithoutMap: Plugin = {
  name: 'packages-without-map',
  transform: {
    filter: { id: /[\\/]node_modules[\\/]/ },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
};

if (import.meta.main) {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const byApp = Map.groupBy(PROGRAMS, (source) => dirname(getBundlePath(source)));
  for (const sources of byApp.values()) await bundle(root, sources);
}
