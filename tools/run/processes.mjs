import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inRoot, pinnedEnvironment, pinnedNode, ROOT } from './repository.mjs';
import { pathToFileURL } from 'node:url';

const STOP_PATIENCE_MS = 10_000;

/** Starts one of our programs on the pinned Node. It ends when we end, whatever ends us. */
export function startProgram(file, args, options = {}) {
  const child = spawn(
    pinnedNode(),
    [
      '--import',
      pathToFileURL(inRoot('tools', 'run', 'end-with-parent.mjs')).href,
      inRoot(file),
      ...args,
    ],
    {
      cwd: ROOT,
      env: pinnedEnvironment(options.env),
      stdio: ['ignore', options.output ?? 'inherit', options.output ?? 'inherit', 'ipc'],
      // Ctrl-C on the terminal reaches us only, and we stop them in order.
      detached: process.platform !== 'win32',
    },
  );
  const ended = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
    child.once('error', () => resolve(1));
  });
  return { child, ended };
}

/** Asks a program to stop and makes it stop when it does not. */
export async function stopProgram({ child, ended }) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
  await ended;
  clearTimeout(late);
}

/** Resolves with why we are to stop: a signal, or that npm, which started us, is gone. */
export async function untilToldToStop() {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) =>
    once(process, name).then(() => name),
  );
  return Promise.race([...signals, untilNpmIsGone()]);
}

function untilNpmIsGone() {
  // Started by hand, a parent may end and leave us running on purpose.
  if (process.env.npm_lifecycle_event === undefined) return new Promise(() => undefined);
  const parent = process.ppid;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      resolve('npm has ended');
    }, 500);
    timer.unref();
  });
}
