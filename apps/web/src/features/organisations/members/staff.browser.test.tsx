import type { AccessLevel, MemberEntry } from '@yamori/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { attempt } from '../../../call-outcome.ts';
import { NIGHT } from '../../../shared/room-state/testing/live-builder.ts';
import { renderList } from '../../../kit/testing/list-fixture.tsx';
import { OrganisationActionsContext } from '../organisation-actions.ts';
import { StaffSection } from './staff-section.tsx';
import { expectAccessible } from '../../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  cleanups.splice(0).forEach((cleanup) => cleanup());
});

const SAFE = {
  hasPassword: true,
  hasSecondFactor: true,
  lastSignInAt: new Date(NIGHT.getTime() - 18 * 60_000).toISOString(),
  sessions: 2,
  mailable: true,
  isPeer: false,
  requests: [],
};
const member = (userId: string, name: string, more: Partial<MemberEntry> = {}): MemberEntry => ({
  userId,
  name,
  nameKana: '',
  email: `${userId}@akane.example`,
  accessLevel: 2,
  state: 'active',
  security: SAFE,
  ...more,
});
const MEMBERS = [
  member('sato', '佐藤 一郎'),
  member('suzuki', '鈴木 次子', {
    security: { ...SAFE, hasSecondFactor: false, lastSignInAt: null, sessions: 0, mailable: false },
  }),
  member('u', '夜勤 花子', { accessLevel: 3, security: null }),
  member('owner', '高橋 三郎', { accessLevel: 5, security: null }),
  member('tanaka', '田中 四葉', {
    email: null,
    state: 'suspended',
    security: { ...SAFE, hasSecondFactor: false },
  }),
];
const organisation = (id: string, name: string, above: string | null) => ({
  code: id,
  name,
  kind: 'facility',
  parentDomainId: above,
  rootDomainId: 'home',
  ancestorIds: above === null ? [] : [above],
});
const DOCUMENTS = {
  'domain/home': organisation('home', 'ひなた園', null),
  ...Object.fromEntries(
    MEMBERS.map(({ userId, name, accessLevel, state, email }) => [
      `staff/${userId}`,
      {
        userId,
        domainId: 'home',
        rootDomainId: 'home',
        name,
        accessLevel,
        state,
        email,
        notify: {},
      },
    ]),
  ),
};

type Answer = { readonly status?: number; readonly body?: unknown };
async function open(
  answers: Readonly<Record<string, () => Answer>>,
  accessLevel: AccessLevel = 3,
  documents: Readonly<Record<string, object>> = DOCUMENTS,
) {
  const asked: { path: string; body: unknown }[] = [];
  const fixture = await renderList({
    Screen: () => <StaffSection domainId="home" />,
    address: '/domain-config',
    documents,
    accessLevel,
    reach: ['home', 'east', 'seller'],
    async serve(path, { body }) {
      asked.push({ path, body: typeof body === 'string' ? JSON.parse(body) : undefined });
      const { status = 200, body: answer } = answers[path]?.() ?? {
        status: 404,
        body: { code: 'member-not-found' },
      };
      return status === 204 ? new Response(null, { status }) : Response.json(answer, { status });
    },
    around: (screen) => (
      <OrganisationActionsContext value={{ act: attempt, sessionChanged: async () => undefined }}>
        {screen}
      </OrganisationActionsContext>
    ),
  });
  cleanups.push(() => fixture.end());
  return {
    ...fixture,
    asked,
    calls: (part: string) => asked.filter(({ path }) => path.includes(part)),
    data: (path: string) => fixture.transport.documents.get(path)?.data,
  };
}
const LIST = '/api/staff?domainId=home';
const listed = () => ({ body: { members: MEMBERS, complete: true } });

describe('the staff of an organisation', () => {
  it('the table shows level, second factor and last sign-in, and marks hidden values', async () => {
    await open({ [LIST]: listed });
    await expect
      .element(
        page.getByRole('row', {
          name: /佐藤 一郎.*一般ユーザー.*登録済み.*18分前.*サインイン中 2か所/,
        }),
      )
      .toBeVisible();
    await expect
      .element(page.getByRole('row', { name: /鈴木 次子.*なし.*180日以内の記録なし/ }))
      .toBeVisible();
    await expect
      .element(page.getByRole('row', { name: /高橋 三郎.*オーナー管理者.*表示できません/ }))
      .toBeVisible();
    await expect
      .element(page.getByRole('row', { name: /田中 四葉.*停止中.*メールアドレスなし/ }))
      .toBeVisible();
    await expect
      .element(
        page
          .getByRole('row', { name: /夜勤 花子/ })
          .getByRole('link', { name: '自分のアカウント' }),
      )
      .toBeVisible();
  });

  it('each member has only the actions that the reader may use', async () => {
    await open({ [LIST]: listed });
    await expect
      .element(page.getByRole('button', { name: '新しいパスワード（佐藤 一郎）' }))
      .toBeVisible();
    const names = [...document.querySelectorAll('td button')].map((button) =>
      button.getAttribute('aria-label'),
    );
    expect(names).toEqual([
      '権限と状態（佐藤 一郎）',
      '新しいパスワード（佐藤 一郎）',
      '二段階認証を外す（佐藤 一郎）',
      '権限と状態（鈴木 次子）',
      '新しいパスワード（鈴木 次子）',
      '権限と状態（田中 四葉）',
    ]);
  });

  it('a manager resets a password in person after a confirmation, with a link that is shown once', async () => {
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      written.push(text);
    });
    const { calls } = await open({
      [LIST]: listed,
      '/api/staff/suzuki/password/give': () => ({
        body: { token: 'SECRET', awaits: false, expiresAt: '2026-11-23T03:00:00.000Z' },
      }),
    });
    await page.getByRole('button', { name: '新しいパスワード（鈴木 次子）' }).click();
    await expect
      .element(page.getByRole('alertdialog').getByText('メールでは送れません。', { exact: false }))
      .toBeVisible();
    await expect
      .element(page.getByRole('heading', { name: '鈴木 次子さんの新しいパスワード' }))
      .toBeVisible();
    expect(calls('password')).toEqual([]);
    await page.getByRole('button', { name: 'その場で渡す' }).click();
    const link = `${globalThis.location.origin}/handleauth?mode=resetPassword#SECRET`;
    await expect.element(page.getByText(link)).toBeVisible();
    await expect
      .element(page.getByRole('img', { name: '新しいパスワードを決めるアドレスの QR コード' }))
      .toBeVisible();
    await page.getByRole('button', { name: 'アドレスをコピーする' }).click();
    expect([written, calls('password').map(({ body }) => body)]).toEqual([
      [link],
      [{ by: 'hand', language: 'ja' }],
    ]);
    await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).last().click();
    await expect.poll(() => document.body.textContent?.includes('SECRET')).toBe(false);
    expect(calls('domainId')).toHaveLength(2);
  });

  it('a confirmed address gets the link by mail, and cancelling does nothing', async () => {
    const { calls } = await open({
      [LIST]: listed,
      '/api/staff/sato/password/give': () => ({
        body: { token: null, awaits: false, expiresAt: '2026-11-23T03:00:00.000Z' },
      }),
    });
    const ask = page.getByRole('button', { name: '新しいパスワード（佐藤 一郎）' });
    await ask.click();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.activeElement).toBe(ask.element());
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    await ask.click();
    await page.getByRole('button', { name: 'メールで送る' }).click();
    await expect
      .element(
        page.getByText('佐藤 一郎さんに、新しいパスワードを決めるためのメールを送りました。'),
      )
      .toBeVisible();
    expect(calls('password').map(({ body }) => body)).toEqual([{ by: 'mail', language: 'ja' }]);
  });

  it('second factors are removed after a confirmation, and a refusal is shown as text', async () => {
    const turns: Answer[] = [
      { status: 403, body: { code: 'member-forbidden' } },
      { body: { outcome: 'done', expiresAt: null } },
    ];
    const { calls } = await open({
      [LIST]: listed,
      '/api/staff/sato/factors/reset': () => turns.shift() ?? {},
    });
    for (const words of [
      'この職員の設定を変える権限がありません。',
      '佐藤 一郎さんの二段階認証を外しました。',
    ]) {
      await page.getByRole('button', { name: '二段階認証を外す（佐藤 一郎）' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: '二段階認証を外す' }).click();
      await expect.element(page.getByText(words).first()).toBeVisible();
      await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    }
    expect(calls('factors')).toHaveLength(2);
  });

  it('peers are helped by mail or with a second approver, never by one person alone', async () => {
    const peers = [
      member('mailed', '青木 五月', { accessLevel: 5, security: { ...SAFE, isPeer: true } }),
      member('unmailed', '森 六子', {
        accessLevel: 5,
        security: {
          ...SAFE,
          isPeer: true,
          mailable: false,
          requests: [
            { act: 'passwordGiven', isMine: false, expiresAt: '2026-11-23T03:00:00.000Z' },
          ],
        },
      }),
    ];
    const until = '2026-11-23T03:00:00.000Z';
    await open(
      {
        [LIST]: () => ({ body: { members: peers, complete: true } }),
        '/api/staff/mailed/factors/reset': () => ({ body: { outcome: 'mailed', expiresAt: null } }),
        '/api/staff/unmailed/factors/reset': () => ({
          body: { outcome: 'awaits', expiresAt: until },
        }),
        '/api/staff/unmailed/password/give': () => ({
          body: { token: null, awaits: true, expiresAt: until },
        }),
      },
      5,
    );
    await expect
      .element(page.getByText('新しいパスワード：ほかの管理者が依頼しています。', { exact: false }))
      .toBeVisible();
    await page.getByRole('button', { name: '新しいパスワード（青木 五月）' }).click();
    await expect.element(page.getByRole('button', { name: 'メールで送る' })).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'その場で渡す' }))
      .not.toBeInTheDocument();
    await page.getByRole('button', { name: 'やめる' }).click();
    await page.getByRole('button', { name: '二段階認証を外す（青木 五月）' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '二段階認証を外す' }).click();
    await expect
      .element(
        page.getByText('新しいパスワードを決めるためのメールを本人に送りました。', {
          exact: false,
        }),
      )
      .toBeVisible();
    for (const name of ['二段階認証を外す（森 六子）', '新しいパスワード（森 六子）']) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('button', { name: '依頼する' }).click();
      await expect
        .element(page.getByText('森 六子さんについて依頼しました。', { exact: false }).first())
        .toBeVisible();
      await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    }
  });

  it('readers who manage no one do not load the list', async () => {
    const { asked } = await open({ [LIST]: listed }, 50);
    await expect.element(page.getByText('職員は表示されません')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it('a failed load shows the reason and a retry', async () => {
    const turns: Answer[] = [{ status: 404, body: { code: 'domain-not-found' } }, listed()];
    await open({ [LIST]: () => turns.shift() ?? {} });
    await page.getByRole('button', { name: /もう一度|再読み込み|やり直す/ }).click();
    await expect.element(page.getByText('佐藤 一郎')).toBeVisible();
  });
});

describe("a member's level and state", () => {
  it('managers grant levels below their own, and never change their own', async () => {
    const { data, asked } = await open({ [LIST]: listed }, 4);
    await expect
      .element(page.getByRole('button', { name: '権限と状態（佐藤 一郎）' }))
      .toBeVisible();
    for (const name of ['夜勤 花子', '高橋 三郎'])
      await expect
        .element(page.getByRole('button', { name: `権限と状態（${name}）` }))
        .not.toBeInTheDocument();
    await page.getByRole('button', { name: '権限と状態（佐藤 一郎）' }).click();
    const levels = page.getByRole('combobox', { name: '権限' });
    await expect
      .poll(() => [...levels.element().querySelectorAll('option')].map(({ value }) => value))
      .toEqual(['2', '3']);
    // A dialog is transparent until its transition ends.
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    await expectAccessible(document.body);
    await levels.selectOptions('3');
    await page.getByRole('radio', { name: '停止中' }).click();
    await expect.element(page.getByText('すぐにサインアウトし', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: '変更する', exact: true }).click();
    await expect.element(page.getByText('佐藤 一郎さんの権限と状態を変更しました。')).toBeVisible();
    expect(data('staff/sato')).toMatchObject({
      accessLevel: 3,
      state: 'suspended',
      domainId: 'home',
    });
    expect(asked.filter(({ path }) => path === LIST)).toHaveLength(2);
  });

  it('a member stays in the organisation unless another one with the same grantable level is chosen', async () => {
    const { data } = await open({ [LIST]: listed }, 5, {
      ...DOCUMENTS,
      'domain/east': organisation('east', '東館', 'home'),
      'domain/seller': { ...organisation('seller', '販売店', 'home'), kind: 'agency' },
    });
    await page.getByRole('button', { name: '権限と状態（鈴木 次子）' }).click();
    await page.getByRole('combobox', { name: '所属する組織' }).click();
    await expect
      .poll(() =>
        page
          .getByRole('listbox')
          .getByRole('option')
          .elements()
          .map((option) => option.textContent),
      )
      .toEqual(['ひなた園', '東館']);
    await page.getByRole('option', { name: '東館' }).click();
    await page.getByRole('button', { name: '変更する', exact: true }).click();
    await expect
      .poll(() => data('staff/suzuki'))
      .toMatchObject({ domainId: 'east', rootDomainId: 'home', accessLevel: 2 });
  });
});
