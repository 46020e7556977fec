import { spawn } from 'node:child_process';
import { getBundlePath } from './programs.mjs';
import { inRoot, pinnedEnvironment, pinnedNode, ROOT, Stopped } from './repository.mjs';
import { stopTimeoutMs } from './stop-timeout.mjs';
import { pathToFileURL } from 'node:url';

const TOOL_STOP_TIMEOUT_MS = 3_000;
const TEST_STOP_TIMEOUT_MS = 5_000;
const moduleUrl = (name) => pathToFileURL(inRoot('tools', 'run', name)).href;
const END_WITH_PARENT = moduleUrl('end-with-parent.mjs');
const KILL_WITH_PARENT = moduleUrl('kill-with-parent.mjs');

/**
 * Starts the bundle of one of our programs on the pinned Node. It ends with this process, even on
 * `kill -9`. `onOutput` receives its output; without it the output is inherited. `ended` resolves
 * with the reason, after all output.
 * @param {string} source
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, onOutput?: ((chunk: Buffer) => void) | undefined }} options
 */
export function startProgram(source, args, { env, onOutput } = {}) {
  const output = onOutput === undefined ? 'inherit' : 'pipe';
  const child = spawnNode([inRoot(getBundlePath(source)), ...args], {
    cwd: ROOT,
    env: pinnedEnvironment(env),
    stdio: ['ignore', output, output, 'ipc'],
  });
  if (onOutput !== undefined) {
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
  }
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(describeEnd(code, signal)));
    child.once('error', (error) => resolve(error.message));
  });
  return { child, ended };
}

/** Detached: Ctrl-C on the terminal reaches this process only, which stops the others in order. */
const spawnNode = (args, options) =>
  spawn(pinnedNode(), ['--import', END_WITH_PARENT, ...args], { ...options, detached: true });

/** Describes how a program ended. A process that the system kills prints nothing itself. */
function describeEnd(code, signal) {
  if (signal === 'SIGKILL')
    return 'killed by SIGKILL, usually because the machine ran out of memory';
  return signal === null ? `exit code ${code}` : `ended by ${signal}`;
}

/**
 * Runs npm or a builder and collects its output; `end` describes how it ended. `signal` stops it
 * and all its children; the end of this process kills it. @throws Stopped
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ signal?: AbortSignal, env?: NodeJS.ProcessEnv, cwd?: string }} options
 */
export async function runTool(command, args, { signal, env = process.env, cwd = ROOT } = {}) {
  if (signal?.aborted) throw new Stopped();
  const child = spawn(command, args, {
    cwd,
    env: { ...env, NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --import=${KILL_WITH_PARENT}`.trim() },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  let output = '';
  const collect = (chunk) => {
    output += chunk.toString('utf8');
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const { code, end } = await waitForEnd(child, {
    signal,
    stopWith: 'SIGTERM',
    timeoutMs: TOOL_STOP_TIMEOUT_MS,
  });
  if (signal?.aborted) throw new Stopped();
  return { code, output, end };
}

/**
 * Runs a Node script and returns its exit code. `onOutput` receives its output; without it the
 * output is inherited. `signal` and the end of this process stop it and all its children, like
 * Ctrl-C.
 */
export async function runScript(args, { signal, env, cwd = ROOT, onOutput = null }) {
  const output = onOutput === null ? 'inherit' : 'pipe';
  const child = spawnNode(args, { cwd, env, stdio: ['ignore', output, output, 'ipc'] });
  if (onOutput !== null)
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', onOutput);
  child.once('error', (error) => console.error(`Node could not be started: ${error.message}`));
  const { code } = await waitForEnd(child, {
    signal,
    stopWith: 'SIGINT',
    timeoutMs: TEST_STOP_TIMEOUT_MS,
  });
  return code;
}

/** Waits for a process to end. `signal` stops its group, and kills it after `timeoutMs`. */
async function waitForEnd(child, { signal, stopWith, timeoutMs }) {
  let late;
  const stop = () => {
    endGroup(child, stopWith);
    late = setTimeout(() => endGroup(child, 'SIGKILL'), timeoutMs);
  };
  signal?.addEventListener('abort', stop, { once: true });
  const ended = await new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, end: error.message }));
    child.once('close', (code, endSignal) =>
      resolve({ code: code ?? 1, end: describeEnd(code, endSignal) }),
    );
  });
  clearTimeout(late);
  signal?.removeEventListener('abort', stop);
  // Workers outlive a runner that was killed.
  if (signal?.aborted) endGroup(child, 'SIGKILL');
  return ended;
}

function endGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}

/**
 * Stops a program, and kills it if it does not stop in time.
 * @param {{ child: import('node:child_process').ChildProcess, ended: Promise<string> }} program
 */
export async function stopProgram({ child, ended }) {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs());
  await ended;
  clearTimeout(late);
}

/**
 * Resolves with the reason to stop: a signal, or the end of the npm that started this process. The
 * handlers stay: Ctrl-C arrives twice, from the terminal and from npm, and a signal without a
 * handler would end this process without a message.
 */
export function waitForStop() {
  const signal = new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => resolve(name));
  });
  return Promise.race([signal, waitForNpmExit()]);
}

function waitForNpmExit() {
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
