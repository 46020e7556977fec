import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import { MEMBER_PASSWORD, startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';
import { openTestBrowser, type TestBrowser } from '../../testing/test-browser.ts';

let fixture: LiveFixture;
let owner: TestBrowser;
beforeAll(async () => {
  fixture = await startLiveFixture();
  await fixture.addMember('owner@akane.example', 'akane', ACCESS_LEVELS.ownerAdministrator);
  await fixture.addMember('owner2@akane.example', 'akane', ACCESS_LEVELS.ownerAdministrator);
  owner = openTestBrowser(fixture.app.server);
  await owner.signIn('owner@akane.example', MEMBER_PASSWORD);
});
afterAll(() => fixture.close());

const SESSION_ENDED = 4401;
const RIGHTS_CHANGED = 4403;

const write = (
  userId: string,
  fields: Readonly<Record<string, unknown>>,
  by: TestBrowser = owner,
) =>
  by.post('/api/documents/commit', {
    writes: [
      {
        kind: 'update',
        path: `staff/${userId}`,
        fields: Object.entries(fields).map(([field, value]) => ({ field: [field], value })),
      },
    ],
  });

/** A member with an open page: a session, and a live socket that shows the organisation's rooms. */
async function withOpenPage(name: string, level: number) {
  const email = `${name}@akane.example`;
  const userId = await fixture.addMember(email, 'akane', level);
  const browser = openTestBrowser(fixture.app.server);
  await browser.signIn(email, MEMBER_PASSWORD);
  const viewer = await fixture.openViewer(browser.cookies());
  viewer.send({
    type: 'subscribe',
    id: 1,
    target: {
      kind: 'query',
      query: { collection: 'room', group: false, filters: [], orderBy: [], offset: 0, limit: 50 },
    },
  });
  await viewer.next('changes');
  return { userId, browser, viewer };
}

describe('a member whose document another member changes', () => {
  it.each([
    ['suspended', { state: 'suspended' }, SESSION_ENDED],
    ['lowered', { accessLevel: ACCESS_LEVELS.generalStaff }, SESSION_ENDED],
    ['raised', { accessLevel: ACCESS_LEVELS.privilegeAdministrator }, RIGHTS_CHANGED],
  ] as const)(
    'the server closes open sockets when the member is %s, and the next request has the new rights',
    async (name, fields, closing) => {
      const { userId, browser, viewer } = await withOpenPage(name, ACCESS_LEVELS.administrator);
      expect((await write(userId, fields)).statusCode).toBe(200);
      expect(await viewer.closed).toBe(closing);
      const session = await browser.session();
      if (closing === SESSION_ENDED) {
        expect(session.user).toBeNull();
        expect(
          (await browser.post('/api/documents/list', { query: { collection: 'room' } })).statusCode,
        ).toBe(401);
        await expect(fixture.openViewer(browser.cookies())).rejects.toThrow('401');
      } else expect(session.user?.accessLevel).toBe(ACCESS_LEVELS.privilegeAdministrator);
    },
  );

  it('the member has level 0 and sees nothing after a deletion', async () => {
    const { userId, browser, viewer } = await withOpenPage('deleted', ACCESS_LEVELS.generalStaff);
    expect(
      (
        await owner.post('/api/documents/commit', {
          writes: [{ kind: 'delete', path: `staff/${userId}` }],
        })
      ).statusCode,
    ).toBe(200);
    await viewer.closed;
    expect((await browser.session()).user?.accessLevel ?? 0).toBe(0);
  });

  it('loses the socket and the old rooms by a move to another organisation', async () => {
    await fixture.addMember('maker@maker.example', 'mizuki', ACCESS_LEVELS.seniorDeveloper);
    const maker = openTestBrowser(fixture.app.server);
    await maker.signIn('maker@maker.example', MEMBER_PASSWORD);
    const { userId, browser, viewer } = await withOpenPage('moved', ACCESS_LEVELS.generalStaff);
    expect(
      (await write(userId, { domainId: 'mizuki', rootDomainId: 'mizuki' }, maker)).statusCode,
    ).toBe(200);
    expect(await viewer.closed).toBe(RIGHTS_CHANGED);
    const { documents } = (
      await browser.post('/api/documents/read', { paths: ['room/akane-1', 'room/mizuki-1'] })
    ).json<{ documents: unknown[] }>();
    expect([documents[0] === null, documents[1] === null]).toEqual([true, false]);
  });

  it('the member has to sign in again after being lowered and raised', async () => {
    const { userId, browser, viewer } = await withOpenPage('yo-yo', ACCESS_LEVELS.administrator);
    await write(userId, { accessLevel: ACCESS_LEVELS.generalStaff });
    await viewer.closed;
    await write(userId, { accessLevel: ACCESS_LEVELS.administrator });
    expect((await browser.session()).user).toBeNull();
  });
});

describe('changes of level and state', () => {
  it('the server rejects changes for oneself, for peers and for higher levels', async () => {
    const self = await withOpenPage('self', ACCESS_LEVELS.privilegeAdministrator);
    expect(
      (await write(self.userId, { accessLevel: ACCESS_LEVELS.ownerAdministrator }, self.browser))
        .statusCode,
    ).toBe(403);
    expect((await write(self.userId, { state: 'suspended' }, self.browser)).statusCode).toBe(403);
    const administrator = await withOpenPage('admin', ACCESS_LEVELS.administrator);
    const other = await withOpenPage('other', ACCESS_LEVELS.administrator);
    expect(
      (await write(other.userId, { state: 'suspended' }, administrator.browser)).statusCode,
    ).toBe(403);
    const ownerId = (await owner.session()).user?.uid ?? '';
    expect(
      (await write(ownerId, { accessLevel: ACCESS_LEVELS.generalStaff }, self.browser)).statusCode,
    ).toBe(403);
  });
});
