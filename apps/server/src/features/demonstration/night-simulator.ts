import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StreamDeclaration } from '@yamori/domain';
import type { NightAnalysis } from '@yamori/signal';
import { z } from 'zod';

/** An application imports no application: the simulator is a process that is asked for nights. */
const PROGRAM = fileURLToPath(new URL('../../../../simulator/src/nights-main.ts', import.meta.url));

export type NightRequest = {
  readonly person: string;
  readonly night: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly utcOffsetMinutes: number;
  readonly startMs: number;
  readonly hours: number;
  readonly devices: readonly { readonly serial: string; readonly streams: readonly StreamDeclaration[] }[];
};

const livedNight = z.object({
  // Checked as a whole by the document's schema when it is written.
  analysis: z.custom<NightAnalysis>((value) => typeof value === 'object' && value !== null && 'epochs' in value && Array.isArray(value.epochs)),
  streams: z.array(z.object({ serial: z.string(), streamId: z.number(), signal: z.string(), sampleRateHz: z.number() })),
  callsMs: z.array(z.number()),
});
export type LivedNight = z.infer<typeof livedNight>;
const answer = z.union([z.object({ id: z.number(), night: livedNight }), z.object({ id: z.number(), failed: z.string() })]);

export type NightSimulator = {
  /** One at a time. @throws Error when the simulator fails or is closed */
  readonly live: (request: NightRequest) => Promise<LivedNight>;
  readonly close: () => void;
};

/** Starts with its first night. `niceness`: 19 takes only what nobody else wants. */
export function createNightSimulator(niceness = 19): NightSimulator {
  const state: { child?: ChildProcess; last: number } = { last: 0 };
  const childOf = (): ChildProcess => {
    if (state.child?.connected !== true) state.child = fork(PROGRAM, [String(niceness)], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' });
    return state.child;
  };
  return {
    live: (request) => new Promise((resolve, reject) => {
      const id = (state.last += 1);
      const child = childOf();
      const settle = (outcome: () => void): void => {
        child.off('message', onMessage);
        child.off('exit', onExit);
        child.off('error', onExit);
        outcome();
      };
      const onExit = (): void => settle(() => reject(new Error('the simulator of nights ended')));
      const onMessage = (message: unknown): void => {
        const told = answer.safeParse(message);
        if (!told.success || told.data.id !== id) return;
        const { data } = told;
        settle(() => ('night' in data ? resolve(data.night) : reject(new Error(data.failed))));
      };
      child.on('message', onMessage);
      child.once('exit', onExit);
      child.once('error', onExit);
      child.send({ id, ...request });
    }),
    close: () => {
      state.child?.removeAllListeners('message');
      state.child?.kill('SIGTERM');
    },
  };
}
