import { resultOfNight } from './analyse-night.ts';
import type { NightAnalysis } from './night-analysis.ts';
import type { NightChannel, NightInput, NightStretch } from './night-input.ts';
import { createNightReader } from './night-signals.ts';

/** A channel whose stretches come one after the other while the night is being read. */
export type OpenChannel = Omit<NightChannel, 'stretches'>;
export type OpenNightInput = Omit<NightInput, 'channels'> & { channels: readonly OpenChannel[] };

/** A night that is read a part at a time, for whoever waits for a database in between. */
export interface OpenNight {
  /**
   * The next samples of channel `channel`, in order of time; borrowed until they lie before what
   * was advanced to.
   */
  add(channel: number, stretch: NightStretch): void;
  /**
   * All that was added before this time is read; what is added later than it is due is left out.
   */
  advance(toMs: number): void;
  /** The same as `analyseNight` would give. Call it once. */
  finish(): NightAnalysis;
}

/** Holds what was added and not reached yet, and a few values an epoch. */
export function openNight(input: OpenNightInput): OpenNight {
  const queues = input.channels.map((): NightStretch[] => []);
  const whole: NightInput = {
    ...input,
    channels: input.channels.map((channel, index) => ({
      ...channel,
      stretches: waiting(queues[index] ?? []),
    })),
  };
  const reader = createNightReader(whole);
  return {
    add: (channel, stretch) => void queues[channel]?.push(stretch),
    advance: (toMs) => reader.advance(toMs),
    finish: () => resultOfNight(whole, reader.finish()),
  };
}

/** Says that there is nothing when the queue is empty, and goes on when there is again. */
function waiting(queue: NightStretch[]): Iterable<NightStretch> {
  const next = (): IteratorResult<NightStretch> => {
    const value = queue.shift();
    return value === undefined ? { done: true, value: undefined } : { done: false, value };
  };
  return { [Symbol.iterator]: () => ({ next }) };
}
