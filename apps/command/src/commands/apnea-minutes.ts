import { apneaMinutes as scoreMinutes, type EventClass } from '@yamori/signal';
import { type Command, onlyFile, parseArguments } from '../command.ts';
import { numberField, readJsonObject, risingNumbers } from '../json-input.ts';

type ApneaMinutesResult = {
  readonly minutes: readonly ('A' | 'N')[];
  readonly probability: readonly number[];
  readonly eventsPerHour: number;
  readonly class: EventClass;
};

const MAX_BEATS = 2_000_000;
const MAX_MINUTES = 10_080;

export const apneaMinutes: Command = {
  name: 'apnea-minutes',
  usage: 'BEATS.json [--json]',
  summary:
    'finds minutes with disturbed breathing from heart beats alone: { "beatsSeconds": [], "minutes": N }',
  run: async (args, { folder }) => {
    const input = readJsonObject(
      folder,
      onlyFile(parseArguments(args, {}).positionals, 'BEATS.json'),
    );
    const beatsSeconds = risingNumbers(input['beatsSeconds'], 'beatsSeconds', MAX_BEATS);
    const count =
      input['minutes'] === undefined
        ? Math.floor((beatsSeconds.at(-1) ?? 0) / 60)
        : Math.floor(numberField(input['minutes'], 'minutes', [0, MAX_MINUTES]));
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
