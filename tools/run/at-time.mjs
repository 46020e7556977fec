/**
 * Runs a command with the wall clock moved: `node tools/run/at-time.mjs 2028-02-29T00:30+09:00 --
 * npm test`. The clock starts at that instant and runs on normally, for the command and for every
 * process below it (Node, PostgreSQL, Chromium); nothing outside sees it. Monotonic clocks, timers
 * and the times of files stay real, and so does the clock of programs that call the kernel without
 * libc, such as nats-server (Go).
 *
 * For people who test; the product and `npm test` do not use it. Needs Linux with glibc, root, gcc
 * (Debian's package `gcc`), and a kernel that mounts overlays. PostgreSQL starts with a fresh
 * environment, so LD_PRELOAD would not reach it: the command runs in a mount namespace whose
 * /etc/ld.so.preload names our library. What it writes below /etc is gone afterwards.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot, PlainFailure, runMain } from './repository.mjs';

const USAGE =
  'Usage: node tools/run/at-time.mjs INSTANT -- COMMAND [ARGUMENT …]\nINSTANT has a time zone, as in 2028-02-29T00:30+09:00.';
/** @type {readonly NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PRELOAD_LIST = '/etc/ld.so.preload';

await runMain(async () => {
  const [instant = '', separator, ...command] = process.argv.slice(2);
  const startMs = Date.parse(instant);
  if (Number.isNaN(startMs) || !/(Z|[+-]\d\d:\d\d)$/.test(instant))
    throw new PlainFailure(`"${instant}" is not an instant with a time zone.\n${USAGE}`);
  if (separator !== '--' || command.length === 0) throw new PlainFailure(USAGE);
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new PlainFailure('The clock can be moved on Linux only, by root.');

  const folder = mkdtempSync(join(tmpdir(), 'yamori-at-time-'));
  try {
    // PostgreSQL runs under its own account, which must be able to read the library.
    chmodSync(folder, 0o755);
    const library = buildLibrary(folder, Math.round((startMs - Date.now()) / 1000));
    return await runBelow(createEtc(folder, library), command);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function buildLibrary(folder, shiftSeconds) {
  const library = join(folder, 'at-time.so');
  const options = ['-shared', '-fPIC', '-O2', '-Wall', `-DSHIFT_SECONDS=(${shiftSeconds}L)`];
  const { status, error } = spawnSync(
    'gcc',
    [...options, '-o', library, inRoot('tools', 'run', 'at-time.c')],
    { stdio: 'inherit' },
  );
  if (error)
    throw new PlainFailure(
      `gcc could not be started: ${error.message}\nInstall gcc and try again.`,
    );
  if (status !== 0) throw new PlainFailure('gcc could not compile tools/run/at-time.c.');
  return library;
}

/** Gives the mount options of an /etc that preloads the library. */
function createEtc(folder, library) {
  const upper = join(folder, 'upper');
  const work = join(folder, 'work');
  mkdirSync(upper);
  mkdirSync(work);
  const others = existsSync(PRELOAD_LIST) ? readFileSync(PRELOAD_LIST, 'utf8') : '';
  writeFileSync(join(upper, 'ld.so.preload'), `${library}\n${others}`);
  return `lowerdir=/etc,upperdir=${upper},workdir=${work}`;
}

/** Runs the command in a separate mount namespace and returns its exit code. */
async function runBelow(mountOptions, command) {
  const child = spawn(
    'unshare',
    [
      '--mount',
      'sh',
      '-c',
      'mount -t overlay overlay -o "$0" /etc && exec "$@"',
      mountOptions,
      ...command,
    ],
    { stdio: 'inherit' },
  );
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new PlainFailure(`unshare could not be started: ${error.message}`)),
    );
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
}
