import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ACCESS_LEVELS,
  encodeFields,
  ProblemError,
  RULES,
  type Actor,
  type Problem,
  type Write,
} from '@yamori/domain';
import { createDocumentAccess, type DocumentAccess } from './document-access.ts';
import {
  aDevice,
  aDomain,
  anAccident,
  anActor,
  aQuery,
  aRoom,
  aStaff,
  change,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from './testing/test-documents.ts';

let documents: TestDocuments;
let access: DocumentAccess;
const owner = anActor('ownerAdministrator', ['north', 'north-1']);
const carer = anActor('generalStaff', ['north']);
const agency = anActor('agencyAdmin', ['agency', 'north', 'north-1']);
const anna = anActor('individualUser', [], { userId: 'anna' });
const occupant = { alias: 'A', sex: 'female', birthYear: 1940, note: 'secret' };

beforeAll(async () => {
  documents = await openTestDocuments();
  access = createDocumentAccess({ store: documents.store, rules: RULES });
  const rooms = Array.from({ length: 60 }, (_, index) =>
    aRoom(`n${String(index).padStart(2, '0')}`, index % 3 === 0 ? 'south' : 'north', {
      floor: '1',
      occupant,
    }),
  );
  await documents.store.commit(
    [
      aDomain('north'),
      aDomain('north-1', 'north'),
      aDomain('south'),
      aDomain('agency', null, { kind: 'agency' }),
    ],
    SERVER,
  );
  await documents.store.commit(
    [
      ...rooms,
      aRoom('shared', 'south', { sharedWith: ['anna'] }),
      anAccident('shared', 'a'),
      aDevice('D1', 'south', 'shared', { keyHash: 'a'.repeat(64) }),
    ],
    SERVER,
  );
  await documents.store.commit(
    [aStaff('carer', 'north', 2), aStaff('boss', 'north', 5), aStaff('chief', 'north', 3)],
    SERVER,
  );
});
afterAll(() => documents.close());

async function getProblem(work: Promise<unknown>): Promise<Problem> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProblemError)) throw new Error(`expected a problem, got ${String(error)}`);
  return error.problem;
}

describe('reading with access rules', () => {
  it('invisible documents read as missing', async () => {
    expect(await access.read(owner, ['room/n00', 'room/nothing'])).toEqual([null, null]);
    expect((await access.read(owner, ['room/n01']))[0]).toMatchObject({ path: 'room/n01' });
    expect(await access.read(anActor('requestMfa', ['north']), ['room/n01'])).toEqual([null]);
    expect(await access.read(carer, ['staff/boss', 'staff/carer'])).toMatchObject([
      null,
      { path: 'staff/carer' },
    ]);
  });

  it('pages and counts include visible documents only', async () => {
    const first = await access.list(owner, aQuery('room', { limit: 25 }));
    const second = await access.list(
      owner,
      aQuery('room', {
        limit: 25,
        orderBy: [{ field: ['documentReferenceId'], direction: 'asc' }],
        startAt: { values: [first.at(-1)?.path.split('/')[1]], inclusive: false },
      }),
    );
    expect(first).toHaveLength(25);
    expect(second).toHaveLength(15);
    expect(new Set([...first, ...second].map(({ path }) => path)).size).toBe(40);
    expect(await access.count(owner, aQuery('room'))).toBe(40);
    expect(await access.count(anActor('developer'), aQuery('room'))).toBe(61);
    expect(await access.count(carer, aQuery('staff'))).toBe(1);
  });

  it('a list without a limit has 50 documents', async () => {
    expect(await access.list(anActor('developer'), aQuery('room'))).toHaveLength(50);
  });

  it('an individual sees the rooms shared with them, with their devices and accidents', async () => {
    expect((await access.list(anna, aQuery('room'))).map(({ path }) => path)).toEqual([
      'room/shared',
    ]);
    expect((await access.list(anna, aQuery('device'))).map(({ path }) => path)).toEqual([
      'device/D1',
    ]);
    expect(
      (await access.list(anna, aQuery('accident', { group: true }))).map(({ path }) => path),
    ).toEqual(['room/shared/accident/a']);
    expect(await access.list(anna, aQuery('staff'))).toEqual([]);
  });

  it('outside the team, a call shows that a responder is coming, but not who', async () => {
    const at = { $date: '2026-11-21T18:00:00.000Z' };
    const by = { userId: 'carer', name: 'Carer Name' };
    const call = {
      id: 'call',
      kind: 'call',
      severity: 'high',
      source: 'button',
      state: 'acknowledged',
      raisedAt: at,
      repeats: 1,
      mutedUntil: null,
      overAt: null,
      escalatesAt: null,
      by,
      acknowledgedAt: at,
    };
    const live = {
      presence: 'unknown',
      presenceSince: at,
      sleepState: 'unknown',
      sleepStateSince: at,
      heartRate: null,
      respirationRate: null,
      temperature: null,
      posture: 'unknown',
      postureAt: null,
      lastFrameAt: null,
      fault: 'none',
      faultSince: at,
      faultSerial: null,
      openAccidents: 1,
      accidents: [call],
    };
    const writes: Write[] = ['room/shared', 'room/n01'].map((path) => ({
      kind: 'update',
      path,
      fields: [{ field: ['live'], value: live }],
    }));
    await documents.store.commit(writes, SERVER);
    const shown = async (actor: Actor, path: string) =>
      JSON.stringify((await access.read(actor, [path]))[0]?.data['live'] ?? null);
    for (const text of [
      await shown(anna, 'room/shared'),
      await shown(agency, 'room/n01'),
      JSON.stringify(
        await access.list(agency, aQuery('room', { select: [['live', 'accidents']] })),
      ),
    ]) {
      expect(text).not.toContain('Carer Name');
      expect(text).not.toContain('userId');
    }
    expect(await shown(agency, 'room/n01')).toContain('"state":"acknowledged"');
    for (const actor of [carer, owner, anActor('developer')])
      expect((await shown(actor, 'room/n01')).split('Carer Name')).toHaveLength(2);
    for (const field of [
      ['live', 'accidents', 'by', 'userId'],
      ['live', 'accidents', 'by'],
      ['live', 'accidents'],
      ['live'],
    ]) {
      expect(
        await getProblem(
          access.list(agency, aQuery('room', { filters: [{ field, op: '==', value: 'carer' }] })),
        ),
      ).toMatchObject({ code: 'field-refused' });
      expect(
        await getProblem(
          access.count(agency, aQuery('room', { orderBy: [{ field, direction: 'asc' }] })),
        ),
      ).toMatchObject({ code: 'field-refused' });
    }
    expect(
      (
        await access.list(
          agency,
          aQuery('room', {
            filters: [{ field: ['live', 'openAccidents'], op: '>', value: 0 }],
          }),
        )
      ).map(({ path }) => path),
    ).toEqual(['room/n01']);
  });

  it('a full write keeps the fields that the writer cannot see', async () => {
    const [room] = await access.read(agency, ['room/n01']);
    await access.commit(agency, [
      { kind: 'set', path: 'room/n01', data: { ...room?.data, floor: '9' } },
    ]);
    const [stored] = await documents.store.read(['room/n01']);
    expect(stored?.data).toMatchObject({
      floor: '9',
      occupant,
      live: { accidents: [{ by: { userId: 'carer' } }] },
    });
  });

  it('hidden fields are left out, and queries on them are rejected', async () => {
    const [room] = await access.read(agency, ['room/n01']);
    expect(Object.keys(room?.data ?? {})).not.toContain('occupant');
    expect(JSON.stringify(await access.list(agency, aQuery('room')))).not.toContain('secret');
    const filter = {
      filters: [{ field: ['occupant', 'birthYear'], op: '==' as const, value: 1940 }],
    };
    expect(await getProblem(access.list(agency, aQuery('room', filter)))).toEqual({
      code: 'field-refused',
      place: 'occupant',
    });
    expect(
      await getProblem(
        access.count(
          agency,
          aQuery('room', { orderBy: [{ field: ['occupant'], direction: 'asc' }] }),
        ),
      ),
    ).toMatchObject({ code: 'field-refused' });
    expect(await access.count(owner, aQuery('room', filter))).toBe(40);
    expect(
      await getProblem(
        access.list(
          anActor('seniorDeveloper'),
          aQuery('device', { filters: [{ field: ['keyHash'], op: '>', value: '' }] }),
        ),
      ),
    ).toMatchObject({ place: 'keyHash' });
  });

  it('a query can select fields', async () => {
    const [room] = await access.list(
      owner,
      aQuery('room', { limit: 1, select: [['name'], ['occupant', 'sex']] }),
    );
    expect(room?.data).toEqual({ name: 'n01', occupant: { sex: 'female' } });
  });
});

describe('writing with access rules', () => {
  it('an invisible document is not found, a visible one forbidden', async () => {
    expect(
      await getProblem(access.commit(owner, [change('room/n00', { floor: '2' })])),
    ).toMatchObject({ code: 'document-not-found' });
    expect(
      await getProblem(access.commit(carer, [change('room/n01', { capacity: 2 })])),
    ).toMatchObject({ code: 'document-forbidden', place: 'room/n01' });
    expect(await access.commit(carer, [change('room/n01', { floor: '2' })])).toMatchObject([
      { data: { floor: '2' } },
    ]);
  });

  describe('writes at an invisible path', () => {
    const NORTH = 'north';
    /** Outcomes of the writes at an invisible taken path, and at a free one. */
    const answers = async (actor: Actor, writesAt: (id: string) => Write[]) => {
      const answer = async (id: string): Promise<string> => {
        try {
          await access.commit(actor, writesAt(id));
          return 'done';
        } catch (error) {
          return error instanceof ProblemError
            ? `${error.problem.code} ${(error.problem.place ?? '').replace(id, '…')}`
            : String(error);
        }
      };
      return { taken: await answer('n00'), free: await answer('n00-free') };
    };
    const whole = (
      id: string,
      domainId: string,
      kind: 'create' | 'set',
      more: object = {},
    ): Write => ({ ...aRoom(id, domainId), kind, ...more }) as Write;

    it.each<[string, Actor, (id: string) => Write[], string]>([
      [
        'a forbidden creation',
        carer,
        (id) => [whole(id, NORTH, 'create')],
        'document-forbidden room/…',
      ],
      [
        'creating for another organisation',
        owner,
        (id) => [whole(id, 'south', 'create')],
        'document-forbidden room/…',
      ],
      [
        'creating what is no room',
        owner,
        (id) => [{ kind: 'create', path: `room/${id}`, data: {} }],
        'document-invalid room/…',
      ],
      [
        'creating in a domain that is not there',
        anActor('ownerAdministrator', ['north', 'gone']),
        (id) => [whole(id, 'gone', 'create')],
        'document-placement-invalid room/…',
      ],
      [
        'setting where one may not',
        carer,
        (id) => [whole(id, NORTH, 'set')],
        'document-forbidden room/…',
      ],
      [
        'setting what has to be there',
        owner,
        (id) => [whole(id, NORTH, 'set', { precondition: { exists: true } })],
        'document-not-found room/…',
      ],
      [
        'updating',
        owner,
        (id) => [change(`room/${id}`, { floor: '2' })],
        'document-not-found room/…',
      ],
      ['a deletion', owner, (id) => [{ kind: 'delete', path: `room/${id}` }], 'done'],
      [
        'making something below it',
        owner,
        (id) => [{ ...anAccident(id, 'x') }],
        'document-forbidden room/…/accident/x',
      ],
      [
        'creating and deleting it at once',
        carer,
        (id) => [whole(id, NORTH, 'create'), { kind: 'delete', path: `room/${id}` }],
        'done',
      ],
    ])(
      '%s has the same outcome at a taken and a free path',
      async (_what, actor, writesAt, expected) => {
        expect(await answers(actor, writesAt)).toEqual({ taken: expected, free: expected });
        expect((await documents.store.read(['room/n00']))[0]?.data).toMatchObject({
          domainId: 'south',
          floor: '1',
        });
      },
    );
  });

  it('an invisible document cannot be overwritten, and the error reveals nothing else', async () => {
    for (const kind of ['create', 'set'] as const) {
      // `aRoom` builds a create; both kinds take a whole document.
      expect(
        await getProblem(access.commit(owner, [{ ...aRoom('n00', 'north'), kind } as Write])),
      ).toEqual({ code: 'document-forbidden', place: 'room/n00' });
    }
    expect((await documents.store.read(['room/n00']))[0]?.data).toMatchObject({
      domainId: 'south',
    });
  });

  it('each write of a batch sees those before it', async () => {
    await access.commit(owner, [aRoom('b1', 'north'), change('room/b1', { floor: '7' })]);
    expect((await access.read(owner, ['room/b1']))[0]?.data).toMatchObject({ floor: '7' });
    await access.commit(owner, [{ kind: 'delete', path: 'room/b1' }]);
  });

  it('a document that a batch deletes and recreates keeps hidden and server fields', async () => {
    const keyHash = 'b'.repeat(64);
    const device = { serial: 'AGAIN', typeId: 'type', domainId: 'north', roomId: null };
    await documents.store.commit(
      [aRoom('again', 'north', { occupant }), aDevice('AGAIN', 'north', null, { keyHash })],
      SERVER,
    );
    const again = (path: string, fields: object): Write[] => [
      { kind: 'delete', path },
      { kind: 'create', path, data: encodeFields({ rootDomainId: 'north', ...fields }, false) },
    ];
    await access.commit(agency, [
      ...again('room/again', { domainId: 'north', name: 'again', floor: '9' }),
      ...again('device/AGAIN', { ...device, connection: 'network', note: 'x' }),
    ]);
    expect(
      (await documents.store.read(['room/again', 'device/AGAIN'])).map((row) => row?.data),
    ).toMatchObject([
      { floor: '9', occupant },
      { note: 'x', keyHash },
    ]);
    expect(
      await getProblem(
        access.commit(
          agency,
          again('room/again', { domainId: 'north', name: 'a', occupant: null }),
        ),
      ),
    ).toEqual({ code: 'field-refused', place: 'occupant' });
  });

  it('a transaction can verify only visible documents', async () => {
    const [hidden] = await documents.store.read(['room/n00']);
    const verify: Write = { kind: 'verify', path: 'room/n00', version: hidden?.version ?? '' };
    expect(
      await getProblem(access.commit(owner, [verify, change('room/n01', { floor: '3' })])),
    ).toMatchObject({ code: 'document-conflict' });
    await access.commit(owner, [{ ...verify, version: null }, change('room/n01', { floor: '3' })]);
  });

  it('a batch with one forbidden write changes nothing', async () => {
    await getProblem(
      access.commit(owner, [
        change('room/n02', { floor: '8' }),
        change('room/n03', { floor: '8' }),
      ]),
    );
    expect((await access.read(owner, ['room/n02']))[0]?.data['floor']).toBe('1');
  });

  it('server fields are rejected in writes, and kept by full writes', async () => {
    const live = { presence: 'inBed' };
    expect(await getProblem(access.commit(owner, [change('room/n01', { live })]))).toEqual({
      code: 'field-refused',
      place: 'live',
    });
    expect(
      await getProblem(access.commit(owner, [change('room/n01', { 'live.presence': 'inBed' })])),
    ).toMatchObject({ place: 'live' });
    expect(
      await getProblem(
        access.commit(agency, [
          { kind: 'set', path: 'room/n01', merge: true, data: { occupant: null } },
        ]),
      ),
    ).toMatchObject({ place: 'occupant' });
    const [room] = await access.read(agency, ['room/n01']);
    await access.commit(agency, [
      { kind: 'set', path: 'room/n01', data: { ...room?.data, floor: '4' } },
    ]);
    expect((await access.read(owner, ['room/n01']))[0]?.data).toMatchObject({
      floor: '4',
      occupant,
    });
    const key = {
      kind: 'set' as const,
      path: 'device/new',
      data: encodeFields(
        {
          serial: 'new',
          typeId: 't',
          domainId: 'north',
          rootDomainId: 'north',
          roomId: null,
          connection: 'network',
          keyHash: 'b'.repeat(64),
        },
        false,
      ),
    };
    expect(await getProblem(access.commit(owner, [key]))).toMatchObject({ place: 'keyHash' });
  });

  it('documents with a wrong placement are rejected', async () => {
    const foreign = aRoom('x1', 'north-1', { rootDomainId: 'south' });
    expect(await getProblem(access.commit(owner, [foreign]))).toEqual({
      code: 'document-placement-invalid',
      place: 'room/x1',
    });
    expect(await getProblem(access.commit(owner, [aRoom('x1', 'south')]))).toMatchObject({
      code: 'document-forbidden',
    });
    const child = aDomain('north-2', 'north', { ancestorIds: ['north', 'south'] });
    expect(await getProblem(access.commit(owner, [child]))).toMatchObject({
      code: 'document-placement-invalid',
    });
    await access.commit(owner, [aDomain('north-2', 'north')]);
  });

  it('members cannot raise anyone to their own level or above', async () => {
    const chief = anActor('administrator', ['north'], { userId: 'chief' });
    expect(
      await getProblem(
        access.commit(chief, [change('staff/carer', { accessLevel: ACCESS_LEVELS.administrator })]),
      ),
    ).toMatchObject({ code: 'document-forbidden' });
    expect(
      await getProblem(access.commit(chief, [change('staff/boss', { name: 'B' })])),
    ).toMatchObject({ code: 'document-forbidden' });
    expect(
      await getProblem(
        access.commit(chief, [
          change('staff/chief', { accessLevel: ACCESS_LEVELS.ownerAdministrator }),
        ]),
      ),
    ).toMatchObject({ code: 'document-forbidden' });
    await access.commit(owner, [
      change('staff/carer', { accessLevel: ACCESS_LEVELS.administrator }),
    ]);
  });

  it('a write that makes a document invisible returns null', async () => {
    const wide = anActor('ownerAdministrator', ['north', 'south']);
    const narrow = {
      ...wide,
      reach: { kind: 'domains' as const, domainIds: new Set(['north', 'south']) },
    };
    expect(await access.commit(narrow, [{ kind: 'delete', path: 'room/n05' }])).toEqual([null]);
  });

  it('a one-time session cannot write', async () => {
    expect(
      await getProblem(
        access.commit({ ...owner, singleTimeToken: 't' }, [change('room/n01', { floor: '2' })]),
      ),
    ).toMatchObject({ code: 'document-forbidden' });
  });
});

describe('assigning a device to a room', () => {
  const move = (actor: typeof owner, roomId: string | null) =>
    access.commit(actor, [change('device/D2', { roomId })]);
  const aNewDevice = (serial: string, roomId: string): Write => ({
    kind: 'create',
    path: `device/${serial}`,
    data: encodeFields(
      {
        serial,
        typeId: 'type',
        domainId: 'north',
        rootDomainId: 'north',
        roomId,
        connection: 'network',
      },
      false,
    ),
  });
  beforeAll(() =>
    documents.store.commit(
      [
        {
          kind: 'create',
          path: 'deviceType/type',
          data: { code: 'type', name: 'Type', streams: [] },
        },
        aDevice('D2', 'north', 'n01'),
      ],
      SERVER,
    ),
  );

  it.each([
    ['a room of another organisation', 'n00'],
    ['a missing room', 'nothing'],
  ])('%s is reported as missing', async (_, roomId) => {
    for (const actor of [carer, owner])
      expect(await getProblem(move(actor, roomId))).toEqual({
        code: 'document-not-found',
        place: `room/${roomId}`,
      });
    expect(await getProblem(access.commit(owner, [aNewDevice('D3', roomId)]))).toEqual({
      code: 'document-not-found',
      place: `room/${roomId}`,
    });
  });

  it('a device can enter and leave visible rooms, including those of the same batch', async () => {
    for (const roomId of ['n02', null, 'n01'])
      expect((await move(carer, roomId))[0]?.data).toMatchObject({ roomId });
    expect(
      await access.commit(owner, [aRoom('fresh', 'north'), aNewDevice('D4', 'fresh')]),
    ).toHaveLength(2);
  });
});

describe('names with line breaks', () => {
  it('full and partial writes reject a line break; an older one stays readable and can be fixed', async () => {
    const broken = { code: 'document-invalid', issues: [{ field: 'name', code: 'line-broken' }] };
    const owner = anActor('ownerAdministrator', ['lines']);
    await documents.store.commit([aDomain('lines'), aRoom('line-room', 'lines')], SERVER);
    await expect(
      access.commit(owner, [change('room/line-room', { name: '1\n01' })]),
    ).rejects.toMatchObject({ problem: broken });
    await expect(
      access.commit(owner, [aRoom('two-lines', 'lines', { name: 'a\u2028b' })]),
    ).rejects.toMatchObject({ problem: broken });
    await documents.temporary.database.query({
      text: `update documents set data = data || '{"name":"1\\n01"}' where path = 'room/line-room'`,
    });
    expect((await documents.store.read(['room/line-room']))[0]).toMatchObject({
      bare: false,
      data: { name: '1\n01' },
    });
    await access.commit(owner, [change('room/line-room', { floor: '2' })]);
    await access.commit(owner, [change('room/line-room', { name: '101' })]);
    expect((await documents.store.read(['room/line-room']))[0]?.data['name']).toBe('101');
  });
});

describe('checks before a write is evaluated', () => {
  const wrong: Write = { kind: 'create', path: 'room/fresh', data: { name: 7, '': 1 } };
  const large = (size: number): Write => ({
    kind: 'set',
    path: 'room/n01',
    merge: true,
    data: { tags: { $arrayUnion: Array.from({ length: size }, (_, index) => `t${index}`) } },
  });

  it('actors without write access get that error for any write', async () => {
    for (const nobody of [
      anActor('requestMfa', []),
      anActor('requestMfa', ['north']),
      anActor('systemAdmin'),
    ])
      expect(await getProblem(access.commit(nobody, [wrong]))).toEqual({
        code: 'document-forbidden',
      });
    expect(
      await getProblem(
        access.commit(anActor('requestMfa', ['north']), [
          { kind: 'update', path: 'room/n01', fields: [{ field: ['__x__'], value: 1 }] },
        ]),
      ),
    ).toEqual({ code: 'document-not-found', place: 'room/n01' });
    expect(
      await getProblem(
        access.commit(owner, [
          {
            kind: 'update',
            path: 'updateHistory/nothing',
            fields: [{ field: ['__x__'], value: 1 }],
          },
        ]),
      ),
    ).toEqual({ code: 'document-forbidden', place: 'updateHistory/nothing' });
  });

  it('a write above the limit of values is rejected', async () => {
    expect(await getProblem(access.commit(owner, [large(1_001)]))).toEqual({
      code: 'limit-values',
      place: 'room/n01',
      details: { limit: 1_000 },
    });
    expect((await getProblem(access.commit(owner, [large(1_000)]))).code).toBe('document-invalid');
  });

  it('several writes cannot exceed the limit of one', async () => {
    const overrides = (from: number): Write => ({
      kind: 'set',
      path: 'domain/south',
      merge: true,
      data: {
        parameterOverrides: Object.fromEntries(
          Array.from({ length: 600 }, (_, index) => [`p${from + index}`, 1]),
        ),
      },
    });
    const south = anActor('ownerAdministrator', ['south']);
    expect((await access.commit(south, [overrides(0)]))[0]?.path).toBe('domain/south');
    expect((await getProblem(access.commit(south, [overrides(600)]))).code).toBe('limit-keys');
  });
});
