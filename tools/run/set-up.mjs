import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './processes.mjs';
import {
  assertPlatform,
  getNodePackage,
  inRoot,
  isDiskFull,
  npmCommand,
  pinnedNode,
  PlainFailure,
  ROOT,
  runThrough,
  Stopped,
  STOPPED_EXIT_CODE,
  writing,
} from './repository.mjs';

const MODULES = inRoot('node_modules');
const STAMP = join(MODULES, '.yamori-lock');
/** Written by npm at the end of every installation. */
const NPM_MARKER = join(MODULES, '.package-lock.json');
const NETWORK_ERRORS =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/;
const FLAGS = ['--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
/** A registry that does not answer is reported after half a minute instead of two. */
const RETRIES = {
  npm_config_fetch_retries: '3',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '10000',
};

/** The scripts need no package, so they also start on an old Node, which gets this message. */
export function assertNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new PlainFailure(
      `Yamori needs Node 20.19 or newer, and this is Node ${process.versions.node}.\nInstall a newer one (https://nodejs.org, or your system's packages) and run the command again.`,
    );
  assertPlatform();
}

/**
 * Whether the packages of package-lock.json are installed: `runtime` for building and running,
 * `all` also for tests, benchmarks and checks.
 */
export function isInstalled(scope) {
  const present = installedScope(hashLockFile());
  return present === 'all' || present === scope;
}

/**
 * Installs the packages of package-lock.json, verified by hash, and runs no install script
 * (.npmrc).
 * @throws PlainFailure with the reason and the remedy
 */
export async function install(scope, signal) {
  const lock = hashLockFile();
  // A developer's packages stay complete when the lock file changes.
  const wanted = scope === 'all' || hasTestPackages() ? 'all' : 'runtime';
  // After an interruption, no marker of the previous installation may remain.
  writing(`the folder ${MODULES}`, () => {
    rmSync(STAMP, { force: true });
    rmSync(NPM_MARKER, { force: true });
  });
  // NODE_ENV=production would skip the packages of tests.
  const flags = [...FLAGS, wanted === 'all' ? '--include=dev' : '--omit=dev'];
  const result = await npm(['ci', ...flags], signal);
  if (result.code !== 0) throw installFailure(result);
  refuseIncomplete();
  writing(`the folder ${MODULES}`, () => {
    removeUnused(wanted);
    writeFileSync(STAMP, lock);
  });
}

/** On a full disk npm leaves parts of optional packages, such as Node's, and reports no error. */
function refuseIncomplete() {
  if (existsSync(NPM_MARKER) && hasPinnedNode()) return;
  // npm would run the next start on this Node.
  rmSync(join(MODULES, '.bin', 'node'), { force: true });
  throw new PlainFailure(
    `npm installed only some of the packages, usually because the disk is full. They need about 1 GB in ${ROOT} and npm's cache.\nFree some space and run the command again.`,
  );
}

function hasPinnedNode() {
  if (getNodePackage() === null) return true;
  try {
    return pinnedNode() !== null;
  } catch {
    return false;
  }
}

const UNUSED = [
  // C headers, which only native modules would need.
  [getNodePackage() ?? 'node', 'include'],
  // Command-line programs; AssemblyScript uses the library only.
  ['binaryen', 'bin'],
  // A package manager that was published by mistake.
  ['pdfkit', '.yarn'],
  // For browsers; here the compiler runs from a binary package.
  ['oxc-transform-react', 'transform-react.wasm32-wasip1.wasm'],
];
/** Optional peers of runtime packages, so npm installs them even without `dev`. */
const TEST_PACKAGES = [
  ['typescript'],
  ['@typescript'],
  ['vitest'],
  ['@vitest'],
  ['playwright'],
  ['playwright-core'],
];

const SOURCE_FILE = /\.(map|[cm]?ts)$/;

/** Saves about 170 MB of 510 MB. */
function removeUnused(scope) {
  for (const path of scope === 'all' ? UNUSED : [...UNUSED, ...TEST_PACKAGES])
    rmSync(join(MODULES, ...path), { recursive: true, force: true });
  if (scope === 'runtime') removeSourceFiles(MODULES);
}

/** Source maps and TypeScript files of libraries, which only debuggers and compilers read. */
function removeSourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeSourceFiles(path);
    else if (entry.isFile() && SOURCE_FILE.test(entry.name)) rmSync(path);
  }
}

/** Installs the packages in a separate process if they are missing. */
export function ensureInstalled(scope = 'all') {
  assertNodeVersion();
  if (isInstalled(scope)) return;
  const code = runThrough(process.execPath, [inRoot('tools', 'run', 'build.mjs'), scope, 'only'], {
    stdio: ['ignore', 2, 2],
  });
  if (code === STOPPED_EXIT_CODE) throw new Stopped();
  if (code !== 0) throw new PlainFailure('The packages are not installed; the reason is above.');
}

function installFailure({ output, end }) {
  if (output.includes('EUSAGE'))
    return new PlainFailure(
      'package.json and package-lock.json do not match, so nothing was installed.\nRestore both files (git checkout package.json package-lock.json) and run the command again. If you changed the packages, run `npm install` first and commit both files.',
    );
  const network = NETWORK_ERRORS.exec(output);
  if (network !== null)
    return new PlainFailure(
      `The package registry cannot be reached (${network[0]}).\nCheck the network, or the proxy and registry that \`npm config list\` shows, and run the command again.`,
    );
  if (isDiskFull(output))
    return new PlainFailure(
      `The disk is full: the packages need about 1 GB in ${ROOT} and npm's cache.\nFree some space and run the command again.`,
    );
  if (/\b(EACCES|EROFS|EPERM)\b/.test(output))
    return new PlainFailure(
      `This user may not write to ${ROOT} or to npm's cache.\nGive the folders to this user (chown), and run the command again.\n\n${tail(output)}`,
    );
  return new PlainFailure(
    `The packages could not be installed: npm ended (${end}).\n\n${tail(output)}`.trim(),
  );
}

function npm(args, signal) {
  const [command, ...before] = npmCommand();
  return runTool(command, [...before, ...args], { env: { ...RETRIES, ...process.env }, signal });
}

const tail = (output) => output.trim().split('\n').slice(-15).join('\n');

const hashLockFile = () =>
  createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');

function installedScope(lock) {
  if (!existsSync(NPM_MARKER)) return null;
  if (existsSync(STAMP)) {
    if (readFileSync(STAMP, 'utf8').trim() !== lock) return null;
  } else {
    // Installed by hand: newer than the lock file means from it.
    if (statSync(NPM_MARKER).mtimeMs < statSync(inRoot('package-lock.json')).mtimeMs) return null;
    tryWriteStamp(lock);
  }
  return hasTestPackages() ? 'all' : 'runtime';
}

/**
 * Checks the folder, because a manual `npm ci --omit=dev` omits them too. Vitest proves nothing: it
 * is an optional peer of a runtime package.
 */
const hasTestPackages = () =>
  existsSync(inRoot('node_modules', '@playwright', 'test', 'package.json'));

function tryWriteStamp(lock) {
  try {
    writeFileSync(STAMP, lock);
  } catch {
    // Another user installed the packages; the next command checks them again.
  }
}
