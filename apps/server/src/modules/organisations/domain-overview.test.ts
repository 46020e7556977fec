import { ACCESS_LEVELS, type AccessLevelName, organisationApi, platformApi } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDevice, aDomain, aStaff } from '../../core/documents/testing/test-documents.ts';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';
import { plantTree, type TreeMembers } from '../../testing/organisation-tree.ts';

let fixture: LiveFixture;
let members: TreeMembers;
const at = new Date('2026-01-02T00:00:00Z');
const status = (fields: object) => ({
  online: true,
  onlineSince: null,
  lastFrameAt: at,
  lastHeartbeatAt: null,
  batteryPercent: null,
  signalDbm: null,
  fault: 'none',
  faultSince: at,
  clockOffsetSeconds: null,
  framesReceived: 0,
  framesRefused: 0,
  ...fields,
});
beforeAll(async () => {
  // The clock stays at the time of the readings, so that devices do not become silent during the
  // test.
  fixture = await startLiveFixture({ now: () => at });
  members = await plantTree(fixture);
  await fixture.commit([
    aDomain('sakura', null, {
      name: 'さくら苑',
      nameKana: 'さくらえん',
      code: 'SKR-01',
      contractTo: new Date('2027-03-31T15:00:00Z'),
    }),
    aDomain('tower', null, { name: '１００％の家', code: 'tower' }),
    aDomain('dealer', null, { kind: 'agency', name: 'Dealer' }),
    aStaff('left', 'dealer', ACCESS_LEVELS.agency, { state: 'suspended' }),
    aStaff('there', 'dealer', ACCESS_LEVELS.agency),
    // With any other status, the device monitor would change it between the two counts.
    aDevice('D-mute', 'dealer', null, {
      status: status({
        online: false,
        lastFrameAt: null,
        lastHeartbeatAt: at,
        fault: 'deviceOffline',
      }),
    }),
    aDevice('D-never', 'dealer', null, { status: status({ online: false, lastFrameAt: null }) }),
    aDevice('D-lost', 'dealer', null, { status: status({ online: false }) }),
    aDevice('D-fine', 'dealer', null, { status: status({}), connection: 'file' }),
    aDevice('F-1', 'dealer', null, { status: status({}) }),
  ]);
});
afterAll(() => fixture.close());

const send = (
  question: Readonly<Record<string, string>>,
  level: AccessLevelName = 'seniorDeveloper',
) =>
  fixture.app.server.inject({
    url: `/api/domains/overview?${new URLSearchParams(question).toString()}`,
    headers: { cookie: members.cookies.get(level) ?? '' },
  });
const page = async (question: Readonly<Record<string, string>> = {}) =>
  organisationApi.overview.reply.parse((await send(question)).json());
const ids = async (question: Readonly<Record<string, string>>) =>
  (await page(question)).domains.map(({ domainId }) => domainId);

describe('GET /api/domains/overview', () => {
  it('returns counts and the path of an organisation', async () => {
    const {
      domains: [below],
    } = await page({ domain: 'below' });
    expect(below).toEqual({
      domainId: 'below',
      code: 'below',
      name: 'below',
      nameKana: '',
      kind: 'facility',
      parentDomainId: 'own',
      path: ['above', 'own'],
      parts: 0,
      rooms: 1,
      devices: 1,
      offline: 0,
      members: 2,
      contractTo: null,
    });
    expect((await page({ domain: 'own' })).domains[0]).toMatchObject({
      parts: 1,
      rooms: 1,
      members: 14,
    });
    expect((await page({ domain: 'sakura' })).domains[0]?.contractTo).toBe(
      '2027-03-31T15:00:00.000Z',
    );
  });

  it('agrees with the fleet on members and offline devices', async () => {
    const { domains } = await page({ limit: '200' });
    const fleet = platformApi.fleet.reply.parse(
      (
        await fixture.app.server.inject({
          url: '/api/fleet',
          headers: { cookie: members.cookies.get('seniorDeveloper') ?? '' },
        })
      ).json(),
    );
    const sum = (field: 'offline' | 'members'): number =>
      domains.reduce((all, one) => all + one[field], 0);
    expect(domains.find(({ domainId }) => domainId === 'dealer')).toMatchObject({
      devices: 4,
      offline: 2,
      members: 1,
    });
    expect(sum('offline')).toBe(
      fleet.devices.reduce((all, { state, count }) => all + (state === 'offline' ? count : 0), 0),
    );
    // The maker's own staff belong to no organisation.
    const [{ outside } = { outside: -1 }] = await fixture.temporary.database.query<{
      outside: number;
    }>({
      text: `select count(*)::int as outside from documents where collection = 'staff' and data->>'domainId' is null`,
    });
    expect(sum('members') + outside).toBe(fleet.members);
  });

  it.each<[string, Readonly<Record<string, string>>, string[]]>([
    ['a part of the name', { text: 'くら' }, ['sakura']],
    ['the kana and a lower-case code', { text: 'えん skr' }, ['sakura']],
    ['half width for full width', { text: '１００' }, ['tower']],
    ['a LIKE wildcard', { text: '%' }, []],
    ['its kind', { kind: 'agency' }, ['dealer']],
    ['its parent', { parent: 'own' }, ['below']],
    ['an unknown name', { text: 'nowhere' }, []],
  ])('finds organisations by %s', async (_, question, expected) => {
    expect(await ids(question)).toEqual(expected);
  });

  it('returns pages in a total order', async () => {
    const all = await ids({ limit: '200', sort: 'members', descending: 'true' });
    expect(all.slice(0, 1)).toEqual(['own']);
    expect(
      await page({ limit: '3', offset: '3', sort: 'members', descending: 'true' }),
    ).toMatchObject({
      total: all.length,
      domains: all.slice(3, 6).map((domainId) => ({ domainId })),
    });
    expect((await ids({ parent: 'top' })).toSorted()).toEqual([
      'above',
      'akane',
      'dealer',
      'foreign',
      'mizuki',
      'sakura',
      'tower',
    ]);
    expect((await ids({ sort: 'contractTo', descending: 'true' }))[0]).toBe('sakura');
  });

  it.each([
    { limit: '201' },
    { sort: 'note' },
    { kind: 'company' },
    { text: '\u0000' },
    { offset: '-1' },
  ])('rejects %j', async (question) => {
    expect((await send(question)).statusCode).toBe(400);
  });
});
