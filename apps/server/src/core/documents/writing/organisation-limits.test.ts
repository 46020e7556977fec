import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { ACCESS_LEVELS, COLLECTIONS, ProblemError, RULES, type Write } from '@yamori/domain';
import { createInProcessBus } from '../../messaging/in-process-bus.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { createDocumentAccess, type DocumentAccess } from '../document-access.ts';
import { createDocumentStore, type DocumentStore } from '../document-store.ts';
import {
  aDevice,
  aDomain,
  anActor,
  aRoom,
  aStaff,
  change,
  SERVER,
} from '../testing/test-documents.ts';
import { enforceOrganisationLimits } from './organisation-limits.ts';

let temporary: TemporaryDatabase;
let store: DocumentStore;
let access: DocumentAccess;
const owner = anActor('ownerAdministrator', ['full', 'free'], { rootDomainId: 'full' });
const inFree = { rootDomainId: 'full' };
const bus = createInProcessBus(pino({ level: 'silent' }));
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
  store = createDocumentStore({
    database: temporary.database,
    bus,
    collections: COLLECTIONS,
    clock: () => new Date(),
    log: { warn: () => undefined },
    invariants: [enforceOrganisationLimits],
  });
  access = createDocumentAccess({ store, rules: RULES });
  await store.commit(
    [{ kind: 'create', path: 'deviceType/bed', data: { code: 'bed', name: 'Bed', streams: [] } }],
    SERVER,
  );
  await store.commit(
    [
      aDomain('full', null, { limits: { rooms: 2, devices: 2, members: 9 } }),
      aDomain('free', 'full'),
    ],
    SERVER,
  );
  await store.commit(
    [
      aRoom('r1', 'full'),
      aRoom('r2', 'full'),
      aRoom('f1', 'free', inFree),
      aDevice('D1', 'full', null),
      aDevice('D2', 'full', null),
      aDevice('F1', 'free', null, inFree),
    ],
    SERVER,
  );
});
afterAll(async () => {
  await bus.close();
  await temporary.drop();
});

const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'stored',
    (error: unknown) => (error instanceof ProblemError ? error.problem : Promise.reject(error)),
  );
/** As a member registers it; only the server writes the key. */
const registered = (serial: string): Write => ({
  kind: 'create',
  path: `device/${serial}`,
  data: {
    serial,
    typeId: 'bed',
    domainId: 'full',
    rootDomainId: 'full',
    roomId: null,
    connection: 'network',
  },
});
const limitReached = (kind: 'room' | 'device') => ({
  code: `${kind}-limit-reached`,
  details: { limit: 2 },
});

describe('enforceOrganisationLimits', () => {
  it.each<[string, 'room' | 'device', Write[]]>([
    ['an extra room', 'room', [aRoom('r3', 'full')]],
    ['an extra device', 'device', [registered('D3')]],
    ['a full write of a room', 'room', [{ ...aRoom('r3', 'full'), kind: 'set' } as Write]],
    ['a room moved in from a part', 'room', [change('room/f1', { domainId: 'full' })]],
    ['a device moved in from a part', 'device', [change('device/F1', { domainId: 'full' })]],
    [
      'two for one that goes',
      'room',
      [{ kind: 'delete', path: 'room/r1' }, aRoom('r3', 'full'), aRoom('r4', 'full')],
    ],
  ])('rejects writes above the limit by members and by the server: %s', async (_, kind, writes) => {
    expect(await outcome(access.commit(owner, writes))).toEqual(limitReached(kind));
    expect(await outcome(store.commit(writes, SERVER))).toEqual(limitReached(kind));
  });

  it('does not count imported files, which only their serial identifies', async () => {
    expect(
      await outcome(store.commit([aDevice('F-1', 'full', null, { connection: 'file' })], SERVER)),
    ).toBe('stored');
    expect(
      await outcome(store.commit([change('device/D1', { name: 'counted without it' })], SERVER)),
    ).toBe('stored');
    // A device counts even if a member once marked its connection as `file`.
    expect(
      await outcome(store.commit([aDevice('D3', 'full', null, { connection: 'file' })], SERVER)),
    ).toEqual(limitReached('device'));
    expect(
      await outcome(
        store.commit(
          [change('device/D1', { connection: 'file' }), aDevice('D3', 'full', null)],
          SERVER,
        ),
      ),
    ).toEqual(limitReached('device'));
    expect(
      await outcome(store.commit([change('device/F-1', { connection: 'network' })], SERVER)),
    ).toBe('stored');
    expect(await outcome(store.commit([{ kind: 'delete', path: 'device/F-1' }], SERVER))).toBe(
      'stored',
    );
  });

  it('allows changes and exchanges at the limit', async () => {
    expect(await outcome(access.commit(owner, [change('room/r1', { name: 'other' })]))).toBe(
      'stored',
    );
    expect(
      await outcome(
        access.commit(owner, [{ kind: 'delete', path: 'room/r2' }, aRoom('r2b', 'full')]),
      ),
    ).toBe('stored');
  });

  it('gives the last place to one of several concurrent writes', async () => {
    await store.commit([{ kind: 'delete', path: 'room/r1' }], SERVER);
    const outcomes = await Promise.all(
      ['a', 'b', 'c', 'd'].map((id) =>
        outcome(access.commit(owner, [aRoom(`last-${id}`, 'full')])),
      ),
    );
    expect(outcomes.filter((one) => one === 'stored')).toHaveLength(1);
    expect(outcomes.filter((one) => one !== 'stored')).toEqual([
      limitReached('room'),
      limitReached('room'),
      limitReached('room'),
    ]);
  });
});

describe('staff documents', () => {
  const asStaff = (userId: string, more = {}) =>
    aStaff(userId, 'full', ACCESS_LEVELS.generalStaff, { state: 'invited', ...more });

  it('a staff document cannot be created for an existing account, or as accepted', async () => {
    await temporary.pool.query(
      `insert into auth_user (id, name, email_verified, created_at, updated_at) values ('a-guest', 'Guest', false, now(), now())`,
    );
    for (const actor of [owner, anActor('administrator', ['full']), anActor('seniorDeveloper')]) {
      expect(await outcome(access.commit(actor, [asStaff('a-guest')]))).toEqual({
        code: 'document-forbidden',
        place: 'staff/a-guest',
      });
      expect(
        await outcome(access.commit(actor, [asStaff('nobody-yet', { state: 'active' })])),
      ).toEqual({ code: 'document-forbidden', place: 'staff/nobody-yet' });
    }
  });

  it("a staff document may wait for a person from the organisation's identity provider", async () => {
    expect(await outcome(access.commit(owner, [asStaff('nobody-yet')]))).toBe('stored');
    // Only the person can accept, so no write can set the state to active.
    expect(
      await outcome(access.commit(owner, [change('staff/nobody-yet', { state: 'active' })])),
    ).toMatchObject({ code: 'document-forbidden' });
  });
});
