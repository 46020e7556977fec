import { spawn } from 'node:child_process';
import { inRoot, pinnedEnvironment, pinnedNode, PlainFailure, runMain } from './repository.mjs';
import { ensureInstalled } from './set-up.mjs';

/** @type {readonly NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

// `npm run -s yamori -- COMMAND …`: only the command writes to standard output; messages of the
// set-up go to standard error. Paths are relative to the folder in which npm was called.
console.log = console.error;

await runMain(() => {
  ensureInstalled('runtime');
  return run([inRoot('apps', 'command', 'src', 'main.ts'), ...process.argv.slice(2)]);
});

function run(args) {
  const child = spawn(pinnedNode(), args, {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: pinnedEnvironment(),
    stdio: 'inherit',
  });
  // On a terminal Ctrl-C reaches the command too; we only wait for its end.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  return new Promise((done, fail) => {
    child.once('error', (error) =>
      fail(new PlainFailure(`The command could not be started: ${error.message}`)),
    );
    child.once('exit', (code, signal) => done(code ?? (signal === null ? 1 : 128)));
  });
}
