import { describe, expect, it } from 'vitest';
import { readSegment, timeInBed } from './why-this-value.tsx';

describe('a segment of the provenance', () => {
  it('a segment has a stream and an interval, and its serial may contain any character', () => {
    expect(readSegment('A:B-1:12 2026-11-21T11:00:00.000Z/2026-11-21T23:00:00.500Z')).toEqual({
      serial: 'A:B-1',
      streamId: 12,
      fromMs: Date.parse('2026-11-21T11:00:00Z'),
      toMs: Date.parse('2026-11-21T23:00:00.500Z'),
    });
  });
  it.each([
    '',
    'A-1',
    'A-1:x 2026-11-21T11:00:00Z/2026-11-21T23:00:00Z',
    'A-1:1 yesterday/today',
    ':1 2026-11-21T11:00:00Z/2026-11-21T23:00:00Z',
  ])('%j is shown unchanged', (text) => expect(readSegment(text)).toBeNull());
});

describe('the time in bed of a night', () => {
  it('reaches from the first epoch in bed to the last', () => {
    expect(timeInBed({ presence: ['unknown', 'inBed', 'outOfBed', 'inBed', 'unknown'] })).toEqual({
      first: 1,
      end: 4,
    });
  });
  it.each([[[]], [['unknown', 'unknown']], [['outOfBed', 'unknown']]] as const)(
    'a night without an epoch in bed has no time in bed (%j)',
    (presence) => expect(timeInBed({ presence })).toBeNull(),
  );
});
