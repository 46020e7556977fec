import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, NOTIFY_CHOICES } from '@yamori/domain';
import { MEMBER_PASSWORD } from '../../../testing/live-fixture.ts';
import {
  startRegistrationFixture,
  PUBLIC_ORIGIN,
  type RegistrationFixture,
} from '../../../testing/registration-fixture.ts';
import { aJpeg, aPng } from '../../../testing/small-pictures.ts';

let held: RegistrationFixture;
beforeAll(async () => {
  held = await startRegistrationFixture();
});
afterAll(() => held.close());

const HOUR_MS = 60 * 60 * 1000;
const member = async (
  name: string,
  level: number = ACCESS_LEVELS.generalStaff,
  domainId = 'akane',
) => {
  const email = `${name}@akane.example`;
  const userId = await held.fixture.addMember(email, domainId, level);
  return { email, userId, browser: await held.browser(email) };
};

describe('/api/account/profile', () => {
  it("reads and changes the member's name, kana, phone, language and notifications", async () => {
    const { email, userId, browser } = await member('profile');
    expect((await browser.get('/api/account/profile')).json()).toEqual({
      name: 'Somebody',
      nameKana: '',
      phone: '',
      email,
      isEmailVerified: true,
      language: null,
      notify: NOTIFY_CHOICES,
      photoURL: null,
      hasPassword: true,
      isMember: true,
      mail: true,
    });
    const notify = { ...NOTIFY_CHOICES, sound: false };
    const changed = {
      name: '夜勤 花子',
      nameKana: 'やきん はなこ',
      phone: '03-1234-5678',
      language: 'en',
      notify,
    };
    expect((await browser.post('/api/account/profile', changed)).json()).toMatchObject(changed);
    expect(await browser.session()).toMatchObject({
      user: { displayName: '夜勤 花子', phoneNumber: '03-1234-5678' },
    });
    const [document] = await held.fixture.app.store.read([`staff/${userId}`]);
    expect(document?.data).toMatchObject({
      name: '夜勤 花子',
      nameKana: 'やきん はなこ',
      phone: '03-1234-5678',
      notify,
      accessLevel: 2,
      state: 'active',
    });
    expect((await browser.post('/api/account/profile', { language: 'ja' })).json()).toMatchObject({
      name: '夜勤 花子',
      language: 'ja',
    });
  });

  it('records only changed fields in the update history', async () => {
    const { userId, browser } = await member('reading');
    await browser.post('/api/account/profile', {
      name: 'Somebody',
      nameKana: 'さむばでぃ',
      phone: '',
      notify: NOTIFY_CHOICES,
    });
    await browser.post('/api/account/profile', {
      name: 'Somebody',
      nameKana: 'さむばでぃい',
      phone: '',
      notify: NOTIFY_CHOICES,
    });
    const entries = await held.fixture.temporary.database.query<{ changes: { field: string }[] }>({
      text: `select data->'changes' as changes from documents where collection = 'updateHistory' and data->>'path' = $1 and data->>'actorId' = $2 order by created_at`,
      values: [`staff/${userId}`, userId],
    });
    expect(entries.map(({ changes }) => changes.map(({ field }) => field))).toEqual([
      ['nameKana', 'notify'],
      ['nameKana'],
    ]);
  });

  it('rejects changes of level, state, organisation and address, and invalid values', async () => {
    const { browser } = await member('greedy');
    for (const field of ['accessLevel', 'state', 'domainId', 'email', 'isEmailVerified'])
      expect((await browser.post('/api/account/profile', { [field]: 5 })).statusCode).toBe(400);
    for (const wrong of [
      { name: '' },
      { name: 'a\nb' },
      { phone: '<script>' },
      { language: 'fr' },
      { notify: { sound: true } },
    ])
      expect(
        (await browser.post('/api/account/profile', wrong)).statusCode,
        JSON.stringify(wrong),
      ).toBe(400);
  });

  it('stores name and language for a user without an organisation', async () => {
    await held.fixture.app.identity.createUser({
      email: 'free@nowhere.example',
      password: MEMBER_PASSWORD,
      name: 'Free',
    });
    const browser = await held.browser('free@nowhere.example');
    expect(
      (await browser.post('/api/account/profile', { name: '自由', language: 'en' })).json(),
    ).toMatchObject({ name: '自由', language: 'en', isMember: false });
    expect((await browser.post('/api/account/profile', { phone: '1' })).json()).toEqual({
      code: 'member-missing',
    });
  });
});

describe('/api/account/photo', () => {
  const send = async (
    browser: Awaited<ReturnType<typeof member>>['browser'],
    bytes: Buffer,
    type = 'image/png',
  ) =>
    held.fixture.app.server.inject({
      method: 'POST',
      url: '/api/account/photo',
      payload: bytes,
      headers: {
        host: 'localhost',
        origin: 'http://localhost',
        cookie: browser.cookies(),
        'content-type': type,
      },
    });

  it('serves the photo with its real type to the member and to those who can see them', async () => {
    const { userId, browser } = await member('photo');
    expect((await send(browser, aJpeg(), 'image/png')).statusCode).toBe(204);
    const { photoURL } = (await browser.get('/api/account/profile')).json<{ photoURL: string }>();
    expect(photoURL).toMatch(new RegExp(`^/api/account/photo/${userId}\\?v=\\d+$`));
    const shown = await browser.get(photoURL);
    expect([
      shown.statusCode,
      shown.headers['content-type'],
      shown.headers['x-content-type-options'],
      shown.rawPayload.equals(aJpeg()),
    ]).toEqual([200, 'image/jpeg', 'nosniff', true]);
    expect(shown.headers['content-security-policy']).toContain("default-src 'none'");
    expect(await browser.session()).toMatchObject({ user: { photoURL } });
    const [colleague, stranger, nobody] = [
      await held.browser('carer@akane.example'),
      await held.browser('carer@mizuki.example'),
      await held.browser(),
    ];
    expect([
      (await colleague.get(photoURL)).statusCode,
      (await stranger.get(photoURL)).statusCode,
      (await nobody.get(photoURL)).statusCode,
    ]).toEqual([200, 404, 401]);
    expect((await browser.post('/api/account/photo/remove', {})).statusCode).toBe(204);
    expect((await browser.get(photoURL)).statusCode).toBe(404);
    expect((await browser.get('/api/account/profile')).json()).toMatchObject({ photoURL: null });
  });

  it('rejects other types and large files', async () => {
    const { browser } = await member('no-photo');
    expect(
      (
        await send(browser, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(60)))
      ).json(),
    ).toEqual({ code: 'photo-invalid', place: 'photo' });
    expect((await send(browser, Buffer.concat([aPng(), Buffer.alloc(200_001)]))).statusCode).toBe(
      413,
    );
    for (const type of [
      'image/svg+xml',
      'text/html',
      'application/octet-stream',
      'multipart/form-data; boundary=x',
    ])
      expect((await send(browser, aPng(), type)).statusCode, type).toBe(415);
  });
});

describe('POST /api/account/email', () => {
  const request = (browser: Awaited<ReturnType<typeof member>>['browser'], email: string) =>
    browser.post('/api/account/email', { email, language: 'ja' });
  const complete = (browser: Awaited<ReturnType<typeof member>>['browser'], token: string) =>
    browser.post('/api/account/email/complete', { token });

  it('changes the address after verification, notifies the old one and ends other sessions', async () => {
    const { email, userId, browser } = await member('moves');
    const elsewhere = await held.browser(email);
    expect((await request(browser, 'Moved@Akane.example')).statusCode).toBe(204);
    const link = await held.linkTo('moved@akane.example');
    expect(`${link.origin}${link.pathname}${link.search}`).toBe(
      `${PUBLIC_ORIGIN}/handleauth?mode=changeEmail`,
    );
    expect((await browser.get('/api/account/profile')).json()).toMatchObject({ email });
    expect((await complete(browser, link.hash.slice(1))).json()).toMatchObject({
      email: 'moved@akane.example',
      isEmailVerified: true,
    });
    expect((await held.mail.next(email)).subject).toBe('【やもり】メールアドレスを変更しました');
    expect((await elsewhere.session()).user).toBeNull();
    expect((await browser.session()).user?.uid).toBe(userId);
    const [document] = await held.fixture.app.store.read([`staff/${userId}`]);
    expect(document?.data['email']).toBe('moved@akane.example');
    expect((await (await held.browser()).signIn(email, MEMBER_PASSWORD)).statusCode).toBe(401);
    expect(
      (await (await held.browser()).signIn('moved@akane.example', MEMBER_PASSWORD)).statusCode,
    ).toBe(200);
    expect((await complete(browser, link.hash.slice(1))).json()).toEqual({ code: 'link-used' });
  });

  it('accepts the link only in a session of the account that requested it', async () => {
    const [asker, victim] = [await member('asker'), await member('victim')];
    await request(asker.browser, 'target@akane.example');
    const token = (await held.linkTo('target@akane.example')).hash.slice(1);
    expect((await complete(await held.browser(), token)).json()).toEqual({
      code: 'session-required',
    });
    expect((await complete(victim.browser, token)).json()).toEqual({ code: 'link-forbidden' });
    expect((await complete(asker.browser, token)).statusCode).toBe(200);
  });

  it("gives the same reply for another user's address, and informs only its owner", async () => {
    const { browser } = await member('curious');
    expect((await request(browser, 'carer@mizuki.example')).statusCode).toBe(204);
    const mail = await held.mail.next('carer@mizuki.example');
    expect(mail.text).toContain('すでに別のアカウントで使われている');
    expect(mail.text).not.toContain('https://');
  });

  it('gives an address that two users request to one of them', async () => {
    const [one, other] = [await member('race-one'), await member('race-other')];
    await Promise.all([
      request(one.browser, 'wanted@akane.example'),
      request(other.browser, 'wanted@akane.example'),
    ]);
    await held.linkTo('wanted@akane.example', 1);
    const tokens = held.mail.received
      .filter(({ to }) => to === 'wanted@akane.example')
      .map(({ text }) => /#(\S+)/.exec(text)?.[1] ?? '');
    const replies = await Promise.all(
      tokens.flatMap((token) => [complete(one.browser, token), complete(other.browser, token)]),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(replies.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  });

  it('requires a recent confirmation', async () => {
    const { browser } = await member('old-session');
    held.clock.pass(HOUR_MS);
    expect((await request(browser, 'x@akane.example')).json()).toEqual({
      code: 'confirmation-required',
    });
    await browser.post('/api/session/confirm', { kind: 'password', password: MEMBER_PASSWORD });
    expect((await request(browser, 'x@akane.example')).statusCode).toBe(204);
  });

  it('voids older links of the account, such as a reset that was mailed to the old address', async () => {
    const { email, browser } = await member('voids');
    await (
      await held.browser()
    ).post('/api/registration/password-reset', { email, language: 'ja' });
    const reset = (await held.linkTo(email)).hash.slice(1);
    await request(browser, 'voids-new@akane.example');
    await complete(browser, (await held.linkTo('voids-new@akane.example')).hash.slice(1));
    expect(
      (
        await (
          await held.browser()
        ).post('/api/registration/password-reset/complete', {
          token: reset,
          password: 'four moths by the lamp',
        })
      ).json(),
    ).toEqual({ code: 'link-used' });
  });
});

describe('POST /api/account/password', () => {
  it('notifies the member by e-mail at a verified address only', async () => {
    const { email, browser } = await member('changes');
    expect(
      (
        await browser.post('/api/account/password', {
          current: MEMBER_PASSWORD,
          password: 'four moths by the lamp',
        })
      ).statusCode,
    ).toBe(204);
    expect((await held.mail.next(email)).subject).toBe('【やもり】パスワードを変更しました');
    const silent = await member('unconfirmed');
    await held.fixture.temporary.database.query({
      text: 'update auth_user set email_verified = false where id = $1',
      values: [silent.userId],
    });
    expect(
      (
        await silent.browser.post('/api/account/password', {
          current: MEMBER_PASSWORD,
          password: 'four moths by the lamp',
        })
      ).statusCode,
    ).toBe(204);
    expect(held.mail.countTo(silent.email)).toBe(0);
  });
});
