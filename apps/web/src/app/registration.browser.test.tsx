import type { InvitationView, Report, ReportSide, SessionReply } from '@yamori/domain';
import { forgetSecret, keptSecret } from '../shared/registration/kept-secret.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  PROFILE,
  SIGNED_OUT,
  signedInAs,
  renderApp,
  type Answer,
} from './testing/sign-in-fixture.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => {
  cleanups.splice(0).forEach((cleanup) => cleanup());
  forgetSecret();
});

const CODE = 'A1B2-C3D4-E5F6-G7H8';
const INVITATION: InvitationView = {
  kind: 'member',
  domainId: 'akane',
  organisation: 'あかねの家',
  accessLevel: 3,
  invitedBy: '管理 花子',
  isFirstStart: false,
  expiresAt: '2026-11-28T11:40:00.000Z',
  ways: ['email'],
};
const PASSWORD = 'four moths by the lamp';

const ok =
  (body: unknown = {}) =>
  (): Answer => ({ status: 200, body });
const done = (): Answer => ({ status: 204, body: null });
const refused =
  (code: string, status: number, more: object = {}) =>
  (): Answer => ({ status, body: { code, ...more } });
const nobody = (ways: Partial<SessionReply['waysIn']> = {}): SessionReply => ({
  ...SIGNED_OUT,
  waysIn: { ...SIGNED_OUT.waysIn, ...ways },
});
const somebody = (
  more: Partial<NonNullable<SessionReply['user']>> = {},
  accessLevel = 2,
): SessionReply => {
  const reply = signedInAs(accessLevel);
  return { ...reply, user: reply.user === null ? null : { ...reply.user, ...more } };
};

type Answers = Parameters<typeof renderApp>[1];
async function open(address: string, session: SessionReply, answers: Answers = {}) {
  const fixture = await renderApp(address, { '/api/session': ok(session), ...answers });
  cleanups.push(() => fixture.end());
  return {
    ...fixture,
    sent: (path: string) =>
      fixture.asked.filter((call) => call.path === path).map(({ body }) => body),
  };
}
const field = (name: string) => page.getByLabelText(name, { exact: false }).first();
const fill = async (values: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(values)) await field(name).fill(value);
};
const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const faults = () =>
  [...document.querySelectorAll<HTMLElement>("[aria-invalid='true']")].map(
    ({ id }) => document.querySelector(`label[for='${id}']`)?.firstChild?.textContent,
  );
const says = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();

describe('the page of an invitation', () => {
  const at = `/registerUser/akane#${CODE}`;
  const views = { '/api/invitations/view': ok(INVITATION) };

  it('says where it leads, as what, from whom and until when', async () => {
    const fixture = await open(at, nobody(), views);
    await says('「あかねの家」への参加');
    await says('管理ユーザー');
    await says('管理 花子');
    await says(/2026\/11\/28/);
    expect(fixture.sent('/api/invitations/view')).toEqual([{ code: CODE, domainId: 'akane' }]);
  });

  it.each<[string, Answer]>([
    ['the network', null],
    ['too many calls', { status: 429, body: { code: 'limit-registration' } }],
  ])('does not blame the link for %s, and tries again', async (_name, trouble) => {
    let now: Answer = trouble;
    await open(at, nobody(), { '/api/invitations/view': () => now });
    await expect.element(page.getByRole('button', { name: 'もう一度試す' })).toBeVisible();
    await expect.element(page.getByText('このリンクは使えません')).not.toBeInTheDocument();
    now = ok(INVITATION)();
    await press('もう一度試す');
    await says('「あかねの家」への参加');
  });

  it('makes a newcomer a member, with every fault at its field', async () => {
    const fixture = await open(at, nobody(), {
      ...views,
      '/api/invitations/accept': ok(somebody()),
    });
    await says('「あかねの家」への参加');
    await press('参加する');
    await expect.poll(faults).toEqual(['メールアドレス', 'お名前', 'パスワード']);
    await expect.element(field('メールアドレス')).toHaveFocus();
    await fill({ メールアドレス: 'new@akane.example', お名前: ' 新人 一郎 ', パスワード: 'short' });
    await press('参加する');
    await expect.poll(faults).toEqual(['パスワード']);
    await fill({ パスワード: PASSWORD });
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => fixture.sent('/api/invitations/accept'))
      .toEqual([
        {
          code: CODE,
          domainId: 'akane',
          applicant: {
            kind: 'newcomer',
            address: { kind: 'said', email: 'new@akane.example' },
            name: '新人 一郎',
            password: PASSWORD,
            language: 'ja',
          },
        },
      ]);
    await expect.poll(fixture.at).toBe('/');
    await says('「あかねの家」に参加しました。');
  });

  it.each([
    [
      'account-exists',
      { place: 'email' },
      'メールアドレス',
      'このメールアドレスはすでに登録されています。',
    ],
    [
      'password-too-common',
      { place: 'password' },
      'パスワード',
      'よく使われるパスワードです。別のものにしてください。',
    ],
  ])('shows %s at its field, and keeps the input', async (code, more, label, words) => {
    await open(at, nobody(), { ...views, '/api/invitations/accept': refused(code, 400, more) });
    await says('「あかねの家」への参加');
    await fill({ メールアドレス: 'new@akane.example', お名前: '新人', パスワード: PASSWORD });
    await press('参加する');
    await expect.poll(faults).toEqual([label]);
    await says(words);
    await expect.element(field('お名前')).toHaveValue('新人');
  });

  it.each([
    ['invitation-expired', 410, 'この招待は期限が切れています。'],
    ['invitation-used', 410, 'この招待はすでに使われています。'],
    ['invitation-revoked', 410, 'この招待は取り消されています。'],
    ['invitation-elsewhere', 400, 'この招待は別の組織のものです。'],
    ['domain-suspended', 403, 'この組織の契約は終了しています。'],
    ['invitation-not-found', 404, '招待が見つかりません。'],
  ])('says why it cannot be used: %s', async (code, status, words) => {
    await open(at, nobody(), { '/api/invitations/view': refused(code, status) });
    await says('このリンクは使えません');
    await says(new RegExp(words));
    await expect
      .element(page.getByRole('link', { name: 'サインインの画面へ' }))
      .toHaveAttribute('href', '/login');
  });

  it('says when the organisation is full, with its name and limit', async () => {
    await open(at, nobody(), {
      ...views,
      '/api/invitations/accept': refused('member-limit-reached', 409, {
        details: { organisation: 'あかねの家', limit: 30 },
      }),
    });
    await says('「あかねの家」への参加');
    await fill({ メールアドレス: 'new@akane.example', お名前: '新人', パスワード: PASSWORD });
    await press('参加する');
    await says(/上限の30人に達しています/);
  });

  it('verifies the address first if mail is configured, with the same reply for every address', async () => {
    const fixture = await open(at, nobody({ passwordReset: true }), {
      ...views,
      '/api/registration/address-proof': done,
    });
    await says('まず、メールアドレスを確認します。');
    await fill({ メールアドレス: 'new@akane.example' });
    await press('確認のメールを送る');
    await says(/new@akane.example に、続きのアドレスを送りました。24時間有効/);
    expect(fixture.sent('/api/registration/address-proof')).toEqual([
      {
        email: 'new@akane.example',
        language: 'ja',
        purpose: { kind: 'member', code: CODE, domainId: 'akane' },
      },
    ]);
    await press('別のアドレスで送り直す');
    await expect.element(field('メールアドレス')).toHaveValue('');
  });

  it('asks for no address where the link proves it', async () => {
    const fixture = await open(`${at}.proof-of-mail`, nobody({ passwordReset: true }), {
      ...views,
      '/api/invitations/accept': ok(somebody()),
    });
    await says('「あかねの家」への参加');
    await fill({ お名前: '新人', ふりがな: 'しんじん', パスワード: PASSWORD });
    await press('参加する');
    await expect
      .poll(() => fixture.sent('/api/invitations/accept'))
      .toMatchObject([
        {
          applicant: { address: { kind: 'proven', token: 'proof-of-mail' }, nameKana: 'しんじん' },
        },
      ]);
  });

  it('lets a signed-in user join with their account', async () => {
    const fixture = await open(at, somebody({}, 1), {
      ...views,
      '/api/invitations/accept': ok(somebody()),
    });
    await says('夜勤 花子さんとして参加します。');
    await press('参加する');
    await expect
      .poll(() => fixture.sent('/api/invitations/accept'))
      .toEqual([{ code: CODE, domainId: 'akane', applicant: { kind: 'signedIn' } }]);
    await expect.poll(fixture.at).toBe('/');
  });

  it('tells a member of an organisation why not, before they try', async () => {
    const fixture = await open(at, somebody(), views);
    await says('夜勤 花子さんとしてサインインしています。');
    await says(/すでに組織に所属しています/);
    await expect.element(page.getByRole('button', { name: '参加する' })).not.toBeInTheDocument();
    expect(fixture.sent('/api/invitations/accept')).toEqual([]);
  });

  it('creates an account for the chosen sign-in method with the entered name, and continues with that method', async () => {
    const fixture = await open(at, nobody({ line: true }), {
      '/api/invitations/view': ok({ ...INVITATION, ways: ['line'] }),
      '/api/invitations/begin': ok({
        ...somebody({ isAnonymous: true, displayName: '線 子' }, 0),
        waysIn: nobody({ line: true }).waysIn,
      }),
      '/api/sign-in/line/start': refused('way-not-found', 404),
    });
    await says('この組織では、パスワードでのサインインを使いません。');
    await press(/LINE ?で参加する/);
    await page.getByRole('textbox', { name: 'お名前' }).fill('線 子');
    await press('続ける');
    await expect
      .poll(() => fixture.sent('/api/invitations/begin'))
      .toEqual([{ code: CODE, domainId: 'akane', name: '線 子', language: 'ja' }]);
    await says('線 子さんとして参加します。');
    await expect
      .poll(() => fixture.sent('/api/sign-in/line/start'))
      .toMatchObject([{ intent: 'link', next: '/registerUser/akane' }]);
    expect(keptSecret('/registerUser/akane')).toBe(CODE);
    expect(keptSecret('/registerUser/another')).toBe('');
  });

  it('leads to where a code can be typed when it has none', async () => {
    await open('/registerUser/akane', nobody());
    await expect
      .element(page.getByRole('link', { name: '登録の案内へ' }))
      .toHaveAttribute('href', '/register');
  });
});

describe('the page that takes a code', () => {
  it('checks its length, and leads to where it belongs', async () => {
    const fixture = await open('/register', nobody(), { '/api/invitations/view': ok(INVITATION) });
    await fill({ 招待コード: 'A1B2' });
    await press('招待を開く');
    await says('招待コードは16文字です。');
    expect(fixture.sent('/api/invitations/view')).toEqual([]);
    await fill({ 招待コード: CODE.toLowerCase() });
    await press('招待を開く');
    await expect
      .poll(() => `${fixture.at()}${globalThis.location.hash}`)
      .toBe(`/registerUser/akane#${CODE}`);
  });

  it('leads to the registration of an organisation by a code for one', async () => {
    const fixture = await open('/register', nobody(), {
      '/api/invitations/view': ok({
        ...INVITATION,
        kind: 'organisation',
        organisation: null,
        domainId: null,
      }),
    });
    await fill({ 招待コード: CODE });
    await press('招待を開く');
    await expect
      .poll(() => `${fixture.at()}${globalThis.location.hash}`)
      .toBe(`/registerdomain#${CODE}`);
    await says('管理 花子さんからの招待で、組織を登録します。');
  });

  it('keeps a wrong code and says so', async () => {
    await open('/register', nobody(), {
      '/api/invitations/view': refused('invitation-not-found', 404),
    });
    await fill({ 招待コード: CODE });
    await press('招待を開く');
    await says(/招待が見つかりません/);
    await expect.element(field('招待コード')).toHaveValue(CODE);
  });

  it('offers other registrations only if they exist', async () => {
    await open('/register', nobody());
    await says('登録の案内');
    expect(document.querySelectorAll('ul a')).toHaveLength(0);
    cleanups.splice(0).forEach((cleanup) => cleanup());
    await open('/register', nobody({ registerDomain: true, signUp: true, anonymous: true }));
    await expect
      .poll(() => [...document.querySelectorAll('ul a')].map((link) => link.getAttribute('href')))
      .toEqual(['/registerdomain', '/signup', '/anonymous']);
  });
});

describe('the registration of an organisation', () => {
  it('rejects visitors without an invitation', async () => {
    await open('/registerdomain', nobody());
    await says('組織の登録は、招待を受けた方だけが行えます');
  });

  it('creates an organisation and its owner from the input', async () => {
    const fixture = await open('/registerdomain', nobody({ registerDomain: true }), {
      '/api/registration/domain': ok(somebody({}, 5)),
    });
    await says('組織の登録');
    await press('組織を登録する');
    await expect.poll(faults).toEqual(['組織の名前', 'メールアドレス', 'お名前', 'パスワード']);
    await fill({
      組織の名前: '陽だまりの家',
      連絡先: '03-1234-5678',
      メールアドレス: 'owner@home.example',
      お名前: '開設 花子',
      パスワード: PASSWORD,
    });
    await press('組織を登録する');
    await expect
      .poll(() => fixture.sent('/api/registration/domain'))
      .toEqual([
        {
          code: null,
          organisation: { name: '陽だまりの家', contact: '03-1234-5678' },
          applicant: {
            kind: 'newcomer',
            address: { kind: 'said', email: 'owner@home.example' },
            name: '開設 花子',
            password: PASSWORD,
            language: 'ja',
          },
        },
      ]);
    await expect.poll(fixture.at).toBe('/');
  });

  it('asks the holder of a first-start link for no mail', async () => {
    const fixture = await open(`/registerdomain#${CODE}`, nobody({ passwordReset: true }), {
      '/api/invitations/view': ok({
        ...INVITATION,
        kind: 'organisation',
        organisation: null,
        domainId: null,
        isFirstStart: true,
      }),
      '/api/registration/domain': ok(somebody({}, 5)),
    });
    await expect.element(field('組織の名前')).toBeVisible();
    await fill({
      組織の名前: '陽だまりの家',
      メールアドレス: 'owner@home.example',
      お名前: '開設 花子',
      パスワード: PASSWORD,
    });
    await press('組織を登録する');
    await expect
      .poll(() => fixture.sent('/api/registration/domain'))
      .toMatchObject([{ code: CODE, organisation: { name: '陽だまりの家' } }]);
  });

  it('begins with the mail where the server says so, and asks for the organisation where it leads', async () => {
    const fixture = await open(
      '/registerdomain',
      nobody({ registerDomain: true, passwordReset: true, domainByMail: true }),
      { '/api/registration/address-proof': done },
    );
    await says('まず、管理者になる方のメールアドレスを確認します。');
    expect(page.getByLabelText('組織の名前').elements()).toHaveLength(0);
    await fill({ メールアドレス: 'owner@home.example' });
    await press('確認のメールを送る');
    await expect
      .poll(() => fixture.sent('/api/registration/address-proof'))
      .toEqual([
        {
          email: 'owner@home.example',
          language: 'ja',
          purpose: { kind: 'organisation', code: null },
        },
      ]);
    cleanups.splice(0).forEach((cleanup) => cleanup());
    await open(
      '/registerdomain#.proof-token',
      nobody({ registerDomain: true, passwordReset: true, domainByMail: true }),
    );
    await expect.element(field('組織の名前')).toBeVisible();
  });

  it('proves the address when the server wants it', async () => {
    await open('/registerdomain', nobody({ registerDomain: true, passwordReset: true }), {
      '/api/registration/domain': refused('address-unproven', 400, { place: 'email' }),
    });
    await says('組織の登録');
    await fill({
      組織の名前: '陽だまりの家',
      メールアドレス: 'owner@home.example',
      お名前: '開設 花子',
      パスワード: PASSWORD,
    });
    await press('組織を登録する');
    await says(/^登録の前に、メールアドレスを確認します。.*もう一度入力してください。$/);
    await expect
      .element(page.getByRole('textbox', { name: 'メールアドレス', exact: false }))
      .toHaveValue('owner@home.example');
  });
});

describe('sign-up', () => {
  it('shows that registration requires an invitation where the server offers none', async () => {
    await open('/signup', nobody());
    await says('登録は招待を受けた方だけが行えます');
  });

  it('asks for an address only, then for a name and a password where the mail leads', async () => {
    const fixture = await open('/signup', nobody({ signUp: true, passwordReset: true }), {
      '/api/registration/address-proof': done,
    });
    await says('アカウントの登録');
    await press('確認のメールを送る');
    await expect.poll(faults).toEqual(['メールアドレス']);
    await fill({ メールアドレス: 'new@home.example' });
    await press('確認のメールを送る');
    await says('メールをご確認ください');
    expect(fixture.sent('/api/registration/address-proof')).toEqual([
      { email: 'new@home.example', language: 'ja', purpose: { kind: 'signUp' } },
    ]);
    cleanups.splice(0).forEach((cleanup) => cleanup());

    const completing = await open(
      '/signup#token-of-mail',
      nobody({ signUp: true, passwordReset: true }),
      {
        '/api/registration/mailed-link': ok({
          email: 'new@home.example',
          expiresAt: '2026-11-22T00:00:00.000Z',
        }),
        '/api/registration/sign-up': ok(somebody({}, 1)),
      },
    );
    await says('new@home.example のアカウントを登録します。');
    await fill({ お名前: '見守 花子', パスワード: PASSWORD });
    await press('登録して始める');
    await expect
      .poll(() => completing.sent('/api/registration/sign-up'))
      .toMatchObject([
        { applicant: { address: { kind: 'proven', token: 'token-of-mail' }, name: '見守 花子' } },
      ]);
    await expect.poll(completing.at).toBe('/');
  });

  it.each([
    ['link-expired', 410, 'このリンクは期限が切れています。'],
    ['link-used', 410, 'このリンクはすでに使われています。'],
    ['link-not-found', 404, 'リンクが正しくありません。'],
  ])('says why its link is over: %s', async (code, status, words) => {
    await open('/signup#token', nobody({ signUp: true }), {
      '/api/registration/mailed-link': refused(code, status),
    });
    await says(new RegExp(words));
  });
});

describe('looking around as a guest', () => {
  it('starts by one press where the server offers it', async () => {
    const fixture = await open('/anonymous', nobody({ anonymous: true }), {
      '/api/registration/anonymous': ok(somebody({ isAnonymous: true }, 0)),
    });
    await press('ゲストとして始める');
    await expect
      .poll(() => fixture.sent('/api/registration/anonymous'))
      .toEqual([{ language: 'ja' }]);
    await expect.poll(fixture.at).toBe('/');
  });

  it('shows that guests are not accepted where the server does not offer it', async () => {
    await open('/anonymous', nobody());
    await says('ゲストとしての利用は受け付けていません');
  });
});

describe('a forgotten password', () => {
  it('starts from the sign-in page, with the same reply for every address', async () => {
    const fixture = await open('/login', nobody({ passwordReset: true }), {
      '/api/registration/password-reset': done,
    });
    await page.getByRole('link', { name: 'パスワードを忘れたとき' }).click();
    await fill({ メールアドレス: 'anybody@home.example' });
    await press('メールを送る');
    await says(/anybody@home.example に、続きのアドレスを送りました。30分間有効/);
    expect(fixture.sent('/api/registration/password-reset')).toEqual([
      { email: 'anybody@home.example', language: 'ja' },
    ]);
  });

  it('cannot be replaced without mail, and says whom to ask', async () => {
    await open('/handleauth?mode=forgotten', nobody());
    await says(/別のメールアドレスへの招待を組織の管理者に依頼してください/);
  });

  it('ends at the mailed link, and the second factor is still required', async () => {
    const link = {
      '/api/registration/mailed-link': ok({
        email: 'me@home.example',
        expiresAt: '2026-11-22T00:00:00.000Z',
      }),
    };
    const owed: SessionReply = {
      ...nobody(),
      pending: { kinds: ['totp'], expiresAt: '2026-11-22T00:00:00.000Z' },
    };
    const fixture = await open('/handleauth?mode=resetPassword#token-of-mail', nobody(), {
      ...link,
      '/api/registration/password-reset/complete': ok(owed),
    });
    // Fifteen characters are required, or eight with a second factor; the page learns which only
    // when the link is used.
    await page.getByRole('textbox', { name: '新しいパスワード' }).fill('short');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByRole('textbox', { name: '新しいパスワード' }))
      .toHaveAccessibleDescription(/^15文字以上。.*8文字以上/);
    await says(/me@home.example のパスワードを決め直します/);
    await fill({ 新しいパスワード: PASSWORD });
    await press('パスワードを決め直す');
    await expect
      .poll(() => fixture.sent('/api/registration/password-reset/complete'))
      .toEqual([{ token: 'token-of-mail', password: PASSWORD }]);
    await expect.poll(fixture.at).toBe('/mfaauth');
  });
});

describe('a new address', () => {
  const link = {
    '/api/registration/mailed-link': ok({
      email: 'new@home.example',
      expiresAt: '2026-11-22T00:00:00.000Z',
    }),
  };

  it('replaces the address of the signed-in user', async () => {
    const fixture = await open('/handleauth?mode=changeEmail#token-of-mail', somebody(), {
      ...link,
      '/api/account/email/complete': ok(PROFILE),
    });
    await says('new@home.example をアカウントに登録します。');
    await press('このアドレスを登録する');
    await expect
      .poll(() => fixture.sent('/api/account/email/complete'))
      .toEqual([{ token: 'token-of-mail' }]);
    await expect.poll(fixture.at).toBe('/account-info');
  });

  it('leads a signed-out user to sign in and back', async () => {
    await open('/handleauth?mode=changeEmail#token-of-mail', nobody(), link);
    const way = page.getByRole('link', { name: 'サインインの画面へ' });
    await expect
      .element(way)
      .toHaveAttribute('href', `/login?next=${encodeURIComponent('/handleauth?mode=changeEmail')}`);
    await way.click();
    expect(keptSecret('/handleauth')).toBe('token-of-mail');
  });

  it('rejects another account', async () => {
    await open('/handleauth?mode=changeEmail#token-of-mail', somebody(), {
      ...link,
      '/api/account/email/complete': refused('link-forbidden', 403),
    });
    await press('このアドレスを登録する');
    await says(/このリンクは別のアカウントのものです/);
  });
});

describe('a link for one report', () => {
  const VIEW = {
    subject: { kind: 'report', domainId: 'akane', report: 'r' },
    organisation: 'あかねの家',
    label: 'ご家族',
    expiresAt: '2026-11-28T11:40:00.000Z',
  };

  const NOTHING: ReportSide = { nights: 0, pending: 0, provisional: 0, figures: {}, accidents: 0 };
  const EMPTY_REPORT: Report = {
    domainName: 'あかねの家',
    timeZone: 'Asia/Tokyo',
    nightStartsAt: '12:00',
    madeAt: '2026-11-22T00:00:00.000Z',
    digest: '0'.repeat(64),
    period: { from: '2026-11-15', to: '2026-11-21' },
    before: { from: '2026-11-08', to: '2026-11-14' },
    rooms: [],
    total: { now: NOTHING, before: NOTHING },
    analysisMinutes: null,
    nights: [],
    weeks: [],
    awaited: [],
    accidents: [],
    devices: [],
  };

  it('says what it opens before it is used, and what it opened afterwards', async () => {
    const session = { reply: nobody() };
    const opened = somebody(
      { singleTimeToken: 'link-1', isAnonymous: true, displayName: 'ご家族' },
      0,
    );
    const fixture = await open('/register-report-access-user#token', nobody(), {
      '/api/session': () => ({ status: 200, body: session.reply }),
      '/api/one-time-links/view': ok(VIEW),
      '/api/one-time-links/current': ok(VIEW),
      '/api/reports/saved/r': ok({
        name: '2階の週報',
        filter: { domainId: 'akane', period: { kind: 'newest', nights: 7 } },
        report: EMPTY_REPORT,
      }),
      '/api/session/one-time': () => {
        session.reply = opened;
        return { status: 200, body: opened };
      },
      '/api/session/sign-out': () => {
        session.reply = nobody();
        return { status: 200, body: nobody() };
      },
    });
    await says('「あかねの家」から、レポートを1件だけ見るための招待です。');
    await says('ご家族');
    expect(fixture.sent('/api/session/one-time')).toEqual([]);
    await press('レポートを開く');
    await says(/「あかねの家」のレポートを、2026\/11\/28.*までこのブラウザーで見られます/);
    await expect.element(page.getByRole('heading', { name: '2階の週報' })).toBeVisible();
    await says('当てはまる部屋がありません');
    expect(fixture.sent('/api/session/one-time')).toEqual([{ token: 'token', language: 'ja' }]);
    await press('閲覧を終える');
    await expect.poll(fixture.at).toBe('/login');
  });

  it.each([
    ['link-used', 'このリンクはすでに使われています。'],
    ['link-expired', 'このリンクは期限が切れています。'],
    ['link-revoked', 'このリンクは取り消されています。'],
    ['report-link-sexes', '性別で絞り込んだレポートは、閲覧リンクでは開けません。'],
  ])('says why it opens nothing: %s', async (code, words) => {
    await open('/register-report-access-user#token', nobody(), {
      '/api/one-time-links/view': refused(code, 410),
    });
    await says(new RegExp(words));
  });

  it.each([
    '/',
    '/account-info',
    '/help',
    '/login',
    '/link',
    '/room/akane-1/result',
    '/report?saved=r',
    '/no-such-page',
    '/register',
  ])(
    "returns its user from %s to the report, without any of the members' pages",
    async (address) => {
      const fixture = await open(
        address,
        somebody({ singleTimeToken: 'link-1', isAnonymous: true, displayName: 'ご家族' }, 0),
        {
          '/api/one-time-links/current': ok(VIEW),
          '/api/reports/saved/r': ok({
            name: '2階の週報',
            filter: { domainId: 'akane', period: { kind: 'newest', nights: 7 } },
            report: EMPTY_REPORT,
          }),
        },
      );
      await expect.element(page.getByRole('heading', { name: '2階の週報' })).toBeVisible();
      expect(fixture.at()).toBe('/register-report-access-user');
      await expect.element(page.getByRole('navigation')).not.toBeInTheDocument();
      expect(
        fixture.asked
          .map(({ path }) => path)
          .filter(
            (path) => !/^\/api\/(session|one-time-links\/current|reports\/saved\/r)$/.test(path),
          ),
      ).toEqual([]);
    },
  );

  it('says so without a link', async () => {
    await open('/register-report-access-user', nobody());
    await says('閲覧のリンクがありません');
  });
});

describe('every page of these', () => {
  it('does not try without a network, and says so', async () => {
    const offline = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine');
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
    cleanups.push(() => {
      if (offline !== undefined) Reflect.deleteProperty(navigator, 'onLine');
    });
    await open('/anonymous', nobody({ anonymous: true }));
    await says(/通信が切れているため、続けられません/);
    await expect.element(page.getByRole('button', { name: 'ゲストとして始める' })).toBeDisabled();
  });

  it('reports the problem when the server does not answer', async () => {
    await open('/signup', nobody({ signUp: true, passwordReset: true }), {
      '/api/registration/address-proof': () => null,
    });
    await fill({ メールアドレス: 'new@home.example' });
    await press('確認のメールを送る');
    await says(/サーバーに接続できません/);
    await expect.element(field('メールアドレス')).toHaveValue('new@home.example');
  });
});
