import {
  type AccessLevelName,
  type ProblemIssue,
  type StreamDeclaration,
  type Write,
} from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLiveFixture, STREAMS, type LiveFixture } from '../../testing/live-fixture.ts';
import { plantTree, type TreeMembers } from '../../testing/organisation-tree.ts';
import { DRAWN_LOSSY } from '../../core/images/testing/drawn-pictures.ts';

let fixture: LiveFixture;
let members: TreeMembers;
beforeAll(async () => {
  fixture = await startLiveFixture();
  members = await plantTree(fixture);
});
afterAll(() => fixture.close());

const commit = async (write: Write, level: AccessLevelName = 'seniorDeveloper') => {
  const reply = await fixture.app.server.inject({
    method: 'POST',
    url: '/api/documents/commit',
    headers: { cookie: members.cookies.get(level) ?? '' },
    payload: { writes: [write] },
  });
  const {
    code = '',
    issues = [],
    details = {},
  } = reply.json<{ code?: string; issues?: ProblemIssue[]; details?: object }>();
  return [
    reply.statusCode,
    code,
    ...issues.map((issue) => `${issue.field} ${issue.code}`),
    ...(Object.keys(details).length === 0 ? [] : [details]),
  ];
};
const view = (fields: object): Write => ({
  kind: 'set',
  path: 'view/w',
  data: { name: 'Watch', scope: 'domain', ...fields },
});
const type = (streams: readonly Partial<StreamDeclaration>[], id = 'fresh'): Write => ({
  kind: 'set',
  path: `deviceType/${id}`,
  data: { code: id, name: id, streams },
});
const [impe, button, temperature] = STREAMS as readonly [
  StreamDeclaration,
  StreamDeclaration,
  StreamDeclaration,
];

describe('a view', () => {
  it.each<[string, object, (string | number)[]]>([
    [
      'rejects an unknown column',
      { listColumns: ['room', 'bloodPressure'] },
      [400, 'document-invalid', 'listColumns keys-unknown'],
    ],
    [
      'rejects an unknown card item',
      { cardItems: ['horoscope'] },
      [400, 'document-invalid', 'cardItems keys-unknown'],
    ],
    [
      'rejects an unknown track',
      { viewerTracks: ['hypnogram', 'moon'] },
      [400, 'document-invalid', 'viewerTracks keys-unknown'],
    ],
    [
      'rejects an alarm without a limit',
      { thresholdsShown: ['fall'] },
      [400, 'document-invalid', 'thresholdsShown keys-unknown'],
    ],
    [
      'rejects a repeated column',
      { listColumns: ['room', 'room'] },
      [400, 'document-invalid', 'listColumns keys-unknown'],
    ],
    [
      'rejects unknown names in two fields',
      { listColumns: ['x'], cardItems: ['y'] },
      [400, 'document-invalid', 'listColumns keys-unknown', 'cardItems keys-unknown'],
    ],
    [
      'accepts known names',
      {
        listColumns: ['room', 'heartRate'],
        cardItems: ['night'],
        viewerTracks: ['ecg'],
        thresholdsShown: ['heartRateHigh'],
      },
      [200, ''],
    ],
    ['accepts no names', {}, [200, '']],
  ])('%s', async (_, fields, expected) => {
    expect(await commit(view(fields))).toEqual(expected);
  });

  it('keeps an unknown name of an older version while other fields change', async () => {
    await fixture.commit([
      {
        kind: 'set',
        path: 'view/old',
        data: { name: 'Old', scope: 'domain', listColumns: ['fax'] },
      },
    ]);
    expect(
      await commit({
        kind: 'update',
        path: 'view/old',
        fields: [{ field: ['name'], value: 'Older' }],
      }),
    ).toEqual([200, '']);
    expect(
      await commit({
        kind: 'update',
        path: 'view/old',
        fields: [{ field: ['listColumns'], value: ['fax', 'room'] }],
      }),
    ).toEqual([400, 'document-invalid', 'listColumns keys-unknown']);
  });

  it('cannot be deleted while in use, and only senior developers create views', async () => {
    await commit(view({}));
    await fixture.commit([
      { kind: 'update', path: 'room/r-own', fields: [{ field: ['viewId'], value: 'w' }] },
    ]);
    expect(await commit({ kind: 'delete', path: 'view/w' })).toEqual([
      409,
      'view-in-use',
      { count: 1 },
    ]);
    expect(await commit(view({ listColumns: ['room'] }), 'developer')).toEqual([
      403,
      'document-forbidden',
    ]);
  });
});

describe('a device type', () => {
  it('requires distinct stream ids and at least one channel', async () => {
    expect(await commit(type([impe, { ...button, streamId: 1 }]))).toEqual([
      400,
      'document-invalid',
      'streams.1.streamId value-wrong',
    ]);
    expect(await commit(type([impe, { ...button, channels: 0 }]))).toEqual([
      400,
      'document-invalid',
      'streams.1.channels number-at-least',
    ]);
    expect(await commit(type([impe, button]))).toEqual([200, '']);
  });

  it('keeps its streams and code while devices use it; other changes are allowed', async () => {
    const count = Number(
      (
        await fixture.temporary.database.query<{ count: string }>({
          text: `select count(*) from documents where collection = 'device' and data->>'typeId' = 'bed'`,
        })
      )[0]?.count,
    );
    expect(count).toBeGreaterThan(0);
    const streams = (value: readonly StreamDeclaration[]): Write => ({
      kind: 'update',
      path: 'deviceType/bed',
      fields: [{ field: ['streams'], value }],
    });
    expect(await commit(streams([impe, button]))).toEqual([
      409,
      'device-type-streams-in-use',
      { count, streams: '3' },
    ]);
    expect(await commit(streams([{ ...impe, scale: 0.02 }, button, temperature]))).toEqual([
      409,
      'device-type-streams-in-use',
      { count, streams: '1' },
    ]);
    expect(
      await commit(streams([temperature, impe, button, { ...temperature, streamId: 4 }])),
    ).toEqual([200, '']);
    expect(
      await commit({
        kind: 'update',
        path: 'deviceType/bed',
        fields: [{ field: ['name'], value: 'Bed' }],
      }),
    ).toEqual([200, '']);
    expect(
      await commit({
        kind: 'update',
        path: 'deviceType/bed',
        fields: [{ field: ['code'], value: 'bed-2' }],
      }),
    ).toEqual([409, 'device-type-code-in-use', { count }]);
    expect(await commit({ kind: 'delete', path: 'deviceType/bed' })).toEqual([
      409,
      'device-type-in-use',
      { count },
    ]);
  });

  it('accepts only a complete image of the declared type', async () => {
    const picture = (value: string): Write => ({
      kind: 'update',
      path: 'deviceType/bed',
      fields: [{ field: ['image'], value }],
    });
    expect(await commit(picture(DRAWN_LOSSY))).toEqual([200, '']);
    for (const wrong of [
      DRAWN_LOSSY.slice(0, -8),
      DRAWN_LOSSY.replace('webp', 'png'),
      'data:image/png;base64,iVBORw0KGgo=',
    ])
      expect(await commit(picture(wrong))).toEqual([400, 'document-invalid', 'image value-wrong']);
  });

  it('needs a stream and a code that is valid in a URL', async () => {
    const made = (code: string, streams: readonly Partial<StreamDeclaration>[]): Write => ({
      kind: 'create',
      path: 'deviceType/made',
      data: { code, name: 'Made', streams },
    });
    expect(await commit(made('made', []))).toEqual([
      400,
      'document-invalid',
      'streams array-at-least',
    ]);
    expect(await commit(made('テスト/コード', [impe]))).toEqual([
      400,
      'document-invalid',
      'code value-wrong',
    ]);
    expect(await commit(made('made', [impe]))).toEqual([200, '']);
    expect(
      await commit({
        kind: 'update',
        path: 'deviceType/made',
        fields: [{ field: ['code'], value: 'made-2' }],
      }),
    ).toEqual([200, '']);
  });

  it('allows any change and deletion without devices', async () => {
    expect(await commit(type([impe, button]))).toEqual([200, '']);
    expect(await commit(type([{ ...impe, scale: 2 }]))).toEqual([200, '']);
    expect(await commit({ kind: 'delete', path: 'deviceType/fresh' })).toEqual([200, '']);
  });

  it.each(['developer', 'agencyAdmin', 'ownerAdministrator'] as const)(
    'rejects creation by %s',
    async (level) => {
      expect(await commit(type([impe], 'other'), level)).toEqual([403, 'document-forbidden']);
    },
  );
});
