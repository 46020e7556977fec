import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ACCESS_LEVELS,
  COLLECTIONS,
  deviceLoanCollection,
  LOAN_STATES,
  loanStateAt,
  STREAM_KINDS,
  type Query,
} from '@yamori/domain';
import { createDocumentStore, type DocumentStore } from '../core/documents/document-store.ts';
import { startIdentityFixture, type IdentityFixture } from '../testing/identity-fixture.ts';
import { DEMONSTRATION_PASSWORD } from '../modules/identity/passwords/password-rule.ts';
import { FAST_HASHING } from '../testing/fast-password-hash.ts';
import { DEMONSTRATION_MEMBERS } from './accounts.ts';
import { hashDeviceKey, newDeviceKey } from '../modules/devices/device-key.ts';
import type { KeyedDevice } from './device-keys.ts';
import { devicesFile, seedDemo, type DemoContext } from './seed.ts';

const everything = (collection: string): Query => ({
  collection,
  group: false,
  filters: [],
  orderBy: [],
  offset: 0,
});

describe('the demo', () => {
  const held: {
    fixture?: IdentityFixture;
    store?: DocumentStore;
    context?: DemoContext;
    folder?: string;
  } = {};
  const store = (): DocumentStore => held.store ?? expect.fail('no store');
  const context = (): DemoContext => held.context ?? expect.fail('no parts');
  const listed = async (collection: string) =>
    (await store().list(everything(collection))).map((document) => document.data);
  // The code under test writes and checks the file as KeyedDevice.
  const keyFile = async (): Promise<KeyedDevice[]> =>
    JSON.parse(await readFile(devicesFile(context().dataFolder), 'utf8')) as KeyedDevice[];

  beforeAll(async () => {
    const fixture = await startIdentityFixture();
    const log = pino({ level: 'silent' });
    const documents = createDocumentStore({
      database: fixture.temporary.database,
      bus: fixture.bus,
      collections: COLLECTIONS,
      clock: () => new Date(),
      log,
    });
    const folder = await mkdtemp(join(tmpdir(), 'yamori-demo-'));
    Object.assign(held, { fixture, store: documents, folder });
    held.context = {
      keys: { fresh: () => newDeviceKey(randomBytes), hashKey: hashDeviceKey },
      dataFolder: folder,
      log,
      now: () => new Date(),
      findUserId: fixture.identity.findUserId,
      hashPassword: FAST_HASHING.hash,
      createUser: fixture.identity.createUser,
      present: async (paths) =>
        new Set((await documents.read(paths)).flatMap((document) => document?.path ?? [])),
      commit: async (writes) => {
        await documents.commit(writes, { userId: null });
      },
    };
    await seedDemo(held.context);
  });
  afterAll(async () => {
    await held.fixture?.close();
    if (held.folder !== undefined) await rm(held.folder, { recursive: true });
  });

  it('contains 24 rooms in two facilities and one at home', async () => {
    const rooms = await listed('room');
    const counts = Map.groupBy(rooms, (room) => room['domainId']);
    expect(new Map([...counts].map(([domainId, found]) => [domainId, found.length]))).toEqual(
      new Map([
        ['demo-akane', 14],
        ['demo-individual', 1],
        ['demo-mizuki', 10],
      ]),
    );
  });

  it('contains at least two devices for every kind of stream, each known to its room', async () => {
    const devices = (await listed('device')).filter(({ domainId }) => domainId !== 'demo-maker');
    const rooms = await store().list(everything('room'));
    const keyed = await keyFile();
    for (const kind of STREAM_KINDS)
      expect(
        keyed.filter((device) => device.streams.some((stream) => stream.kind === kind)).length,
        kind,
      ).toBeGreaterThanOrEqual(2);
    for (const device of devices)
      expect(rooms.find((room) => room.id === device['roomId'])?.data['deviceSerials']).toContain(
        device['serial'],
      );
  });

  it('hashes the shared password of its accounts once', async () => {
    const { database } = (held.fixture ?? expect.fail('no fixture')).temporary;
    const [counted] = await database.query({
      text: `select count(*)::int as accounts, count(distinct password)::int as hashes from auth_account`,
    });
    expect(counted).toEqual({ accounts: DEMONSTRATION_MEMBERS.length, hashes: 1 });
  });

  it('keeps an account whose address was changed, with the new address', async () => {
    const { database } = (held.fixture ?? expect.fail('no fixture')).temporary;
    const before = await listed('staff');
    await database.query({
      text: `update auth_user set email = 'moved@elsewhere.example' where email = 'staff@demo.example'`,
    });
    await seedDemo(context());
    expect(
      await database.query({
        text: `select email from auth_user where id = 'demo-staff' or email = 'staff@demo.example'`,
      }),
    ).toEqual([{ email: 'moved@elsewhere.example' }]);
    expect(await listed('staff')).toHaveLength(before.length);
    await database.query({
      text: `update auth_user set email = 'staff@demo.example' where email = 'moved@elsewhere.example'`,
    });
  });

  it('keeps device keys in a file and only their hashes in the store', async () => {
    const keyed = await keyFile();
    expect((await stat(devicesFile(context().dataFolder))).mode & 0o777).toBe(0o600);
    const hashes = new Map(
      (await listed('device')).flatMap((device) =>
        device['keyHash'] === null || device['keyHash'] === undefined
          ? []
          : [[device['serial'], device['keyHash']] as const],
      ),
    );
    expect(keyed.length).toBe(hashes.size);
    for (const device of keyed) expect(hashes.get(device.serial)).toBe(hashDeviceKey(device.key));
  });

  it('lets one member of each level sign in', async () => {
    expect(
      DEMONSTRATION_MEMBERS.map((member) => ACCESS_LEVELS[member.levelName]).sort((a, b) => a - b),
    ).toEqual(Object.values(ACCESS_LEVELS));
    const cookies = await held.fixture?.signIn('owner@demo.example', DEMONSTRATION_PASSWORD);
    const session = await held.fixture?.identity.findSession(cookies);
    expect(session?.actor).toMatchObject({
      accessLevel: ACCESS_LEVELS.ownerAdministrator,
      domainId: 'demo-akane',
      rootDomainId: 'demo-agency',
    });
    const agency = await held.fixture?.identity.findSession(
      await held.fixture.signIn('agency@demo.example', DEMONSTRATION_PASSWORD),
    );
    expect(agency?.actor.reach).toEqual({
      kind: 'domains',
      domainIds: new Set(['demo-agency', 'demo-akane', 'demo-mizuki', 'demo-individual']),
    });
  });

  it("contains a loan of each state, all of the maker's own devices", async () => {
    const loans = await listed('deviceLoan');
    // Dates and null, as in the schema.
    const states = loans.map((loan) =>
      loanStateAt(deviceLoanCollection.schema.strip().parse(loan), Date.now()),
    );
    expect(states.toSorted()).toEqual([...LOAN_STATES].toSorted());
    const owners = new Map(
      (await listed('device')).map(({ serial, domainId }) => [serial, domainId]),
    );
    expect(loans.map(({ serial, fromDomainId }) => [owners.get(serial), fromDomainId])).toEqual(
      loans.map(() => ['demo-maker', 'demo-maker']),
    );
  });

  it('shares the room at home with its individual', async () => {
    const [home] = await store().read(['room/demo-home']);
    expect(home?.data['sharedWith']).toEqual([
      await held.fixture?.identity.findUserId('individual@demo.example'),
    ]);
  });

  it('notifies the shift of an alarm and then the managers, and keeps changes to these groups', async () => {
    const groups = async () => (await store().read(['domain/demo-akane']))[0]?.data['escalation'];
    const findUserId = (name: string) => held.fixture?.identity.findUserId(`${name}@demo.example`);
    expect(await groups()).toEqual([
      {
        name: expect.any(String),
        userIds: [await findUserId('staff'), await findUserId('administrator')],
        afterMinutes: null,
      },
      {
        name: expect.any(String),
        userIds: [await findUserId('privileged'), await findUserId('owner')],
        afterMinutes: null,
      },
    ]);
    await store().commit(
      [
        {
          kind: 'update',
          path: 'domain/demo-akane',
          fields: [{ field: ['escalation'], value: [] }],
        },
      ],
      { userId: null },
    );
    await seedDemo(context());
    expect(await groups()).toEqual([]);
  });

  it('creates nothing twice and keeps changes', async () => {
    const before = await keyFile();
    await store().commit(
      [
        {
          kind: 'update',
          path: 'room/demo-akane-201',
          fields: [{ field: ['name'], value: 'Renamed' }],
        },
      ],
      { userId: null },
    );
    expect(await seedDemo(context())).toBe(0);
    expect((await store().read(['room/demo-akane-201']))[0]?.data['name']).toBe('Renamed');
    expect(await keyFile()).toEqual(before);
  });

  it('gives devices new keys when the file was lost', async () => {
    const before = await keyFile();
    await rm(devicesFile(context().dataFolder));
    expect(await seedDemo(context())).toBe(0);
    const after = await keyFile();
    expect(after[0]?.key).not.toBe(before[0]?.key);
    const [device] = await store().read([`device/${after[0]?.serial ?? ''}`]);
    expect(device?.data['keyHash']).toBe(hashDeviceKey(after[0]?.key ?? ''));
  });

  it('recreates a deleted room with its device, and nothing else', async () => {
    const [room] = await store().list({ ...everything('room'), limit: 1 });
    const [device] = (await store().list(everything('device'))).filter(
      ({ data }) => data['roomId'] === room?.id,
    );
    const before = await keyFile();
    await store().commit(
      [device, room].flatMap((document) =>
        document === undefined ? [] : [{ kind: 'delete' as const, path: document.path }],
      ),
      { userId: null },
    );
    expect(await seedDemo(context())).toBe(2);
    expect(
      (await store().read([room?.path ?? '', device?.path ?? ''])).map(
        (document) => document?.path,
      ),
    ).toEqual([room?.path, device?.path]);
    expect(await keyFile()).toEqual(before);
  });

  it('completes a start that broke off between the keys and the devices', async () => {
    const devices = await store().list(everything('device'));
    await store().commit(
      devices.map(({ path }) => ({ kind: 'delete', path })),
      { userId: null },
    );
    let commits = 0;
    const breaking: DemoContext = {
      ...context(),
      commit: async () => {
        commits += 1;
        throw new Error('power failure');
      },
    };
    await expect(seedDemo(breaking)).rejects.toThrow('power failure');
    expect(commits).toBe(1);
    expect(await seedDemo(context())).toBe(devices.length);
    const hashes = new Map(
      (await listed('device')).map((device) => [device['serial'], device['keyHash']]),
    );
    for (const { serial, key } of await keyFile())
      expect(hashes.get(serial)).toBe(hashDeviceKey(key));
  });

  it('does not reset a changed password', async () => {
    const userId = await held.fixture?.identity.findUserId('staff@demo.example');
    await store().commit(
      [
        {
          kind: 'update',
          path: `staff/${userId ?? ''}`,
          fields: [{ field: ['accessLevel'], value: 3 }],
        },
      ],
      { userId: null },
    );
    await held.fixture?.temporary.database.query({
      text: `update auth_account set password = 'changed' where user_id = $1`,
      values: [userId],
    });
    expect(await seedDemo(context())).toBe(0);
    expect((await store().read([`staff/${userId ?? ''}`]))[0]?.data['accessLevel']).toBe(3);
    await expect(
      held.fixture?.signIn('staff@demo.example', DEMONSTRATION_PASSWORD),
    ).rejects.toThrow();
  });
});
