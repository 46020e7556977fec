import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateHistoryCollection, query } from '@yamori/domain';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoChanges } from './fill-demo.ts';
import { seedDemo } from './seed.ts';
import { hashDeviceKey, newDeviceKey } from '../modules/devices/device-key.ts';
import { FAST_HASHING } from '../testing/fast-password-hash.ts';
import { startLiveFixture, type LiveFixture } from '../testing/live-fixture.ts';

const log = pino({ level: 'silent' });
let fixture: LiveFixture;
let folder: string;
beforeAll(async () => {
  fixture = await startLiveFixture();
  folder = await mkdtemp(join(tmpdir(), 'yamori-interrupted-'));
});
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true });
});

/** Starts the demo and kills it after this many writes. */
async function start(writes = Infinity): Promise<void> {
  const { identity, store } = fixture.app;
  let left = writes;
  const written = (): void => {
    left -= 1;
    if (left === 0) throw new Error('killed');
  };
  const interrupted: typeof store = {
    ...store,
    commit: async (...commit) => {
      const documents = await store.commit(...commit);
      written();
      return documents;
    },
  };
  await seedDemo({
    keys: { fresh: () => newDeviceKey(randomBytes), hashKey: hashDeviceKey },
    dataFolder: folder,
    log,
    now: () => new Date(),
    findUserId: identity.findUserId,
    hashPassword: FAST_HASHING.hash,
    createUser: async (user) => {
      const userId = await identity.createUser(user);
      written();
      return userId;
    },
    present: async (paths) =>
      new Set((await store.read(paths)).flatMap((document) => document?.path ?? [])),
    commit: async (documents) => {
      await interrupted.commit(documents, { userId: null });
    },
  });
  await demoChanges({ store: interrupted }, { database: fixture.temporary.database, log });
}

const readHistory = async () =>
  (await fixture.app.store.list(query.parse({ collection: 'updateHistory' })))
    .map(({ data }) => updateHistoryCollection.schema.parse(data))
    .map(({ actorId, action, path }) => `${actorId} ${action} ${path}`)
    .toSorted();
const readAkane = async () => (await fixture.app.store.read(['domain/demo-akane']))[0]?.data ?? {};

it('a start completes a first start that was killed after any of its writes', async () => {
  let kills = 0;
  const isKilled = (): Promise<boolean> =>
    start(1).then(
      () => false,
      (error: unknown) => {
        expect(error).toEqual(new Error('killed'));
        return true;
      },
    );
  while (await isKilled()) kills += 1;
  expect(kills).toBeGreaterThan(15);
  expect((await readAkane())['escalation']).toEqual([
    {
      name: expect.any(String),
      userIds: ['demo-staff', 'demo-administrator'],
      afterMinutes: null,
    },
    { name: expect.any(String), userIds: ['demo-privileged', 'demo-owner'], afterMinutes: null },
  ]);
  expect(await readHistory()).toEqual([
    'demo-administrator update domain/demo-akane',
    'demo-agency-admin update domain/demo-mizuki',
    'demo-owner update domain/demo-akane',
    'demo-senior-developer create parameter/accident.batteryLow.escalateAfterMinutes',
    'demo-senior-developer create view/demo-round',
  ]);
});

it('a start restores nothing that users changed or deleted', async () => {
  await fixture.commit([
    { kind: 'delete', path: 'view/demo-round' },
    {
      kind: 'update',
      path: 'domain/demo-akane',
      fields: [
        { field: ['escalation'], value: [] },
        { field: ['contact'], value: '090-0000-0000' },
      ],
    },
  ]);
  await start();
  expect(await fixture.app.store.read(['view/demo-round'])).toEqual([null]);
  expect(await readAkane()).toMatchObject({ escalation: [], contact: '090-0000-0000' });
});
