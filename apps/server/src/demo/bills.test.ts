import { billCollection, monthAt, monthsLater, query } from '@yamori/domain';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoBills } from './fill-demo.ts';
import { domainDocuments } from './domains.ts';
import { demoRooms } from './rooms.ts';
import { startLiveFixture, type LiveFixture } from '../testing/live-fixture.ts';

/** A fixed time, because the seeded months depend on it. */
const now = (): Date => new Date('2026-11-30T15:01:00Z');
let fixture: LiveFixture;
beforeAll(async () => {
  fixture = await startLiveFixture({ now });
});
afterAll(() => fixture.close());

it('seeding the demo creates the bills of its last months once, however often it is interrupted', async () => {
  const documents = [
    ...domainDocuments(),
    ...demoRooms('').flatMap(({ roomId, fields, devices }) => [
      [`room/${roomId}`, fields] as const,
      ...devices.map(
        ({ serial, typeCode, domainId, rootDomainId }) =>
          [
            `device/${serial}`,
            { serial, typeId: typeCode, domainId, rootDomainId, roomId, connection: 'network' },
          ] as const,
      ),
    ]),
  ];
  // Fields of the demo are plain texts, lists and maps.
  await fixture.commit(
    documents.map(([path, data]) => ({
      kind: 'create',
      path,
      data: JSON.parse(JSON.stringify(data)),
    })),
  );
  /** Aborts at the step of this number. */
  const seed = (stoppedAt = Infinity) => {
    let steps = 0;
    const throwIfAborted = (): void => {
      steps += 1;
      if (steps === stoppedAt) throw new Error(`stopped at step ${stoppedAt}`);
    };
    return demoBills(fixture.app, {
      database: fixture.temporary.database,
      now,
      log: pino({ level: 'silent' }),
      signal: { throwIfAborted },
    });
  };
  const bills = async () =>
    (await fixture.app.store.list(query.parse({ collection: 'domain/demo-agency/bill' }))).map(
      ({ data }) => billCollection.schema.parse(data),
    );
  let stops = 0;
  const isStopped = () =>
    seed(stops + 1).then(
      () => false,
      () => true,
    );
  while (await isStopped()) stops += 1;
  expect(stops).toBeGreaterThan(10);
  const first = await bills();
  const running = monthAt(now().getTime(), 'Asia/Tokyo');
  const of = (back: number) => first.filter(({ month }) => month === monthsLater(running, -back));
  expect(
    of(2)
      .map(({ recipient, state }) => `${recipient.id} ${state}`)
      .toSorted(),
  ).toEqual(['demo-akane paid', 'demo-individual paid', 'demo-partner paid']);
  expect(
    of(1)
      .map(({ state }) => state)
      .toSorted(),
  ).toEqual(['draft', 'draft', 'issued']);
  expect(first.flatMap(({ number }) => number ?? []).toSorted()).toEqual([
    '000001',
    '000002',
    '000003',
    '000004',
  ]);
  for (const bill of first) expect(bill.total).toBeGreaterThan(0);
  await seed();
  expect(await bills()).toHaveLength(first.length);
});
