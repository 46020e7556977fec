import { sleepCollection } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import type { Night } from './api.ts';
import { countedNight } from './counted-night.ts';
import { analysedNight } from './testing/analysed-night.ts';

const NIGHT = '2026-11-20';
const nightWith = (more: object): Night =>
  ({
    documentReferenceId: NIGHT,
    ...sleepCollection.schema.parse({ ...analysedNight(NIGHT), ...more }),
  }) as Night;

describe('the counted figures of a night', () => {
  it('the figures include the time in bed that the analysis found', () => {
    expect(countedNight(nightWith({}), 'Asia/Tokyo').metrics['TIB']).toBe(480);
  });

  it('a night without a known epoch has no time in bed', () => {
    const quality = { code: 'noSleepSignals', coverage: 0, recorded: 0.5, signals: {} };
    const night = nightWith({
      epochs: Array.from({ length: 2880 }, () => 'missing'),
      metrics: { TIB: 720, TST: null },
      quality,
    });
    expect(countedNight(night, 'Asia/Tokyo').metrics['TIB']).toBeNull();
  });
});
