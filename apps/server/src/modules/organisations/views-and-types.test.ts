import {
  type AccessLevelName,
  type ProblemIssue,
  type StreamDeclaration,
  type Write,
} from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLiveStage, STREAMS, type LiveStage } from '../../testing/live-stage.ts';
import { plantTree, type TreeMembers } from '../../testing/organisation-tree.ts';
import { DRAWN_LOSSY } from '../../core/images/testing/drawn-pictures.ts';

let stage: LiveStage;
let members: TreeMembers;
beforeAll(async () => {
  stage = await openLiveStage();
  members = await plantTree(stage);
});
afterAll(() => stage.close());

const commit = async (write: Write, level: AccessLevelName = 'seniorDeveloper') => {
  const reply = await stage.app.server.inject({
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
      'a column that no list has',
      { listColumns: ['room', 'bloodPressure'] },
      [400, 'document-invalid', 'listColumns keys-unknown'],
    ],
    [
      'an item that no card has',
      { cardItems: ['horoscope'] },
      [400, 'document-invalid', 'cardItems keys-unknown'],
    ],
    [
      'a lane that no night has',
      { viewerTracks: ['hypnogram', 'moon'] },
      [400, 'document-invalid', 'viewerTracks keys-unknown'],
    ],
    [
      'a limit of no figure',
      { thresholdsShown: ['fall'] },
      [400, 'document-invalid', 'thresholdsShown keys-unknown'],
    ],
    [
      'one twice',
      { listColumns: ['room', 'room'] },
      [400, 'document-invalid', 'listColumns keys-unknown'],
    ],
    [
      'several that there are not',
      { listColumns: ['x'], cardItems: ['y'] },
      [400, 'document-invalid', 'listColumns keys-unknown', 'cardItems keys-unknown'],
    ],
    [
      'what there is',
      {
        listColumns: ['room', 'heartRate'],
        cardItems: ['night'],
        viewerTracks: ['ecg'],
        thresholdsShown: ['heartRateHigh'],
      },
      [200, ''],
    ],
    ['nothing', {}, [200, '']],
  ])('that names %s', async (_, fields, expected) => {
    expect(await commit(view(fields))).toEqual(expected);
  });

  it('keeps a name that an older version knew while something else of it changes', async () => {
    await stage.commit([
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

  it('is not deleted while a room is shown by it, nor made by others', async () => {
    await commit(view({}));
    await stage.commit([
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
  it('tells its streams apart', async () => {
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

  it('that devices are of keeps its streams; others may come, and its name may change', async () => {
    const count = Number(
      (
        await stage.temporary.database.query<{ count: string }>({
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

  it('has a picture that is one, whole and no more than that', async () => {
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

  it('that is made sends something, and has a code that addresses take', async () => {
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

  it('that no device is of changes and goes', async () => {
    expect(await commit(type([impe, button]))).toEqual([200, '']);
    expect(await commit(type([{ ...impe, scale: 2 }]))).toEqual([200, '']);
    expect(await commit({ kind: 'delete', path: 'deviceType/fresh' })).toEqual([200, '']);
  });

  it.each(['developer', 'agencyAdmin', 'ownerAdministrator'] as const)(
    'is not made by %s',
    async (level) => {
      expect(await commit(type([impe], 'other'), level)).toEqual([403, 'document-forbidden']);
    },
  );
});
