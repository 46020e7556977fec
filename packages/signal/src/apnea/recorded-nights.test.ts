import { describe, expect, it } from 'vitest';
import { hasRecordings, WHY_SKIPPED } from '../../../../tools/run/recordings.mjs';
import { sharedBytes, sharedText } from '../testing/shared-recordings.ts';
import { apneaMinutes } from './apnea-minutes.ts';

const SKIP = 59;

/** Times of the annotations in ticks of 10 ms, with their codes. */
function annotations(path: string): { ticks: number; code: number }[] {
  const bytes = sharedBytes(path);
  const found: { ticks: number; code: number }[] = [];
  let ticks = 0;
  for (let at = 0; at + 1 < bytes.length;) {
    const word = bytes.readUInt16LE(at);
    if (word === 0) break;
    at += 2;
    if (word >> 10 === SKIP) {
      ticks += bytes.readInt16LE(at) * 65_536 + bytes.readUInt16LE(at + 2);
      at += 4;
    } else {
      ticks += word & 1023;
      found.push({ ticks, code: word >> 10 });
    }
  }
  return found;
}

// The model was trained on these nights: the test checks that it is the fitted one, not how well it
// generalises (decision 020).
describe.skipIf(!hasRecordings)(`nights of the Apnea-ECG database${WHY_SKIPPED}`, () => {
  it.each([
    ['a01', 'severe', 0.95],
    ['a05', 'severe', 0.88],
    ['b02', 'moderate', 0.85],
    ['c01', 'none', 0.99],
    ['c09', 'none', 0.99],
  ])('record %s is classified as %s', (record, published, share) => {
    const expert = annotations(`apnea-ecg/${record}.apn`).map(({ code }) => (code === 8 ? 1 : 0));
    const beats = annotations(`apnea-ecg/${record}.qrs`).map(({ ticks }) => ticks / 100);
    const { minutes, class: found } = apneaMinutes(beats, expert.length);
    expect(
      minutes.filter((label, minute) => label === expert[minute]).length / expert.length,
    ).toBeGreaterThan(share);
    expect(found === 'none' || found === 'mild').toBe(published === 'none');
  });

  it('every label agrees with the reference', () => {
    // The reference file has a known shape.
    const { records } = JSON.parse(sharedText('apnea-ecg/reference.json')) as {
      records: Record<string, { labels: string }>;
    };
    expect(
      annotations('apnea-ecg/a10.apn')
        .map(({ code }) => (code === 8 ? 'A' : 'N'))
        .join(''),
    ).toBe(records['a10']?.labels);
  });
});
