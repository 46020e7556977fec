import { sleepCollection } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { countedNight } from './counted-night.ts';
import type { Night } from './room-source.ts';
import { analysedNight } from './testing/analysed-night.ts';

/** A night on which somebody was in bed all the time, as these signals told. */
function night(signals: readonly string[], more: object = {}): Night {
  const made = sleepCollection.schema.parse(analysedNight('2026-11-20'));
  if (made.provenance === null) throw new Error('the analysed night says what it rests on');
  return {
    documentReferenceId: '2026-11-20',
    documentPath: 'room/r1/sleep/2026-11-20',
    updatedAt: made.to,
    ...made,
    metrics: { ...made.metrics, outOfBedCount: 0, outOfBedMinutes: 0 },
    provenance: { ...made.provenance, signals: [...signals] },
    ...more,
  };
}
const exits = (given: Night): unknown => countedNight(given, 'Asia/Tokyo').metrics['outOfBedCount'];

describe('how often somebody left the bed', () => {
  it.each([['accelerometer', 'ecg'], ['impedance'], ['rates', 'temperature'], ['eitSum']])(
    'is told by %s',
    (...signals) => {
      expect(exits(night(signals))).toBe(0);
    },
  );

  it.each([['flow'], ['ecg', 'flow'], ['temperature']])(
    'is not known from %s alone, whatever was counted',
    (...signals) => {
      expect(exits(night(signals))).toBeNull();
      expect(countedNight(night(signals), 'Asia/Tokyo').metrics['outOfBedMinutes']).toBeNull();
      expect(exits(night(signals, { metrics: { outOfBedCount: 2 } }))).toBe(2);
    },
  );
});
