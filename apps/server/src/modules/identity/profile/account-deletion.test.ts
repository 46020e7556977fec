import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import { MEMBER_PASSWORD } from '../../../testing/live-fixture.ts';
import {
  startRegistrationFixture,
  PUBLIC_ORIGIN,
  type RegistrationFixture,
} from '../../../testing/registration-fixture.ts';
import { aPng } from '../../../testing/small-pictures.ts';

let held: RegistrationFixture;
beforeAll(async () => {
  held = await startRegistrationFixture();
});
afterAll(() => held.close());

const member = async (
  name: string,
  level: number = ACCESS_LEVELS.generalStaff,
  domainId = 'akane',
) => {
  const email = `${name}@${domainId}.example`;
  const userId = await held.fixture.addMember(email, domainId, level);
  return { email, userId, browser: await held.browser(email) };
};
const organisation = (id: string, more: object = {}) =>
  held.fixture.commit([
    {
      kind: 'set',
      path: `domain/${id}`,
      data: {
        code: id,
        name: `${id} の家`,
        kind: 'facility',
        parentDomainId: null,
        rootDomainId: id,
        ancestorIds: [],
        ...more,
      },
    },
  ]);
const rows = (text: string, ...values: unknown[]) =>
  held.fixture.temporary.database.query({ text, values });

describe('POST /api/account/delete', () => {
  it('deletes all personal data immediately and keeps the history by id', async () => {
    const { email, userId, browser } = await member('leaves');
    await held.fixture.app.server.inject({
      method: 'POST',
      url: '/api/account/photo',
      payload: aPng(),
      headers: {
        host: 'localhost',
        origin: 'http://localhost',
        cookie: browser.cookies(),
        'content-type': 'image/png',
      },
    });
    await browser.post('/api/documents/commit', {
      writes: [
        { kind: 'update', path: 'room/akane-1', fields: [{ field: ['floor'], value: '4' }] },
      ],
    });
    const viewer = await held.fixture.openViewer(browser.cookies(), PUBLIC_ORIGIN);
    expect((await browser.get('/api/account/deletion')).json()).toEqual({
      lastOwnerOf: null,
    });
    const reply = await browser.post('/api/account/delete', {});
    expect(reply.statusCode).toBe(204);
    await viewer.closed;
    // The cookie contains no names, and other users may sign in on this browser.
    expect(browser.cookieNames()).toEqual(['yamori.device']);
    expect((await (await held.browser()).signIn(email, MEMBER_PASSWORD)).json()).toEqual({
      code: 'sign-in-failed',
    });
    expect(await held.fixture.app.store.read([`staff/${userId}`])).toEqual([null]);
    for (const table of [
      'auth_user where id',
      'auth_session where user_id',
      'auth_account where user_id',
      'member_photo where user_id',
      'sign_in_event where user_id',
    ]) {
      expect(await rows(`select 1 from ${table} = $1`, userId), table).toEqual([]);
    }
    expect(
      await rows(
        "select 1 from document_changes where author = $1 and path = 'room/akane-1'",
        userId,
      ),
    ).toHaveLength(1);
    expect((await held.mail.next(email)).subject).toBe('【やもり】アカウントを削除しました');
  });

  it('frees the address for a new account', async () => {
    const { email, userId, browser } = await member('returns');
    await browser.post('/api/account/delete', {});
    expect(await held.fixture.addMember(email, 'akane', 2)).not.toBe(userId);
  });

  it('requires a recent confirmation', async () => {
    const { browser } = await member('hesitates');
    held.clock.pass(11 * 60 * 1000);
    expect((await browser.post('/api/account/delete', {})).json()).toEqual({
      code: 'confirmation-required',
    });
    expect((await browser.session()).user).not.toBeNull();
  });

  it("deletes an individual's organisation and removes the user from shared rooms", async () => {
    await organisation('one', { kind: 'individual' });
    const { userId, browser } = await member('individual', ACCESS_LEVELS.individualUser, 'one');
    await held.fixture.commit([
      {
        kind: 'update',
        path: 'room/akane-1',
        fields: [{ field: ['sharedWith'], value: ['somebody-else', userId] }],
      },
    ]);
    expect((await browser.post('/api/account/delete', {})).statusCode).toBe(204);
    const [room, domain] = await held.fixture.app.store.read(['room/akane-1', 'domain/one']);
    expect([room?.data['sharedWith'], domain]).toEqual([['somebody-else'], null]);
  });

  it('deletes a guest', async () => {
    const guests = await startRegistrationFixture({ anonymous: true, withoutMail: true });
    const browser = await guests.browser();
    await browser.post('/api/registration/anonymous', { language: 'ja' });
    expect((await browser.post('/api/account/delete', {})).statusCode).toBe(204);
    expect(
      await guests.fixture.temporary.database.query({
        text: 'select 1 from auth_user where anonymous',
      }),
    ).toEqual([]);
    await guests.close();
  });
});

describe('the last owner of an organisation', () => {
  it('cannot delete the account, and the reply names the organisation', async () => {
    await organisation('lonely');
    const { browser } = await member('owner', ACCESS_LEVELS.ownerAdministrator, 'lonely');
    expect((await browser.get('/api/account/deletion')).json()).toEqual({
      lastOwnerOf: 'lonely の家',
    });
    expect((await browser.post('/api/account/delete', {})).json()).toEqual({
      code: 'owner-last',
      details: { organisation: 'lonely の家' },
    });
    expect((await browser.session()).user).not.toBeNull();
  });

  it('owners who are suspended or in another organisation do not count', async () => {
    await organisation('paused');
    const other = await member('other', ACCESS_LEVELS.ownerAdministrator, 'paused');
    const { browser } = await member('owner', ACCESS_LEVELS.ownerAdministrator, 'paused');
    await held.fixture.commit([
      {
        kind: 'update',
        path: `staff/${other.userId}`,
        fields: [{ field: ['state'], value: 'suspended' }],
      },
    ]);
    expect((await browser.post('/api/account/delete', {})).json()).toMatchObject({
      code: 'owner-last',
    });
    await held.fixture.commit([
      {
        kind: 'update',
        path: `staff/${other.userId}`,
        fields: [{ field: ['state'], value: 'active' }],
      },
    ]);
    expect((await browser.post('/api/account/delete', {})).statusCode).toBe(204);
  });

  it('stays when two owners delete their accounts concurrently', async () => {
    await organisation('two');
    const [one, other] = [
      await member('one', ACCESS_LEVELS.ownerAdministrator, 'two'),
      await member('other', ACCESS_LEVELS.ownerAdministrator, 'two'),
    ];
    const replies = await Promise.all([
      one.browser.post('/api/account/delete', {}),
      other.browser.post('/api/account/delete', {}),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      204, 400,
    ]);
    expect(
      await rows(
        `select 1 from documents where collection = 'staff' and data->>'domainId' = 'two'`,
      ),
    ).toHaveLength(1);
  });

  it('corresponds to the last administrator of an agency; members below may leave', async () => {
    await organisation('agency', { kind: 'agency' });
    const admin = await member('admin', ACCESS_LEVELS.agencyAdmin, 'agency');
    const agent = await member('agent', ACCESS_LEVELS.agency, 'agency');
    expect((await admin.browser.post('/api/account/delete', {})).json()).toMatchObject({
      code: 'owner-last',
    });
    expect((await agent.browser.post('/api/account/delete', {})).statusCode).toBe(204);
  });
});
