import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programFile } from '../../../../tools/run/programs.mjs';

const MAIN = programFile('apps/server/src/main.ts');

const SHARED_FOLDER = join(tmpdir(), 'yamori-server-processes');
const SHARED_SECRET = 'a secret that all servers of a test have';

/** The server in a separate process. The system chooses ports unless `environment` sets them. */
export type ServerProcess = {
  readonly pid: number;
  /**
   * Resolves with the address when the server is ready; rejects with its output if it exits first.
   */
  readonly ready: Promise<string>;
  /** Link to register the first organisation, when ready; rejects without one. */
  readonly firstStartLink: Promise<string>;
  readonly exited: Promise<{
    readonly code: number | null;
    readonly signal: NodeJS.Signals | null;
    readonly output: string;
  }>;
  readonly kill: (signal: NodeJS.Signals) => void;
};

export function startServerProcess(
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): ServerProcess {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...compileCache(),
      PORT: '0',
      MQTT_PORT: '0',
      YAMORI_LOG: 'warn',
      // Ends only requests that hang; tests of database outages set their own.
      YAMORI_LIMIT_REQUEST_SECONDS: '120',
      YAMORI_ANALYSE_NIGHTS: 'off',
      // Servers without their own folder share one database, so they share its key.
      ...(environment['YAMORI_DATA'] === undefined
        ? { YAMORI_SECRET: SHARED_SECRET, YAMORI_DATA: SHARED_FOLDER }
        : {}),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const state = { output: '' };
  const append = (chunk: Buffer) => {
    state.output += chunk.toString('utf8');
  };
  child.stdout?.on('data', append);
  child.stderr?.on('data', append);
  const exited = new Promise<{
    code: number | null;
    signal: NodeJS.Signals | null;
    output: string;
  }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, output: state.output }));
  });
  const readyMessage = new Promise<ReadyMessage>((resolve, reject) => {
    child.on('message', (message) => {
      if (isReady(message)) resolve(message);
    });
    void exited.then(() => reject(new Error(state.output)));
  });
  const ready = readyMessage.then(({ address }) => address);
  ready.catch(() => undefined);
  const firstStartLink = readyMessage.then(({ firstStart }) => {
    const link = /https?:\/\/\S+/.exec(firstStart?.onTerminal ?? '')?.[0];
    if (link === undefined) throw new Error('the server has members, so it printed no link');
    return link;
  });
  firstStartLink.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    ready,
    firstStartLink,
    exited,
    kill: (signal) => {
      child.kill(signal);
    },
  };
}

const compileCache = (): Record<string, string> => {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
};

type ReadyMessage = {
  readonly kind: 'ready';
  readonly address: string;
  readonly firstStart: { readonly onTerminal: string } | null;
};

const isReady = (message: unknown): message is ReadyMessage =>
  typeof message === 'object' &&
  message !== null &&
  'kind' in message &&
  message.kind === 'ready' &&
  'address' in message &&
  typeof message.address === 'string' &&
  'firstStart' in message;
