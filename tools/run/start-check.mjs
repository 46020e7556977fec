import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { npmCommand, PlainFailure, ROOT, runMain } from './repository.mjs';

/**
 * `npm run start-check`: runs `npm start` in this folder as a newcomer does, signs in, stops it
 * with Ctrl-C, and repeats this with the data of the first start. A clone without `node_modules`
 * also tests the installation. Runs on the Node and npm that call it.
 */

/** Installing and building take most of it. */
const START_TIMEOUT_MS = 15 * 60_000;
const STOP_TIMEOUT_MS = 60_000;
const REQUEST_TIMEOUT_MS = 10_000;
const RETRY_MS = 500;
const ACCOUNT = { email: 'staff@demo.example', password: 'quiet-night-gecko' };

await runMain(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yamori-start-check-'));
  try {
    for (const name of ['first start', 'second start'])
      await checkStart(name, join(folder, 'data'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function checkStart(name, dataFolder) {
  const port = await getFreePort();
  const address = `http://127.0.0.1:${port}`;
  const startedAtMs = performance.now();
  const seconds = () => `${Math.round((performance.now() - startedAtMs) / 1000)} s`;
  const program = startByNpm({ PORT: String(port), MQTT_PORT: '0', YAMORI_DATA: dataFolder });
  try {
    await waitUntilReady(address, program);
    console.log(`${name}: ready after ${seconds()}`);
    await signIn(address);
    console.log(`${name}: ${ACCOUNT.email} is signed in`);
    program.interrupt();
    const end = await Promise.race([program.ended, wait(STOP_TIMEOUT_MS, null, { ref: false })]);
    if (end === null)
      throw new PlainFailure(`npm start did not end within ${STOP_TIMEOUT_MS / 1000} s of SIGINT.`);
    if (end.code !== 0) throw new PlainFailure(`npm start ended with ${describe(end)}, not 0.`);
    console.log(`${name}: ended with 0`);
  } finally {
    await program.stop();
  }
}

function startByNpm(environment) {
  const [command, ...args] = [...npmCommand(), 'start'];
  // A separate process group receives SIGINT as the foreground group of a terminal does.
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  /** @type {{ end: { code: number | null, signal: string | null } | null }} */
  const state = { end: null };
  const ended = once(child, 'exit').then(([code, signal]) => {
    state.end = { code, signal };
    return state.end;
  });
  const sendToGroup = (signal) => {
    if (state.end === null && child.pid !== undefined) process.kill(-child.pid, signal);
  };
  return {
    ended,
    getEnd: () => state.end,
    interrupt: () => sendToGroup('SIGINT'),
    /** Ends what a failed check leaves; the server ends with its parent. */
    async stop() {
      sendToGroup('SIGTERM');
      await Promise.race([ended, wait(STOP_TIMEOUT_MS, null, { ref: false })]);
      sendToGroup('SIGKILL');
    },
  };
}

function describe({ code, signal }) {
  return code === null ? signal : `exit code ${code}`;
}

async function waitUntilReady(address, program) {
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadlineMs) {
    const isReady = await request(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    const end = program.getEnd();
    if (end !== null)
      throw new PlainFailure(`npm start ended before it was ready (${describe(end)}).`);
    await wait(RETRY_MS);
  }
  throw new PlainFailure(
    `${address}/readyz was not ready within ${START_TIMEOUT_MS / 60_000} minutes.`,
  );
}

async function signIn(address) {
  const { status } = await request(`${address}/api/session/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify(ACCOUNT),
  });
  if (status !== 200)
    throw new PlainFailure(`The sign-in of ${ACCOUNT.email} got status ${status}, not 200.`);
}

function request(url, options = {}) {
  return fetch(url, { ...options, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
}

async function getFreePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? address?.port : undefined;
}
