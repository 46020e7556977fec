import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { inRoot, npmCommand, PlainFailure, ROOT } from './repository.mjs';

const STAMP = inRoot('node_modules', '.yamori-lock');

/** Installs what package-lock.json names, unless exactly that is installed. */
export function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new PlainFailure(
      `Yamori needs Node 20.19 or newer to begin; this is ${process.version}.`,
    );
  const lock = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');
  if (isInstalled(lock)) return;
  console.log('Installing the packages (npm ci) …');
  // NODE_ENV=production would leave out what builds the application.
  const flags = [
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const ci = npm('ci', ...flags);
  if (ci.status !== 0) {
    // A registry that lacks programs of other platforms makes npm take a good lock file for an incomplete one.
    // `--no-save` installs the same versions with the same hashes and leaves the file as it is.
    const isIncomplete =
      ci.stderr.includes('EUSAGE') && npm('install', '--no-save', ...flags).status === 0;
    if (!isIncomplete)
      throw new PlainFailure(
        `${ci.stderr.trim()}\n\nThe packages could not be installed. Is the network there, and may this user write to ${ROOT}?`,
      );
  }
  writeFileSync(STAMP, lock);
}

/** npm's words go to our standard error: what is printed on standard output may be read by a program. */
function npm(...words) {
  const [command, ...args] = npmCommand();
  const { status, stderr, error } = spawnSync(command, [...args, ...words], {
    cwd: ROOT,
    stdio: ['ignore', 2, 'pipe'],
    encoding: 'utf8',
  });
  return { status: error ? 1 : status, stderr: error ? error.message : stderr };
}

function isInstalled(lock) {
  const marker = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(marker)) return false;
  if (existsSync(STAMP)) return readFileSync(STAMP, 'utf8') === lock;
  // Installed by hand: newer than the lock file means from it.
  if (statSync(marker).mtimeMs < statSync(inRoot('package-lock.json')).mtimeMs) return false;
  tryWriteStamp(lock);
  return true;
}

function tryWriteStamp(lock) {
  try {
    writeFileSync(STAMP, lock);
  } catch {
    // Installed by another user for us to read: then it is looked at again next time.
  }
}
