import {
  type AccessLevelName,
  encodeValue,
  parameterApi,
  type ProblemIssue,
  query,
  type Write,
} from '@yamori/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';
import { plantTree, type TreeMembers } from '../../testing/organisation-tree.ts';

let fixture: LiveFixture;
let members: TreeMembers;
beforeAll(async () => {
  fixture = await startLiveFixture();
  members = await plantTree(fixture);
});
afterAll(() => fixture.close());
/** Deletes the parameters, because keys are unique. */
afterEach(async () => {
  const found = await fixture.app.store.list(query.parse({ collection: 'parameter' }));
  await fixture.commit(
    found.flatMap(({ path }): Write[] =>
      path === 'parameter/p' ? [] : [{ kind: 'delete', path }],
    ),
  );
});

const send = async (
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  level: AccessLevelName = 'seniorDeveloper',
) => {
  const reply = await fixture.app.server.inject({
    method,
    url,
    headers: { cookie: members.cookies.get(level) ?? '' },
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: reply.statusCode,
    body:
      reply.statusCode === 204
        ? {}
        : reply.json<{
            code?: string;
            issues?: ProblemIssue[];
            place?: string;
            details?: object;
            values?: { key: string; value: unknown }[];
          }>(),
  };
};
const commit = (writes: Write[], level?: AccessLevelName) =>
  send('POST', '/api/documents/commit', { writes }, level);
const put = (key: string, value: unknown, more: object = {}, level?: AccessLevelName) =>
  commit(
    [
      {
        kind: 'set',
        path: `parameter/${key}`,
        data: {
          key,
          name: key,
          kind:
            typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'toggle' : 'text',
          scope: 'room',
          default: encodeValue(value),
          ...more,
        },
      },
    ],
    level,
  );
const faults = async (answer: ReturnType<typeof put>) => {
  const { status, body } = await answer;
  return [status, ...(body.issues ?? []).map(({ field, code }) => `${field} ${code}`)];
};
const held = async (key: string) =>
  (await send('GET', '/api/rooms/r-own/inherited-thresholds')).body.values?.find(
    (one) => one.key === key,
  )?.value;

describe('the default of a parameter', () => {
  it('applies to rooms after a change by the maker; deleting it restores the catalogue’s', async () => {
    expect(await held('accident.heartRateHigh.limit')).toBe(110);
    expect(await faults(put('accident.heartRateHigh.limit', 120))).toEqual([200]);
    expect(await held('accident.heartRateHigh.limit')).toBe(120);
    expect(
      (await commit([{ kind: 'delete', path: 'parameter/accident.heartRateHigh.limit' }])).status,
    ).toBe(200);
    expect(await held('accident.heartRateHigh.limit')).toBe(110);
  });

  it.each<[string, string, unknown, (string | number)[]]>([
    ['below its range', 'accident.heartRateHigh.limit', 19, [400, 'default number-at-least']],
    ['above its range', 'accident.heartRateHigh.limit', 221, [400, 'default number-at-most']],
    ['of another kind', 'accident.fall.enabled', 'yes', [400, 'default type-wrong']],
    ['an invalid time of day', 'accident.fall.from', '25:00', [400, 'default format-time']],
    ['at its high limit', 'accident.heartRateLow.limit', 110, [400, 'default number-less-than']],
    ['set for an unknown rule', 'accident.fall.colour', 1, [400, 'key keys-unknown']],
  ])('cannot be %s', async (_, key, value, expected) => {
    expect(await faults(put(key, value))).toEqual(expected);
  });

  it('cannot be restored below a limit that was moved since', async () => {
    await put('accident.heartRateHigh.limit', 200);
    await put('accident.heartRateLow.limit', 150);
    expect(
      await faults(commit([{ kind: 'delete', path: 'parameter/accident.heartRateHigh.limit' }])),
    ).toEqual([400, 'default number-more-than']);
    // Restoring both is valid.
    expect(
      (
        await commit([
          { kind: 'delete', path: 'parameter/accident.heartRateHigh.limit' },
          { kind: 'delete', path: 'parameter/accident.heartRateLow.limit' },
        ])
      ).status,
    ).toBe(200);
  });

  it('accepts only one of two concurrent changes that would cross each other', async () => {
    const answers = await Promise.all([
      put('accident.heartRateHigh.limit', 60),
      put('accident.heartRateLow.limit', 80),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    // Either one may have succeeded.
    for (const key of ['accident.heartRateHigh.limit', 'accident.heartRateLow.limit'])
      await commit([{ kind: 'delete', path: `parameter/${key}` }]);
  });

  it('rejects a range that differs from the catalogue’s, in whole and partial writes', async () => {
    const path = 'parameter/accident.heartRateHigh.limit';
    for (const [field, value] of [
      ['min', 0],
      ['max', 500],
      ['step', 0.5],
    ] as const)
      expect(
        await faults(put('accident.heartRateHigh.limit', 120, { [field]: value })),
        field,
      ).toEqual([400, `${field} value-wrong`]);
    expect(
      await faults(put('accident.heartRateHigh.limit', 120, { min: 20, max: 220, step: 5 })),
    ).toEqual([200]);
    expect(
      await faults(commit([{ kind: 'update', path, fields: [{ field: ['max'], value: 500 }] }])),
    ).toEqual([400, 'max value-wrong']);
    expect((await fixture.app.store.read([path]))[0]?.data).toMatchObject({
      min: 20,
      max: 220,
      default: 120,
    });
  });

  it('stays within the parameter’s range', async () => {
    expect(await faults(put('report.rows', 500, { min: 1, max: 100 }))).toEqual([
      400,
      'default number-at-most',
    ]);
    expect(await faults(put('report.rows', 50, { min: 100, max: 1 }))).toEqual([
      400,
      'max number-at-least',
    ]);
    expect(await faults(put('report.rows', 50, { min: 1, max: 100 }))).toEqual([200]);
    expect(await faults(put('report.look', 'blue', { kind: 'choice', choices: ['red'] }))).toEqual([
      400,
      'default choice-wrong',
    ]);
  });

  it.each(['developer', 'agencyAdmin', 'ownerAdministrator', 'generalStaff'] as const)(
    'rejects changes by %s',
    async (level) => {
      expect((await put('accident.heartRateHigh.limit', 120, {}, level)).status).toBe(403);
    },
  );

  it('limits the thresholds of rooms', async () => {
    await put('accident.heartRateHigh.limit', 60);
    const low: Write = {
      kind: 'update',
      path: 'room/r-own',
      fields: [{ field: ['parameterOverrides', 'accident.heartRateLow.limit'], value: 70 }],
    };
    expect(await faults(commit([low]))).toEqual([
      400,
      'parameterOverrides.`accident.heartRateLow.limit` number-less-than',
    ]);
    await put('accident.heartRateHigh.limit', 110);
    expect((await commit([low])).status).toBe(200);
  });
});

describe('a limit that is set higher in the tree', () => {
  const HIGH = 'accident.heartRateHigh.limit';
  const LOW = 'accident.heartRateLow.limit';
  const set = (path: string, key: string, value: number | null): Write => ({
    kind: 'update',
    path,
    fields: [
      value === null
        ? { field: ['parameterOverrides'], value: {} }
        : { field: ['parameterOverrides', key], value },
    ],
  });
  const crossed = (path: string, name: string, count = 1) => ({
    status: 409,
    body: { code: 'threshold-crossed-conflict', place: path, details: { name, count } },
  });
  beforeEach(
    async () =>
      void (await fixture.temporary.database.query({
        text: `update documents set data = data - 'parameterOverrides' where collection in ('domain', 'room')`,
      })),
  );

  it('cannot cross a lower one after a default is changed or restored', async () => {
    expect((await commit([set('room/r-below', LOW, 70)])).status).toBe(200);
    expect(await put(HIGH, 60)).toMatchObject(crossed('room/r-below', 'r-below'));
    expect((await put(HIGH, 75)).status).toBe(200);
    expect((await put(HIGH, 200)).status).toBe(200);
    expect((await commit([set('room/r-below', LOW, 150)])).status).toBe(200);
    expect(await commit([{ kind: 'delete', path: `parameter/${HIGH}` }])).toMatchObject(
      crossed('room/r-below', 'r-below'),
    );
    // Other pairs are not affected.
    expect((await put('accident.respirationHigh.limit', 30)).status).toBe(200);
  });

  it('cannot cross the values of descendants and their rooms, at any depth', async () => {
    expect((await commit([set('domain/below', LOW, 70), set('room/r-own', LOW, 80)])).status).toBe(
      200,
    );
    expect(await commit([set('domain/above', HIGH, 65)])).toMatchObject(
      crossed('domain/below', 'below', 2),
    );
    expect(await commit([set('domain/above', HIGH, 75)])).toMatchObject(
      crossed('room/r-own', 'r-own'),
    );
    // The organisation in between overrides it.
    expect(
      (await commit([set('domain/own', HIGH, 120), set('domain/above', HIGH, 65)])).status,
    ).toBe(200);
    expect(await commit([set('domain/own', HIGH, null)])).toMatchObject(
      crossed('domain/below', 'below', 2),
    );
    expect(
      (
        await commit([
          set('domain/own', HIGH, null),
          set('domain/below', LOW, null),
          set('room/r-own', LOW, null),
        ])
      ).status,
    ).toBe(200);
  });

  it('cannot cross the values of an organisation or room that moves below it', async () => {
    expect(
      (await commit([set('room/r-own', LOW, 90), set('domain/beside', HIGH, 80)])).status,
    ).toBe(200);
    expect(
      await faults(
        commit([
          {
            kind: 'update',
            path: 'room/r-own',
            fields: [{ field: ['domainId'], value: 'beside' }],
          },
        ]),
      ),
    ).toEqual([400, `parameterOverrides.\`${LOW}\` number-less-than`]);
    expect((await commit([set('room/r-below', LOW, 95)])).status).toBe(200);
    expect(
      await send('POST', '/api/domains/below/move', { parentDomainId: 'beside' }),
    ).toMatchObject(crossed('room/r-below', 'r-below'));
  });

  it('allows other changes where an older server left it crossed, but not wider crossing', async () => {
    const leave = (path: string, key: string, value: number) =>
      fixture.temporary.database.query({
        text: `update documents set data = data || jsonb_build_object('parameterOverrides', jsonb_build_object($2::text, $3::float8)) where path = $1`,
        values: [path, key, value],
      });
    const room = (key: string, value: number | boolean) =>
      commit([
        {
          kind: 'update',
          path: 'room/r-own',
          fields: [{ field: ['parameterOverrides', key], value }],
        },
      ]);
    const faulty = [400, `parameterOverrides.\`${LOW}\` number-less-than`];
    for (const [path, key, value] of [
      ['domain/own', HIGH, 65],
      ['room/r-own', LOW, 70],
      ['domain/below', HIGH, 65],
      ['room/r-below', LOW, 70],
    ] as const)
      await leave(path, key, value);
    expect([(await put(HIGH, 120)).status, (await put(LOW, 45)).status]).toEqual([200, 200]);
    expect((await commit([set('domain/own', HIGH, 68)])).status).toBe(200);
    expect(await commit([set('domain/own', HIGH, 66)])).toMatchObject(
      crossed('room/r-own', 'r-own'),
    );
    expect((await room('accident.fall.enabled', false)).status).toBe(200);
    expect(await faults(room(LOW, 75))).toEqual(faulty);
    expect([(await room(LOW, 69)).status, (await room(LOW, 60)).status]).toEqual([200, 200]);
    expect(await faults(room(LOW, 68))).toEqual(faulty);
    expect(
      (await send('POST', '/api/domains/below/move', { parentDomainId: 'beside' })).status,
    ).toBeLessThan(300);
    expect(
      (await send('POST', '/api/domains/below/move', { parentDomainId: 'own' })).status,
    ).toBeLessThan(300);
  });

  it('accepts only one of two concurrent changes above and below', async () => {
    for (let round = 0; round < 6; round += 1) {
      const both = await Promise.all([
        commit([set('domain/above', HIGH, 65)]),
        commit([set('room/r-below', LOW, 70)]),
      ]);
      expect(
        both.filter(({ status }) => status === 200),
        JSON.stringify(both.map(({ body }) => body)),
      ).toHaveLength(1);
      await fixture.temporary.database.query({
        text: `update documents set data = data - 'parameterOverrides' where collection in ('domain', 'room')`,
      });
    }
  });
});

describe('/api/parameters/overrides', () => {
  it('counts overrides and lists them by name, organisations first', async () => {
    await fixture.commit([
      {
        kind: 'update',
        path: 'domain/own',
        fields: [{ field: ['parameterOverrides', 'accident.fall.enabled'], value: false }],
      },
      {
        kind: 'update',
        path: 'room/r-below',
        fields: [{ field: ['parameterOverrides', 'accident.fall.enabled'], value: true }],
      },
    ]);
    const counts = parameterApi.overrideCounts.reply.parse(
      (await send('GET', '/api/parameters/overrides')).body,
    ).parameters;
    expect(counts.find(({ key }) => key === 'accident.fall.enabled')).toEqual({
      key: 'accident.fall.enabled',
      domains: 1,
      rooms: 1,
    });
    expect(
      parameterApi.overrides.reply.parse(
        (await send('GET', '/api/parameters/accident.fall.enabled/overrides')).body,
      ),
    ).toEqual({
      total: 2,
      places: [
        { kind: 'domain', id: 'own', name: 'own', domainName: 'own', value: false },
        { kind: 'room', id: 'r-below', name: 'r-below', domainName: 'below', value: true },
      ],
    });
    expect(
      parameterApi.overrides.reply.parse(
        (await send('GET', '/api/parameters/nothing/overrides')).body,
      ),
    ).toEqual({ total: 0, places: [] });
  });
});
