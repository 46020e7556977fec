import { stat } from 'node:fs/promises';
import { nightAlgorithm } from '@yamori/signal';
import { describe, expect, it } from 'vitest';
import {
  DEMO_NIGHT_FILE,
  packDemoNights,
  readDemoNights,
  toAbsoluteTimes,
  toRelativeTimes,
} from './night-file.ts';
import { DEMO_CYCLE, occupiedRooms } from './places.ts';

const MAX_BYTES = 8_000_000;

describe('the file of shipped nights', () => {
  it('comes from the current analysis; otherwise run npm run demo-nights', async () => {
    const { header } = await readDemoNights(() => false);
    expect(header.algorithm, 'run npm run demo-nights').toEqual(nightAlgorithm);
  });

  it('holds every night of every occupied room once', async () => {
    const { nights } = await readDemoNights();
    expect(nights.map(({ roomId, cycleNight }) => `${roomId} ${cycleNight}`).toSorted()).toEqual(
      occupiedRooms()
        .flatMap(({ roomId }) =>
          Array.from({ length: DEMO_CYCLE }, (_, cycleNight) => `${roomId} ${cycleNight}`),
        )
        .toSorted(),
    );
  });

  it('takes at most 8 MB', async () => {
    expect((await stat(DEMO_NIGHT_FILE)).size).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('yields only the requested rooms and nights', async () => {
    const { nights } = await readDemoNights(
      (roomId, cycleNight) => roomId === 'demo-akane-202' && cycleNight === 3,
    );
    expect(nights.map(({ roomId, cycleNight }) => [roomId, cycleNight])).toEqual([
      ['demo-akane-202', 3],
    ]);
  });

  it('stores times relative to the start of the night', () => {
    const fromMs = Date.parse('2028-02-29T03:00:00Z');
    const provenance = { devices: [] };
    const fields = {
      epochs: ['wake'],
      events: [{ kind: 'call', from: { $date: '2028-02-29T15:00:00.000Z' }, to: null }],
      provenance,
    };
    const relative = toRelativeTimes(fields, fromMs);
    expect(relative['events']).toEqual([{ kind: 'call', from: { $after: 43_200_000 }, to: null }]);
    expect(toAbsoluteTimes({ ...relative, provenance }, fromMs)).toEqual(fields);
  });

  it('packs to the same bytes again', async () => {
    const file = await readDemoNights(
      (roomId, cycleNight) => roomId === 'demo-akane-202' && cycleNight < 3,
    );
    const packed = await packDemoNights(file);
    expect(packed.equals(await packDemoNights(file))).toBe(true);
  });
});
