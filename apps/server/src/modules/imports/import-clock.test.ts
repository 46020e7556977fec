import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  AKANE_ROOM,
  startImportFixture,
  type ImportFixture,
} from '../../testing/import-fixture.ts';
import { aNativeFile } from '../../testing/recording-files.ts';

const held: { fixture?: ImportFixture } = {};
const fixture = (): ImportFixture => held.fixture ?? expect.fail('no fixture');
beforeAll(async () => {
  held.fixture = await startImportFixture();
});
afterAll(async () => {
  await held.fixture?.close();
});

/** Locks the bytes of all originals until released, so that threads block on their first read. */
async function holdOriginals(): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = fixture().temporary.database.transaction(async (queries) => {
    await queries.query({ text: 'lock table upload_pieces in access exclusive mode' });
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  return async () => {
    release.resolve();
    await holding;
  };
}

async function countBlockedReads(): Promise<number> {
  const [row] = await fixture().temporary.database.query<{ count: string }>({
    text: `select count(distinct pid) from pg_locks where relation = 'upload_pieces'::regclass and not granted`,
  });
  return Number(row?.count);
}

it('one recording is read at a time; further fits of its member wait, up to a limit', async () => {
  const startUs = Date.parse('2026-10-20T13:00:00Z') * 1000;
  await fixture().temporary.database.query({
    text: `insert into device_assignments (root_domain_id, serial, room_id, from_us, to_us) values ('akane', 'akane-A', $1, $2, $3)`,
    values: [AKANE_ROOM, startUs, startUs + 600e6],
  });
  const { bytes } = aNativeFile({ serial: 'recorder', startUs, seconds: 300 });
  const file = { roomId: AKANE_ROOM, fileName: 'recorder.ymr', bytes, autoStart: 'no' } as const;
  await fixture().uploader.upload(file);
  await fixture().until(bytes, ['ready']);

  const release = await holdOriginals();
  const statuses: number[] = [];
  const fit = async (): Promise<void> => {
    const response = await fixture().uploader.command(file, 'fitClock');
    statuses.push(response.status);
    if (response.status === 429)
      expect(await response.json()).toMatchObject({ code: 'limit-clock-fits' });
    else await response.arrayBuffer();
  };
  const fits = Promise.all(Array.from({ length: 6 }, fit));
  try {
    while (statuses.length === 0 && (await countBlockedReads()) < 2) await pause(20);
    expect(statuses).toEqual([429]);
    await expect.poll(countBlockedReads).toBe(1);
  } finally {
    await release();
  }
  await fits;
  expect(statuses).toEqual([429, 200, 200, 200, 200, 200]);
});
