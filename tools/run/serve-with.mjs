import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { DATA_FOLDER_HINT, openLogFile } from './log-file.mjs';
import { enterRunning, leaveRunning, prepare } from './prepare.mjs';
import { readClaim } from './process-claim.mjs';
import { startProgram, stopProgram, waitForStop } from './processes.mjs';
import { createProgress } from './progress.mjs';
import { inRoot, PlainFailure, Stopped, toWriteFailure } from './repository.mjs';
import { assertNodeVersion } from './set-up.mjs';

export const dataFolder = () =>
  process.env.YAMORI_DATA ? resolve(process.env.YAMORI_DATA) : inRoot('data');

/**
 * @typedef {{ email: string, password: string }} Account
 * @typedef {{ address: string, mqttUrl: string, accounts: readonly Account[] }} Ready
 * @typedef {ReturnType<typeof startProgram>} Program
 * @typedef {((chunk: Buffer) => void) | undefined} OnOutput
 */

/**
 * Installs, builds and runs the server and then the companions, until this process has to stop or
 * one of them ends. With `logsToStdout`, the log is JSON on standard output and messages for people
 * are on standard error; otherwise the log is a file in the data folder.
 * @param {object} options
 * @param {string} options.title
 * @param {readonly string[]} options.serverArgs
 * @param {boolean} options.logsToStdout
 * @param {(accounts: readonly Account[]) => readonly string[]} [options.describeAccounts]
 * @param {(ready: Ready, onOutput: OnOutput) => readonly Program[]} [options.startCompanions]
 */
export async function serveWith({
  title,
  serverArgs,
  logsToStdout,
  describeAccounts = () => [],
  startCompanions = () => [],
}) {
  assertNodeVersion();
  const output = logsToStdout ? process.stderr : process.stdout;
  const stopRequest = waitForStop();
  const stopping = new AbortController();
  void stopRequest.then(() => stopping.abort());
  // Checked first, because installing and building can take minutes.
  refuseSecondServer();
  await requireFreePorts();
  requireDataFolder();
  output.write(`\n${title}\n\n`);
  const progress = createProgress(output);
  const running = [];
  /** @type {ReturnType<typeof openLogFile> | null} */
  let log = null;
  try {
    await prepare({ scope: 'runtime', progress, signal: stopping.signal });
    enterRunning();
    log = logsToStdout ? null : openLogFile(join(dataFolder(), 'logs'));
    const onOutput = log === null ? undefined : log.write;
    const server = startProgram('apps/server/src/main.ts', serverArgs, {
      env: { YAMORI_DATA: dataFolder() },
      onOutput,
    });
    running.push(server);
    const ready = await progress.step('Starting the database and the server', () =>
      Promise.race([waitUntilReady(server, log), rejectOnStop(stopRequest)]),
    );
    running.push(...startCompanions(ready, onOutput));
    output.write(describe(ready, log, describeAccounts(ready.accounts), output.isTTY === true));
    const first = await Promise.race([
      stopRequest,
      ...running.map((program) => program.ended.then(() => program)),
    ]);
    if (typeof first === 'string') throw new Stopped();
    const name = first === server ? 'server' : 'simulator';
    throw new PlainFailure(
      `The ${name} ended unexpectedly (${await first.ended}), so Yamori stops.${log === null ? '' : ` Its log is ${log.path}`}`,
    );
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    output.write('\nStopped. The next start continues from here.\n');
    return 0;
  } finally {
    // Devices stop before the server.
    for (const program of running.reverse()) await stopProgram(program);
    log?.close();
    leaveRunning();
  }
}

const rejectOnStop = async (stopRequest) => {
  await stopRequest;
  throw new Stopped();
};

function describe({ address, firstStart }, log, accounts, isTerminal) {
  const message = isTerminal ? firstStart?.onTerminal : firstStart?.elsewhere;
  const line = '─'.repeat(address.length + 12);
  const text = [
    '',
    `  ┌${line}┐`,
    `  │   Open  ${address}   │`,
    `  └${line}┘`,
    ...accounts,
    `  Data     ${dataFolder()}`,
    ...(log === null ? [] : [`  Log      ${log.path}`]),
    '  Stop     Ctrl-C',
    ...(message === undefined ? [] : ['', message.replaceAll(/^/gm, '  ')]),
    '',
  ];
  return `${text.join('\n')}\n`;
}

/** A second server would install and build below the first, and could not use its data. */
function refuseSecondServer() {
  const other = readClaim(join(dataFolder(), 'server.pid'));
  if (other === null) return;
  const [address] = other.rest;
  throw new PlainFailure(
    `Yamori is already running with this data folder (process ${other.pid}, ${dataFolder()}).\n${
      address === undefined || address === '-' ? 'It is still starting.' : `Open ${address}`
    }\nTo run a second one, set YAMORI_DATA to another folder, and PORT and MQTT_PORT to free ports.`,
  );
}

/** The server checks again when it reads its options and listens. */
async function requireFreePorts() {
  const host = process.env.HOST || '127.0.0.1';
  await requireFreePort('PORT', process.env.PORT || '8080', 'HOST', host);
  const [mqttHostName, mqttHost] = process.env.MQTT_HOST
    ? ['MQTT_HOST', process.env.MQTT_HOST]
    : ['HOST', host];
  await requireFreePort('MQTT_PORT', process.env.MQTT_PORT || '18830', mqttHostName, mqttHost);
}

async function requireFreePort(variable, text, hostVariable, host) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new PlainFailure(
      `${variable}=${text} is not a port.\nSet ${variable} to a whole number from 1 to 65535.`,
    );
  const code = await new Promise((done) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => done(error.code));
    server.listen({ host, port }, () => server.close(() => done(null)));
  });
  if (code === 'EADDRINUSE')
    throw new PlainFailure(
      `Port ${port} is used by another program.\nStop that program, or choose another port: ${variable}=${port + 1}`,
    );
  if (code === 'EACCES')
    throw new PlainFailure(
      `This user may not use port ${port}.\nChoose a port above 1023 with ${variable}.`,
    );
  if (code !== null)
    throw new PlainFailure(
      `Yamori cannot listen on ${host} (${code}).\nSet ${hostVariable} to an address of this machine, such as 127.0.0.1.`,
    );
}

function requireDataFolder() {
  const folder = dataFolder();
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw toWriteFailure(`the data folder ${folder}`, error, DATA_FOLDER_HINT);
  }
}

/** One level at a time: `mkdirSync` with `recursive` never returns below /proc. */
function makeFolder(path) {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o711 });
}

function describeLog(log) {
  if (log === null) return '';
  const lines = log.lastLines();
  return lines === '' ? ' It logged nothing.' : ` The end of its log, ${log.path}:\n\n${lines}`;
}

async function waitUntilReady(server, log) {
  const answer = await Promise.race([
    new Promise((done) => {
      server.child.on('message', (message) => {
        if (message?.kind === 'ready' || message?.kind === 'failed') done(message);
      });
    }),
    server.ended.then((end) => ({ kind: 'ended', end })),
  ]);
  if (answer.kind === 'ready') return answer;
  await server.ended;
  if (answer.kind === 'failed')
    throw new PlainFailure(
      log === null ? 'The server did not start; the reason is above.' : answer.message,
    );
  throw new PlainFailure(
    `The server ended before it was ready (${answer.end}).${describeLog(log)}`,
  );
}
