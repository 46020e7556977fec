import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StreamDeclaration } from '@yamori/domain';
import type { NightAnalysis } from '@yamori/signal';
import { z } from 'zod';

/**
 * Applications do not import each other, so the simulator runs as a process that receives requests.
 */
const PROGRAM = fileURLToPath(new URL('../../../simulator/src/nights-main.ts', import.meta.url));

export type NightRequest = {
  readonly person: string;
  readonly night: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly utcOffsetMinutes: number;
  readonly startMs: number;
  readonly hours: number;
  /** Also records the samples, at the declared rates. */
  readonly asRecorded: boolean;
  readonly devices: readonly {
    readonly serial: string;
    readonly streams: readonly StreamDeclaration[];
  }[];
};

const livedNight = z.object({
  // The schema of the document checks it on writing.
  analysis: z.custom<NightAnalysis>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      'epochs' in value &&
      Array.isArray(value.epochs),
  ),
  streams: z.array(
    z.object({
      serial: z.string(),
      streamId: z.number(),
      signal: z.string(),
      sampleRateHz: z.number(),
    }),
  ),
  callsMs: z.array(z.number()),
});
export type LivedNight = z.infer<typeof livedNight>;
const recorded = z.object({ frames: z.number(), bytes: z.number() });
const answer = z.union([
  z.object({ id: z.number(), night: livedNight }),
  z.object({ id: z.number(), recorded }),
  z.object({ id: z.number(), failed: z.string() }),
]);
type Answer = z.infer<typeof answer>;

/** The data that one device sends during a night, at the rates it declares. */
type RecordingRequest = Pick<NightRequest, 'person' | 'night' | 'startMs' | 'hours'> & {
  readonly timeZone: string;
  readonly device: {
    readonly serial: string;
    readonly typeCode: string;
    readonly firmware: string;
    readonly streams: readonly StreamDeclaration[];
  };
  readonly file: string;
};

export type NightSimulator = {
  /** One request at a time. Rejects if the simulator fails or is closed. */
  readonly live: (request: NightRequest) => Promise<LivedNight>;
  /** Writes the recording to its file. Shares the queue with `live` and rejects likewise. */
  readonly record: (
    request: RecordingRequest,
  ) => Promise<{ readonly frames: number; readonly bytes: number }>;
  readonly close: () => void;
};

/** How the simulator ended, if unexpectedly. */
export type SimulatorEnd = {
  readonly code: number | null;
  readonly signal: string | null;
  /** The end of its output. */
  readonly output: string;
};
type NightSimulatorOptions = {
  /** 19 yields to all other processes. */
  readonly niceness?: number;
  readonly program?: string;
  readonly onEnd?: (end: SimulatorEnd) => void;
};

const OUTPUT_CHARACTERS = 2_000;

/** The process starts with the first request, and restarts with the next one after it ended. */
export function createNightSimulator({
  niceness = 19,
  program = PROGRAM,
  onEnd,
}: NightSimulatorOptions = {}): NightSimulator {
  const state: { child?: ChildProcess; last: number; isClosed: boolean } = {
    last: 0,
    isClosed: false,
  };
  const start = (): ChildProcess => {
    const child = fork(program, [String(niceness)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_CHARACTERS);
    });
    child.once('close', (code, signal) => {
      if (!state.isClosed) onEnd?.({ code, signal, output: output.trim() });
    });
    return child;
  };
  const getChild = (): ChildProcess => {
    if (state.child?.connected !== true) state.child = start();
    return state.child;
  };
  const ask = (request: NightRequest | RecordingRequest): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const id = (state.last += 1);
      const child = getChild();
      const settle = (outcome: () => void): void => {
        child.off('message', onMessage);
        child.off('exit', onExit);
        child.off('error', onExit);
        outcome();
      };
      const onExit = (): void => settle(() => reject(new Error('the night simulator exited')));
      const onMessage = (message: unknown): void => {
        const reply = answer.safeParse(message);
        if (reply.success && reply.data.id === id) settle(() => resolve(reply.data));
      };
      child.on('message', onMessage);
      child.once('exit', onExit);
      child.once('error', onExit);
      child.send({ id, ...request });
    });
  const toError = (reply: Answer): Error =>
    new Error('failed' in reply ? reply.failed : 'unexpected message from the night simulator');
  return {
    async live(request) {
      const reply = await ask(request);
      if ('night' in reply) return reply.night;
      throw toError(reply);
    },
    async record(request) {
      const reply = await ask(request);
      if ('recorded' in reply) return reply.recorded;
      throw toError(reply);
    },
    close: () => {
      state.isClosed = true;
      state.child?.removeAllListeners('message');
      state.child?.kill('SIGTERM');
    },
  };
}
