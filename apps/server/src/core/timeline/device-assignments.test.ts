import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { createRandom, seriesFrames } from '../../testing/device-frames.ts';
import { createDeviceAssignments, type DeviceAssignments } from './device-assignments.ts';
import { createTimeline } from './timeline.ts';

const fixture: { temporary?: TemporaryDatabase; assignments?: DeviceAssignments } = {};
beforeEach(async () => {
  fixture.temporary = await openTemporaryDatabase();
  fixture.assignments = createDeviceAssignments(fixture.temporary.database);
});
afterEach(async () => {
  await fixture.temporary?.drop();
});

const assignments = (): DeviceAssignments => {
  if (fixture.assignments === undefined) throw new Error('no database');
  return fixture.assignments;
};
const move = (atUs: number, roomId: string | null, serial = 'A-1') =>
  assignments().change({ rootDomainId: 'root', serial, roomId, atUs });

describe('createDeviceAssignments', () => {
  it('keeps the order of concurrent moves', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => move(100 + index, `r${index}`)));
    const stays = await assignments().ofDevice('A-1', 0, 1_000);
    expect(stays.map(({ roomId, fromUs, toUs }) => [roomId, fromUs, toUs])).toEqual(
      Array.from({ length: 40 }, (_, index) => [
        `r${index}`,
        100 + index,
        index === 39 ? null : 101 + index,
      ]),
    );
  });

  it('follows a device from room to room', async () => {
    await move(100, 'r1');
    await move(200, 'r2');
    await move(250, 'r2');
    await move(300, null);
    expect(
      (await assignments().ofDevice('A-1', 0, 1_000)).map(({ roomId, fromUs, toUs }) => [
        roomId,
        fromUs,
        toUs,
      ]),
    ).toEqual([
      ['r1', 100, 200],
      ['r2', 200, 300],
      [null, 300, null],
    ]);
    expect(await assignments().ofRoom('root', 'r2', 290, 400)).toMatchObject([
      { serial: 'A-1', fromUs: 200, toUs: 300 },
    ]);
    expect(await assignments().ofRoom('root', 'r2', 300, 400)).toEqual([]);
    expect(await assignments().ofRoom('other', 'r2', 0, 400)).toEqual([]);
  });

  it('lets the latest information win, even about the past', async () => {
    await move(100, 'r1');
    await move(300, 'r3');
    await move(200, 'r2');
    expect(
      (await assignments().ofDevice('A-1', 0, 1_000)).map(({ roomId, fromUs, toUs }) => [
        roomId,
        fromUs,
        toUs,
      ]),
    ).toEqual([
      ['r1', 100, 200],
      ['r2', 200, null],
    ]);
  });

  it('never leaves a device in two rooms after concurrent changes', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => move(100 + index, `r${index % 3}`)));
    const stays = await assignments().ofDevice('A-1', 0, 1_000);
    expect(stays.filter((stay) => stay.toUs === null)).toHaveLength(1);
    stays.slice(1).forEach((stay, index) => expect(stay.fromUs).toBe(stays[index]?.toUs));
  });

  it('matches a simple model for any sequence of changes', async () => {
    const word = fc.record({
      atUs: fc.integer({ min: 0, max: 12 }),
      roomId: fc.constantFrom('r1', 'r2', null),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 8 }), async (words) => {
        const serial = `P-${run++}`;
        /** Room at each time; undefined means unknown. */
        const rooms: (string | null | undefined)[] = Array.from({ length: 14 }, () => undefined);
        for (const { atUs, roomId } of words) {
          await move(atUs, roomId, serial);
          rooms.fill(roomId, atUs);
        }
        const stays = await assignments().ofDevice(serial, -1, 1e9);
        const expected = rooms.map((_, instant) =>
          stays
            .filter((stay) => stay.fromUs <= instant && (stay.toUs === null || stay.toUs > instant))
            .map((stay) => stay.roomId),
        );
        expect(expected).toEqual(rooms.map((room) => (room === undefined ? [] : [room])));
        for (const stay of stays) expect(stay.toUs === null || stay.toUs > stay.fromUs).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('separates the stays of a device that is lent to another organisation', async () => {
    await assignments().change({ rootDomainId: 'one', serial: 'A-1', roomId: 'r1', atUs: 100 });
    await assignments().change({ rootDomainId: 'two', serial: 'A-1', roomId: 'r1', atUs: 200 });
    await assignments().change({ rootDomainId: 'one', serial: 'A-1', roomId: 'r1', atUs: 300 });
    expect(
      (await assignments().ofRoom('one', 'r1', 0, 1_000)).map(({ fromUs, toUs }) => [fromUs, toUs]),
    ).toEqual([
      [100, 200],
      [300, null],
    ]);
    expect(
      (await assignments().ofRoom('two', 'r1', 0, 1_000)).map(({ fromUs, toUs }) => [fromUs, toUs]),
    ).toEqual([[200, 300]]);
  });

  it('combines a night from two devices and two rooms, split at their moves', async () => {
    const database = fixture.temporary?.database ?? expect.fail('no database');
    const startUs = 1_760_000_000_000_000;
    const timeline = createTimeline({
      database,
      clock: { nowMs: () => startUs / 1000 },
      log: pino({ level: 'silent' }),
    });
    for (const [seed, serial] of ['A-1', 'A-2'].entries()) {
      await timeline.stage(
        seriesFrames({
          serial,
          startUs,
          sampleRateHz: 50,
          samplesPerFrame: 50,
          frameCount: 40,
          random: createRandom(seed),
        }),
      );
    }
    await timeline.compact(-1e6, -1e6);
    await move(startUs, 'r1', 'A-1');
    await move(startUs, 'r2', 'A-2');
    await move(startUs + 12_345_678, 'r2', 'A-1');
    await move(startUs + 20e6, 'r1', 'A-2');
    const ofRoom = async (roomId: string) => {
      const parts = [];
      for (const stay of await timeline.assignments.ofRoom(
        'root',
        roomId,
        startUs,
        startUs + 30e6,
      )) {
        const range = {
          serial: stay.serial,
          streamId: 1,
          fromUs: Math.max(stay.fromUs, startUs),
          toUs: Math.min(stay.toUs ?? 4e15, startUs + 30e6),
        };
        parts.push([
          stay.serial,
          (await timeline.read(range)).map((run) => [
            run.firstSampleTimeUs - startUs,
            run.channels[0]?.length,
          ]),
        ]);
      }
      return parts;
    };
    // 12.345678 s at 50 Hz: 618 samples before the move; the next follows it, at 12.36 s.
    expect(await ofRoom('r1')).toEqual([
      ['A-1', [[0, 618]]],
      ['A-2', [[20e6, 500]]],
    ]);
    expect(await ofRoom('r2')).toEqual([
      ['A-2', [[0, 1_000]]],
      ['A-1', [[12_360_000, 882]]],
    ]);
  });
});
