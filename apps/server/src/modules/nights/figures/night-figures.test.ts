import {
  encodeFields,
  nightFigureApi,
  parseCourse,
  type RoomNightFigures,
  type NightFiguresCall,
  type Write,
} from '@yamori/domain';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLiveFixture, type LiveFixture } from '../../../testing/live-fixture.ts';
import { fillNightFigures, startNightFigures } from './fill-night-figures.ts';

const FROM = new Date('2026-01-01T03:00:00Z');
const TO = new Date('2026-01-02T03:00:00Z');
const at = (epoch: number): Date => new Date(FROM.getTime() + epoch * 30_000);
const repeat = <Value>(count: number, value: Value): Value[] =>
  Array.from({ length: count }, () => value);
/** An hour in bed: ten minutes awake, twenty light, thirty deep. */
const EPOCHS = [...repeat(20, 'wake'), ...repeat(40, 'light'), ...repeat(60, 'deep')];

let fixture: LiveFixture;
beforeAll(async () => {
  fixture = await startLiveFixture();
});
afterAll(() => fixture.close());

const aNight = (
  room: string,
  night: string,
  more: Readonly<Record<string, unknown>> = {},
): Write => ({
  kind: 'set',
  path: `room/${room}/sleep/${night}`,
  data: encodeFields(
    {
      night,
      from: FROM,
      to: TO,
      state: 'done',
      resultVersion: 3,
      epochs: EPOCHS,
      presence: [{ state: 'inBed', epochs: 120 }],
      metrics: { TST: 50, SE: 83.3 },
      bounds: { TST: { least: 50, most: 55 } },
      quality: { code: 'good', coverage: 0.9 },
      ...more,
    },
    false,
  ),
});
const WAKING = {
  id: 'e1',
  from: at(100),
  to: at(120),
  change: { kind: 'stage', stage: 'wake' },
  editedBy: 'u',
  editedAt: at(0),
  undone: false,
};

async function figures(
  email: string,
  call: Partial<NightFiguresCall> & Pick<NightFiguresCall, 'roomIds'>,
): Promise<RoomNightFigures[]> {
  const reply = await fetch(`${fixture.address}/api/nights/figures`, {
    method: 'POST',
    headers: {
      cookie: await fixture.signIn(email),
      origin: fixture.address,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      nights: { kind: 'newest', count: 5 },
      figures: ['TST', 'SE', 'deep', 'unheard'],
      ...call,
    }),
  });
  expect(reply.status).toBe(200);
  return nightFigureApi.read.reply.parse(await reply.json()).rooms;
}
const own = async (call: Partial<NightFiguresCall> = {}) =>
  (await figures('carer@akane.example', { roomIds: ['akane-1'], ...call }))[0]?.nights ?? [];

describe('the figures of nights', () => {
  it('a reply contains the requested figures of the result', async () => {
    await fixture.commit([aNight('akane-1', '2026-01-01')]);
    expect(await own()).toEqual([
      {
        night: '2026-01-01',
        from: FROM.toISOString(),
        to: TO.toISOString(),
        state: 'done',
        version: 3,
        quality: 'good',
        coverage: 0.9,
        isCorrected: false,
        awaited: [],
        figures: { TST: 50, SE: 83.3, deep: 30 },
      },
    ]);
    const [night] = await own({ bounds: true, course: true, figures: ['TST'] });
    expect(night?.bounds).toEqual({ TST: { least: 50, most: 55 } });
    expect(
      parseCourse(night?.course ?? '').map(({ stage: name, length }) => [name, length]),
    ).toEqual([
      ['wake', 20],
      ['light', 40],
      ['deep', 60],
    ]);
  });

  it('the figures follow a correction, its undo, a new result and a deletion', async () => {
    await fixture.commit([aNight('akane-1', '2026-01-01', { edits: [WAKING] })]);
    expect((await own())[0]).toMatchObject({ isCorrected: true, figures: { TST: 40, deep: 20 } });
    await fixture.commit([
      aNight('akane-1', '2026-01-01', { edits: [{ ...WAKING, undone: true }] }),
    ]);
    expect((await own())[0]).toMatchObject({ isCorrected: false, figures: { TST: 50, deep: 30 } });
    await fixture.commit([
      aNight('akane-1', '2026-01-01', { metrics: { TST: 44 }, resultVersion: 4 }),
    ]);
    expect((await own())[0]).toMatchObject({ version: 4, figures: { TST: 44 } });
    await fixture.commit([{ kind: 'delete', path: 'room/akane-1/sleep/2026-01-01' }]);
    expect(await own()).toEqual([]);
  });

  it('figures are returned for the requested nights, newest first', async () => {
    await fixture.commit(
      ['2026-01-03', '2026-01-01', '2026-01-02'].map((night) => aNight('akane-1', night)),
    );
    const names = async (call: Partial<NightFiguresCall>): Promise<string[]> =>
      (await own(call)).map(({ night }) => night);
    expect(await names({ nights: { kind: 'newest', count: 2 } })).toEqual([
      '2026-01-03',
      '2026-01-02',
    ]);
    expect(
      await names({ nights: { kind: 'between', from: '2026-01-01', to: '2026-01-02' } }),
    ).toEqual(['2026-01-02', '2026-01-01']);
  });

  it('a correction updates the figures in the same commit', async () => {
    await fixture.commit([aNight('akane-1', '2026-01-03')]);
    const reply = await fetch(`${fixture.address}/api/documents/commit`, {
      method: 'POST',
      headers: {
        cookie: await fixture.signIn('carer@akane.example'),
        origin: fixture.address,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        writes: [
          {
            kind: 'update',
            path: 'room/akane-1/sleep/2026-01-03',
            fields: [
              {
                field: ['edits'],
                value: encodeFields(
                  {
                    edits: [
                      {
                        ...WAKING,
                        editedBy: await findUserId('carer@akane.example'),
                        editedAt: new Date(),
                      },
                    ],
                  },
                  false,
                )['edits'],
              },
            ],
          },
        ],
      }),
    });
    expect(reply.status, await reply.clone().text()).toBe(200);
    expect((await own())[0]).toMatchObject({
      night: '2026-01-03',
      isCorrected: true,
      figures: { TST: 40 },
    });
  });

  it('a caller sees only figures of accessible rooms, even after a room changes organisation', async () => {
    await fixture.commit([aNight('mizuki-1', '2026-01-01')]);
    const both = { roomIds: ['akane-1', 'mizuki-1', 'nowhere'] };
    const seenBy = async (email: string): Promise<string[]> =>
      (await figures(email, both)).map(({ roomId }) => roomId);
    expect(await seenBy('carer@akane.example')).toEqual(['akane-1']);
    expect(await seenBy('carer@mizuki.example')).toEqual(['mizuki-1']);
    await fixture.commit([
      {
        kind: 'update',
        path: 'room/mizuki-1',
        fields: [
          { field: ['domainId'], value: 'akane' },
          { field: ['rootDomainId'], value: 'akane' },
          { field: ['name'], value: '202' },
        ],
      },
    ]);
    expect(await seenBy('carer@mizuki.example')).toEqual([]);
    expect(await seenBy('carer@akane.example')).toEqual(['akane-1', 'mizuki-1']);
  });

  it('a starting server computes the figures of existing nights once', async () => {
    const before = await own();
    const parts = { database: fixture.temporary.database, log: pino({ level: 'silent' }) };
    await fixture.temporary.database.query({
      text: 'delete from night_figures where room_id = $1',
      values: ['akane-1'],
    });
    await fixture.temporary.database.query({
      text: `update night_figures set counted_as = 0, figures = '{}'`,
      values: [],
    });
    expect(await own()).toEqual([]);
    expect(await fillNightFigures(parts, new AbortController().signal)).toBe(4);
    expect(await own()).toEqual(before);
    expect(
      (await figures('carer@akane.example', { roomIds: ['mizuki-1'] }))[0]?.nights[0]?.figures[
        'TST'
      ],
    ).toBe(50);
    expect(await fillNightFigures(parts, new AbortController().signal)).toBe(0);
  });

  it('a starting server computes the figures even if the database was down at first', async () => {
    const before = await own();
    const { database } = fixture.temporary;
    await database.query({ text: `delete from night_figures where room_id = 'akane-1'` });
    let calls = 0;
    const away: typeof database = {
      ...database,
      query: (statement) =>
        (calls += 1) === 1
          ? Promise.reject(new Error('database unavailable'))
          : database.query(statement),
    };
    const end = startNightFigures({ database: away, log: pino({ level: 'silent' }) }, 1);
    await expect.poll(() => own()).toEqual(before);
    await end();
  });

  it('the figures of a night that fails its schema are omitted', async () => {
    await fixture.temporary.database.query({
      text: `update documents set data = data || '{"state": "unheard"}' where path = 'room/akane-1/sleep/2026-01-01'`,
    });
    await fixture.temporary.database.query({
      text: `delete from night_figures where room_id = 'akane-1' and night = '2026-01-01'`,
    });
    expect(
      await fillNightFigures(
        { database: fixture.temporary.database, log: pino({ level: 'silent' }) },
        new AbortController().signal,
      ),
    ).toBe(0);
    expect((await own()).map(({ night }) => night)).not.toContain('2026-01-01');
  });
});

async function findUserId(email: string): Promise<string> {
  const [row] = await fixture.temporary.database.query<{ id: string }>({
    text: `select id from documents where collection = 'staff' and data->>'email' = $1`,
    values: [email],
  });
  return row?.id ?? '';
}
