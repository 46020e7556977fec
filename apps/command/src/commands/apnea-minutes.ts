import { apneaMinutes as scoreMinutes, type EventClass } from '@yamori/signal';
import { type Command, onlyFile, readWords } from '../command.ts';
import { numberField, readJsonObject, risingNumbers } from '../json-input.ts';

export type ApneaMinutesResult = {
  readonly minutes: readonly ('A' | 'N')[];
  readonly probability: readonly number[];
  readonly eventsPerHour: number;
  readonly class: EventClass;
};

const MOST_BEATS = 2_000_000;
const MOST_MINUTES = 10_080;

export const apneaMinutes: Command = {
  name: 'apnea-minutes',
  usage: 'BEATS.json [--json]',
  summary:
    'minutes with disturbed breathing from heart beats alone: { "beatsSeconds": [], "minutes": N }',
  run: async (words, { folder }) => {
    const input = readJsonObject(folder, onlyFile(readWords(words, {}).positionals, 'BEATS.json'));
    const beatsSeconds = risingNumbers(input['beatsSeconds'], 'beatsSeconds', MOST_BEATS);
    const count =
      input['minutes'] === undefined
        ? Math.floor((beatsSeconds.at(-1) ?? 0) / 60)
        : Math.floor(numberField(input['minutes'], 'minutes', [0, MOST_MINUTES]));
    const scored = scoreMinutes(beatsSeconds, count);
    const value: ApneaMinutesResult = {
      minutes: Array.from(scored.minutes, (one) => (one === 1 ? 'A' : 'N')),
      probability: Array.from(scored.probability, (share) => Math.round(share * 1e4) / 1e4),
      eventsPerHour: scored.eventsPerHour,
      class: scored.class,
    };
    return {
      value,
      text: `${value.minutes.join('')}\n${value.eventsPerHour.toFixed(1)} an hour: ${value.class} (a reference value)\n`,
    };
  },
};
