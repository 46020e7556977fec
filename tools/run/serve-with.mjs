import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { buildAll } from './build-steps.mjs';
import { startProgram, stopProgram, untilToldToStop } from './processes.mjs';
import { inRoot, PlainFailure } from './repository.mjs';
import { ensureInstalled } from './set-up.mjs';

export const dataFolder = () =>
  process.env.YAMORI_DATA ? resolve(process.env.YAMORI_DATA) : inRoot('data');

/**
 * Sets up, builds, and runs the server, then what `beside` starts, until we are told to stop or one of them ends.
 * `announce` is given what the server said when it was ready.
 */
export async function serveWith({ serverArgs, beside, announce }) {
  ensureInstalled();
  buildAll();
  const toldToStop = untilToldToStop();
  const log = openLog();
  const running = [
    startProgram('apps/server/src/main.ts', serverArgs, {
      output: log.output,
      env: { YAMORI_DATA: dataFolder() },
    }),
  ];
  try {
    const [server] = running;
    const ready = await Promise.race([
      untilReady(server, log.words !== ''),
      toldToStop.then(() => null),
    ]);
    if (ready === null) return 0;
    announce(ready);
    running.push(...beside(ready, log.output));
    const first = await Promise.race([
      toldToStop,
      ...running.map((program) => program.ended.then(() => program)),
    ]);
    if (typeof first === 'string') return 0;
    console.error(
      `\n${first === server ? 'The server' : 'The simulator'} has ended by itself; the rest is stopped. ${log.words}`,
    );
    return 1;
  } finally {
    // In the reverse order of their start: devices fall silent before the server that hears them.
    for (const program of running.reverse()) await stopProgram(program);
    log.close();
  }
}

/** On a terminal the log would bury what we say, so it goes to a file; elsewhere it is what one wants. */
function openLog() {
  if (!process.stdout.isTTY) return { output: 'inherit', words: '', close: () => undefined };
  const path = join(dataFolder(), 'server.log');
  try {
    makeFolder(dataFolder());
    const file = openSync(path, 'w+', 0o600);
    return { output: file, words: `Its log is ${path}`, close: () => closeSync(file) };
  } catch {
    // The server names what is wrong with the folder.
    return { output: 'inherit', words: '', close: () => undefined };
  }
}

/** A step at a time: `mkdirSync` with `recursive` never returns below /proc. */
function makeFolder(path) {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o711 });
}

async function untilReady(server, isQuiet) {
  const answer = await Promise.race([
    new Promise((done) => {
      server.child.on('message', (message) => {
        if (message?.kind === 'ready' || message?.kind === 'failed') done(message);
      });
    }),
    server.ended.then((code) => ({ kind: 'ended', code })),
  ]);
  if (answer.kind === 'ready') return answer;
  await server.ended;
  if (answer.kind === 'ended')
    throw new PlainFailure(`The server has ended before it was ready (code ${answer.code}).`);
  // Where its log is on the terminal too, the words stand there already.
  throw new PlainFailure(isQuiet ? answer.words : 'Nothing was started.');
}
