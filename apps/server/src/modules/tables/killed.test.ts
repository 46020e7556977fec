import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CsvImport } from '@yamori/domain';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';
import { startServerProcess, type ServerProcess } from '../../testing/server-process.ts';

/**
 * A server in this process creates the members and then ends its jobs, so that the process to be
 * killed runs the import.
 */
const held: { fixture?: LiveFixture; server?: ServerProcess; cookie: string; address: string } = {
  cookie: '',
  address: '',
};
const fixture = (): LiveFixture => held.fixture ?? expect.fail('no fixture');
const ROWS = 900;
/** YAMORI_LONG=1 kills more often. */
const KILLS = process.env['YAMORI_LONG'] === '1' ? 3 : 1;

beforeAll(async () => {
  held.fixture = await startLiveFixture();
  held.cookie = await fixture().signIn('carer@akane.example');
  await fixture().app.jobs.close();
});
const kill = async (): Promise<void> => {
  held.server?.kill('SIGKILL');
  await held.server?.exited;
};
afterEach(kill);
afterAll(async () => {
  await held.fixture?.close();
});

async function startServer(): Promise<void> {
  held.server = startServerProcess({ DATABASE_URL: fixture().temporary.url });
  held.address = (await held.server.ready).replace(/\/$/, '');
}
async function call<Reply>(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> {
  const reply = await fetch(`${held.address}/api/csv-imports${path}`, {
    method,
    headers: {
      cookie: held.cookie,
      origin: held.address,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status} ${await reply.text()}`);
  // The server's own tests check its replies against the contract.
  return (await reply.json()) as Reply;
}
const rooms = () =>
  fixture().app.store.count({
    collection: 'room',
    group: false,
    filters: [{ field: ['building'], op: '==', value: 'K' }],
    orderBy: [],
    offset: 0,
  });
async function moved(from: number, down = false): Promise<number> {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await pause(2)) {
    const now = await rooms();
    if (down ? now < from : now > from) return now;
  }
  return expect.fail('nothing moved');
}
async function until(importId: string, state: CsvImport['state']): Promise<CsvImport> {
  for (
    const deadline = performance.now() + 120_000;
    performance.now() < deadline;
    await pause(20)
  ) {
    const seen = (await call<{ import: CsvImport }>('GET', `/${importId}`)).import;
    if (seen.state === state) return seen;
  }
  return expect.fail(`it did not come to ${state}`);
}

it('the server can be killed repeatedly and neither duplicates nor loses a row, and an undo removes every row', async () => {
  const importId = randomUUID();
  await startServer();
  await call('POST', '', {
    importId,
    kind: 'room',
    domainId: 'akane',
    fileName: 'rooms.csv',
    language: 'ja',
  });
  for (let from = 0; from < ROWS; from += 300) {
    await call('POST', `/${importId}/rows`, {
      rows: Array.from({ length: 300 }, (_, index) => ({
        row: from + index + 2,
        cells: { name: `K${from + index}`, building: 'K' },
      })),
    });
  }
  await call('POST', `/${importId}/start`, { existing: 'update', leftOut: [] });
  let reached = 0;
  for (let round = 0; round < KILLS; round++) {
    reached = await moved(reached);
    await kill();
    expect(await rooms()).toBeLessThan(ROWS);
    await startServer();
  }
  const done = await until(importId, 'done');
  expect(done.counts).toMatchObject({
    total: ROWS,
    waiting: 0,
    outcomes: { new: ROWS, unchanged: 0, refused: 0 },
  });
  expect(await rooms()).toBe(ROWS);
  await call('POST', `/${importId}/undo`);
  await moved(ROWS, true);
  await kill();
  expect(await rooms()).toBeGreaterThan(0);
  await startServer();
  expect((await until(importId, 'undone')).counts.outcomes.undone).toBe(ROWS);
  expect(await rooms()).toBe(0);
});
