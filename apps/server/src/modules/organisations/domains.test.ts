import {
  ACCESS_LEVELS,
  encodeFields,
  encodeValue,
  type AccessLevelName,
  type Write,
} from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDomain, aRoom, aStaff } from '../../core/documents/testing/test-documents.ts';
import { DRAWN_PNG } from '../../core/images/testing/drawn-pictures.ts';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';
import { plantTree, type TreeMembers } from '../../testing/organisation-tree.ts';

let fixture: LiveFixture;
let members: TreeMembers;
beforeAll(async () => {
  fixture = await startLiveFixture();
  members = await plantTree(fixture);
});
afterAll(() => fixture.close());

const getCookie = (level: AccessLevelName): string => members.cookies.get(level) ?? '';
async function send(method: 'GET' | 'POST', url: string, cookie: string, payload?: object) {
  const reply = await fixture.app.server.inject({
    method,
    url,
    headers: { cookie },
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: reply.statusCode,
    body:
      reply.body === ''
        ? null
        : reply.json<{
            code?: string;
            place?: string;
            issues?: { field: string; code: string }[];
            values?: { key: string; value: unknown; from: object }[];
          }>(),
  };
}
const move = (domainId: string, parentDomainId: string, level: AccessLevelName) =>
  send('POST', `/api/domains/${domainId}/move`, getCookie(level), { parentDomainId });
const write = (level: AccessLevelName, ...writes: Write[]) =>
  send('POST', '/api/documents/commit', getCookie(level), { writes });
const change = (path: string, fields: Readonly<Record<string, unknown>>): Write => ({
  kind: 'update',
  path,
  fields: Object.entries(fields).map(([field, value]) => ({
    field: [field],
    value: encodeValue(value),
  })),
});
const readData = async (path: string) => (await fixture.app.store.read([path]))[0]?.data;
const chain = async (id: string) => (await readData(`domain/${id}`))?.['ancestorIds'];
const part = (id: string, above: readonly string[]): Write =>
  aDomain(id, above.at(-1) ?? null, { rootDomainId: 'above', ancestorIds: above });
const LEVELS = [
  'generalStaff',
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
  'agency',
  'agencyAdmin',
  'developer',
  'seniorDeveloper',
] as const;
/** The levels that may write it. Each attempt changes something else. */
const writers = async (of: (index: number) => Write): Promise<string[]> => {
  const may: string[] = [];
  for (const [index, level] of LEVELS.entries())
    if ((await write(level, of(index))).status === 200) may.push(level);
  return may;
};

describe('POST /api/domains/:id/move', () => {
  beforeAll(() =>
    fixture.commit([
      part('east', ['above', 'own']),
      part('west', ['above', 'own']),
      part('ward', ['above', 'own', 'east']),
      part('unit', ['above', 'own', 'east', 'ward']),
    ]),
  );

  it('moves an organisation with its descendants and records it in the history', async () => {
    expect(await move('ward', 'west', 'ownerAdministrator')).toEqual({ status: 204, body: null });
    expect([await chain('ward'), await chain('unit')]).toEqual([
      ['above', 'own', 'west'],
      ['above', 'own', 'west', 'ward'],
    ]);
    const entries = await fixture.app.store.list({
      collection: 'updateHistory',
      group: false,
      filters: [],
      orderBy: [],
      offset: 0,
    });
    expect(
      entries.find(({ data }) => data['path'] === 'domain/ward' && data['action'] === 'update')
        ?.data,
    ).toMatchObject({ actorId: members.userIds.get('ownerAdministrator') });
  });

  it.each<[string, string, string, AccessLevelName, number, string]>([
    ['below itself', 'west', 'west', 'ownerAdministrator', 400, 'domain-below-itself-invalid'],
    [
      'below its own child',
      'west',
      'unit',
      'ownerAdministrator',
      400,
      'domain-below-itself-invalid',
    ],
    ['into another tree', 'ward', 'foreign', 'seniorDeveloper', 400, 'domain-tree-invalid'],
    [
      'below an invisible organisation',
      'ward',
      'beside',
      'ownerAdministrator',
      404,
      'domain-not-found',
    ],
    [
      'of an invisible organisation',
      'beside',
      'own',
      'ownerAdministrator',
      404,
      'domain-not-found',
    ],
    ['by an administrator', 'ward', 'east', 'administrator', 403, 'domain-move-forbidden'],
    [
      'by a reseller, from customer to customer',
      'ward',
      'east',
      'agencyAdmin',
      403,
      'domain-move-forbidden',
    ],
  ])('rejects a move %s and moves nothing', async (_, domainId, target, level, status, code) => {
    const before = [await chain('ward'), await chain('unit'), await chain('west')];
    expect(await move(domainId, target, level)).toMatchObject({ status, body: { code } });
    expect([await chain('ward'), await chain('unit'), await chain('west')]).toEqual(before);
  });

  it('accepts only one of two concurrent moves that would form a cycle', async () => {
    const [one, other] = await Promise.all([
      move('east', 'west', 'ownerAdministrator'),
      move('west', 'east', 'ownerAdministrator'),
    ]);
    expect(new Set([one.status, other.status])).toEqual(new Set([204, 400]));
    const [east, west] = [await chain('east'), await chain('west')];
    expect(
      Array.isArray(east) && Array.isArray(west) && east.includes('west') !== west.includes('east'),
    ).toBe(true);
  });

  it('preserves the tree if a child is created concurrently', async () => {
    const [upper, lower] = ((await chain('east')) as string[]).includes('west')
      ? ['west', 'east']
      : ['east', 'west'];
    const above = [...((await chain(lower)) as string[]), lower];
    await Promise.all([
      move(lower, 'own', 'ownerAdministrator'),
      write('ownerAdministrator', part('made', above)),
    ]);
    const made = await chain('made');
    if (made !== undefined) expect(made).toEqual([...((await chain(lower)) as string[]), lower]);
    expect(await chain(upper)).toEqual(['above', 'own']);
  });

  it('changes the access of members above', async () => {
    const seen = async () =>
      JSON.stringify(
        (
          await send('POST', '/api/documents/read', getCookie('ownerAdministrator'), {
            paths: ['domain/beside'],
          })
        ).body,
      ).includes('ancestorIds');
    expect(await seen()).toBe(false);
    expect((await move('beside', 'own', 'seniorDeveloper')).status).toBe(204);
    await expect.poll(seen).toBe(true);
    expect((await move('beside', 'above', 'seniorDeveloper')).status).toBe(204);
    await expect.poll(seen).toBe(false);
  });
});

describe('changes of an organisation', () => {
  const managers = [
    'administrator',
    'privilegeAdministrator',
    'ownerAdministrator',
    'agency',
    'agencyAdmin',
    'developer',
    'seniorDeveloper',
  ];
  it.each<[string, (index: number) => Readonly<Record<string, unknown>>, readonly string[]]>([
    ['name and contact', (index) => ({ name: `New ${index}`, contact: `c${index}` }), managers],
    ['the start of the night', (index) => ({ nightStartsAt: `1${index}:00` }), managers],
    ['brand', (index) => ({ brand: { colour: `#00000${index}` } }), managers],
    [
      'thresholds',
      (index) => ({ parameterOverrides: { 'accident.heartRateHigh.limit': 100 + index } }),
      managers,
    ],
    ['the code', (index) => ({ code: `code-${index}` }), ['developer', 'seniorDeveloper']],
    [
      'the limits',
      (index) => ({ limits: { rooms: 90 + index, devices: 90, members: 90 } }),
      ['developer', 'seniorDeveloper'],
    ],
    [
      'the end of the contract',
      (index) => ({ contractTo: new Date(Date.UTC(2126, 0, 1 + index)) }),
      ['developer', 'seniorDeveloper'],
    ],
    [
      'the sign-in methods',
      (index) => ({ signInMethods: index % 2 === 0 ? ['email'] : ['email', 'google'] }),
      ['privilegeAdministrator', 'ownerAdministrator', 'agencyAdmin', 'seniorDeveloper'],
    ],
  ])('%s: only the permitted levels may change it', async (_, fields, levels) => {
    expect(await writers((index) => change('domain/own', fields(index)))).toEqual(levels);
  });

  it('resellers may also set the contracts of their customers', async () => {
    expect(
      await writers((index) =>
        change('domain/below', { limits: { rooms: 80 + index, devices: 90, members: 90 } }),
      ),
    ).toEqual(['agencyAdmin', 'developer', 'seniorDeveloper']);
  });

  it('a logo must be an image, not a URL or a page', async () => {
    for (const logo of [
      'https://elsewhere.example/x.png',
      'data:image/svg+xml;base64,PHN2Zy8+',
      'data:text/html;base64,PGI+',
      `data:image/png;base64,${'A'.repeat(200_000)}`,
      'data:image/png;base64,iVBORw0KGgo=',
      DRAWN_PNG.replace('png', 'webp'),
    ]) {
      expect(
        await write('ownerAdministrator', change('domain/own', { brand: { logo } })),
      ).toMatchObject({ status: 400, body: { code: 'document-invalid' } });
    }
    expect(
      (await write('ownerAdministrator', change('domain/own', { brand: { logo: DRAWN_PNG } })))
        .status,
    ).toBe(200);
  });
});

describe('the notification recipients of alarms', () => {
  const groups = (...userIds: string[]) =>
    change('domain/own', { escalation: [{ name: 'A', userIds, afterMinutes: null }] });

  it('the server accepts members of the organisation and of those above it only', async () => {
    expect((await write('administrator', groups('staff-own', 'staff-above'))).status).toBe(200);
    for (const userId of ['staff-below', 'staff-beside', 'staff-foreign', 'nobody']) {
      expect(await write('administrator', groups('staff-own', userId))).toMatchObject({
        status: 400,
        body: { code: 'document-invalid', issues: [{ field: 'escalation.0.userIds' }] },
      });
    }
  });

  it('a former member does not prevent changes of the groups', async () => {
    await fixture.commit([
      aStaff('leaver', 'own', ACCESS_LEVELS.generalStaff, { rootDomainId: 'above' }),
    ]);
    expect((await write('administrator', groups('staff-own', 'leaver'))).status).toBe(200);
    await fixture.commit([{ kind: 'delete', path: 'staff/leaver' }]);
    expect(
      (
        await write(
          'administrator',
          change('domain/own', {
            escalation: [
              { name: 'B', userIds: ['leaver', 'staff-own'], afterMinutes: 5 },
              { name: 'C', userIds: [], afterMinutes: 3 },
            ],
          }),
        )
      ).status,
    ).toBe(200);
  });

  it('the check considers members that the same commit adds or deletes', async () => {
    const commit = (...writes: Write[]) => fixture.app.store.commit(writes, { userId: null });
    const joiner = aStaff('joiner', 'own', ACCESS_LEVELS.generalStaff, { rootDomainId: 'above' });
    await expect(commit(groups('joiner'), joiner)).resolves.toHaveLength(2);
    await commit(groups());
    await expect(
      commit(groups('joiner'), { kind: 'delete', path: 'staff/joiner' }),
    ).rejects.toMatchObject({ problem: { code: 'document-invalid' } });
    await commit({ kind: 'delete', path: 'staff/joiner' });
  });

  it.each([-1, 121, 1.5])('an interval of %s minutes is rejected', async (afterMinutes) => {
    expect(
      await write(
        'administrator',
        change('domain/own', { escalation: [{ name: 'A', userIds: [], afterMinutes }] }),
      ),
    ).toMatchObject({ status: 400, body: { code: 'document-invalid' } });
  });
});

describe('changes of members', () => {
  it('a manager cannot raise members to their own level or above, or move them outside', async () => {
    expect(
      await writers((index) =>
        change('staff/staff-own', {
          accessLevel: ACCESS_LEVELS.administrator,
          nameKana: `K${index}`,
        }),
      ),
    ).toEqual(['privilegeAdministrator', 'ownerAdministrator', 'developer', 'seniorDeveloper']);
    for (const [level, accessLevel] of [
      ['administrator', 3],
      ['privilegeAdministrator', 4],
      ['privilegeAdministrator', 5],
      ['administrator', 50],
      ['ownerAdministrator', 100],
    ] as const) {
      expect(
        await write(level, change('staff/staff-below', { accessLevel })),
        `${level} ${accessLevel}`,
      ).toMatchObject({ status: 403 });
    }
    for (const domainId of ['beside', 'above', 'foreign'])
      expect(
        (await write('ownerAdministrator', change('staff/staff-below', { domainId }))).status,
        domainId,
      ).toBe(403);
    expect(
      (await write('ownerAdministrator', change('staff/staff-below', { domainId: 'own' }))).status,
    ).toBe(200);
    expect(
      (await write('administrator', change('staff/staff-below', { state: 'suspended' }))).status,
    ).toBe(200);
    expect(
      (
        await write(
          'ownerAdministrator',
          change(`staff/${members.userIds.get('ownerAdministrator')}`, { state: 'suspended' }),
        )
      ).status,
    ).toBe(403);
  });
});

describe('deletion of documents in use', () => {
  const remove = (path: string) => write('seniorDeveloper', { kind: 'delete', path });

  it('the server rejects it for an organisation with rooms, children or members', async () => {
    await fixture.commit([
      part('full', ['above', 'own']),
      aRoom('full-1', 'full', { rootDomainId: 'above' }),
    ]);
    expect(await remove('domain/full')).toMatchObject({
      status: 409,
      body: { code: 'domain-in-use' },
    });
    await fixture.commit([
      { kind: 'delete', path: 'room/full-1' },
      part('full-part', ['above', 'own', 'full']),
    ]);
    expect(await remove('domain/full')).toMatchObject({
      status: 409,
      body: { code: 'domain-in-use' },
    });
    await fixture.commit([
      { kind: 'delete', path: 'domain/full-part' },
      aStaff('full-staff', 'full', 2, { rootDomainId: 'above' }),
    ]);
    expect(await remove('domain/full')).toMatchObject({
      status: 409,
      body: { code: 'domain-in-use' },
    });
    await fixture.commit([{ kind: 'delete', path: 'staff/full-staff' }]);
    expect((await remove('domain/full')).status).toBe(200);
  });

  it('the server rejects it for a view that an organisation or a room uses', async () => {
    await fixture.commit([
      {
        kind: 'create',
        path: 'view/used',
        data: encodeFields({ name: 'used', scope: 'domain' }, false),
      },
      change('room/r-below', { viewId: 'used' }),
    ]);
    expect(await remove('view/used')).toMatchObject({ status: 409, body: { code: 'view-in-use' } });
    await fixture.commit([
      change('room/r-below', { viewId: null }),
      change('domain/own', { defaultViewId: 'used' }),
    ]);
    expect(await remove('view/used')).toMatchObject({ status: 409, body: { code: 'view-in-use' } });
    await fixture.commit([change('domain/own', { defaultViewId: null })]);
    expect((await remove('view/used')).status).toBe(200);
  });
});

describe('parameters of an organisation or a room', () => {
  beforeAll(() =>
    fixture.commit(
      (['domain', 'room', 'system'] as const).map((scope): Write => ({
        kind: 'create',
        path: `parameter/test.${scope}`,
        data: encodeFields(
          { key: `test.${scope}`, name: scope, kind: 'number', min: 1, max: 10, default: 5, scope },
          false,
        ),
      })),
    ),
  );

  it.each<[string, Readonly<Record<string, unknown>>, number, string | null]>([
    ['domain/own', { 'test.domain': 10 }, 200, null],
    ['domain/own', { 'test.room': 10 }, 200, null],
    ['room/r-own', { 'test.room': 1 }, 200, null],
    ['domain/own', { 'test.domain': 11 }, 400, 'number-at-most'],
    ['domain/own', { 'test.domain': 'ten' }, 400, 'type-wrong'],
    ['domain/own', { 'test.system': 5 }, 400, 'keys-unknown'],
    ['room/r-own', { 'test.domain': 5 }, 400, 'keys-unknown'],
    ['domain/own', { 'test.none': 5 }, 400, 'keys-unknown'],
  ])('%s with %j gets status %i', async (path, parameterOverrides, status, code) => {
    expect(await write('administrator', change(path, { parameterOverrides }))).toMatchObject({
      status,
      ...(code === null ? {} : { body: { code: 'document-invalid', issues: [{ code }] } }),
    });
  });
});

describe('inherited thresholds', () => {
  const of = async (url: string, level: AccessLevelName) =>
    new Map(
      ((await send('GET', url, getCookie(level))).body?.values ?? []).map(
        ({ key, value, from }) => [key, { value, from }],
      ),
    );

  it('the reply names their origin, but not organisations that the member cannot see', async () => {
    await fixture.commit([
      change('domain/above', {
        parameterOverrides: { 'accident.heartRateHigh.limit': 95, 'accident.fall.enabled': false },
      }),
      change('domain/own', { parameterOverrides: { 'accident.heartRateHigh.limit': 105 } }),
    ]);
    const room = await of('/api/rooms/r-own/inherited-thresholds', 'generalStaff');
    expect(room.get('accident.heartRateHigh.limit')).toEqual({
      value: 105,
      from: { kind: 'domain', domainId: 'own', name: expect.any(String) },
    });
    expect(room.get('accident.fall.enabled')).toEqual({ value: false, from: { kind: 'above' } });
    expect(room.get('accident.respirationLow.limit')).toEqual({
      value: 8,
      from: { kind: 'system' },
    });
    const own = await of('/api/domains/own/inherited-thresholds', 'administrator');
    expect(own.get('accident.heartRateHigh.limit')).toEqual({ value: 95, from: { kind: 'above' } });
    expect(
      (await of('/api/domains/own/inherited-thresholds', 'developer')).get(
        'accident.heartRateHigh.limit',
      ),
    ).toMatchObject({ from: { kind: 'domain', domainId: 'above' } });
  });
});
