import { assembleNightResult } from './analyse-night.ts';
import type { NightAnalysis } from './night-analysis.ts';
import type { NightChannel, NightInput, NightStretch } from './night-input.ts';
import { createNightReader } from './night-signals.ts';

/** A channel whose stretches are added while the night is being read. */
export type OpenChannel = Omit<NightChannel, 'stretches'>;
export type OpenNightInput = Omit<NightInput, 'channels'> & { channels: readonly OpenChannel[] };

/** A night that is read in parts, so that the caller can wait for a database in between. */
export interface OpenNight {
  /**
   * Adds the next samples of channel `channel`, in order of time. They are borrowed until `advance`
   * has passed them.
   */
  add(channel: number, stretch: NightStretch): void;
  /** Reads all samples before this time. Samples added after their time are skipped. */
  advance(toMs: number): void;
  /** Returns the same result as `analyseNight`. Call it once. */
  finish(): NightAnalysis;
}

/** Holds the added samples that were not read yet, and a few values per epoch. */
export function openNight(input: OpenNightInput): OpenNight {
  const queues = input.channels.map((): NightStretch[] => []);
  const whole: NightInput = {
    ...input,
    channels: input.channels.map((channel, index) => ({
      ...channel,
      stretches: drainQueue(queues[index] ?? []),
    })),
  };
  const reader = createNightReader(whole);
  return {
    add: (channel, stretch) => void queues[channel]?.push(stretch),
    advance: (toMs) => reader.advance(toMs),
    finish: () => assembleNightResult(whole, reader.finish()),
  };
}

/** An iterator that reports the end when the queue is empty, but resumes when it fills again. */
function drainQueue(queue: NightStretch[]): Iterable<NightStretch> {
  const next = (): IteratorResult<NightStretch> => {
    const value = queue.shift();
    return value === undefined ? { done: true, value: undefined } : { done: false, value };
  };
  return { [Symbol.iterator]: () => ({ next }) };
}
