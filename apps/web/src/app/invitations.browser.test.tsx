import type { InvitationEntry } from '@yamori/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { signedInAs, renderApp, type Answer } from './testing/sign-in-fixture.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  cleanups.splice(0).forEach((cleanup) => cleanup());
});

const CODE = 'A1B2-C3D4-E5F6-G7H8';
const entry = (more: Partial<InvitationEntry> = {}): InvitationEntry => ({
  invitationId: 'i1',
  kind: 'member',
  domainId: 'home',
  accessLevel: 2,
  organisationKind: null,
  label: '夜勤の新人さん',
  mailed: false,
  invitedBy: '夜勤 花子',
  createdAt: '2026-11-21T03:00:00.000Z',
  expiresAt: '2026-11-28T03:00:00.000Z',
  state: 'open',
  ...more,
});
const domain = (id: string, name: string, kind: string) => ({
  path: `domain/${id}`,
  data: { name, kind },
  version: '1',
  createdAt: '2026-11-21T03:00:00.000Z',
  updatedAt: '2026-11-21T03:00:00.000Z',
});

/** Answers of one address in turn; the last stays. */
const inTurn =
  (...answers: unknown[]) =>
  (): Answer => ({ status: 200, body: answers.length > 1 ? answers.shift() : answers[0] });

async function open(
  level: number,
  answers: Parameters<typeof renderApp>[1] = {},
  mail = false,
  reach: 'everything' | string[] = ['home'],
) {
  const session = signedInAs(level);
  const fixture = await renderApp('/register', {
    '/api/session': () => ({
      status: 200,
      body: { ...session, reach, waysIn: { ...session.waysIn, passwordReset: mail } },
    }),
    '/api/documents/list': inTurn({
      documents: [
        domain('home', '陽だまりの家', 'facility'),
        domain('agency', '北の代理店', 'agency'),
      ],
    }),
    '/api/invitations': inTurn({ invitations: [] }),
    ...answers,
  });
  cleanups.push(() => fixture.end());
  await expect.element(page.getByRole('heading', { name: '招待', exact: true })).toBeVisible();
  return {
    ...fixture,
    sent: (path: string) =>
      fixture.asked
        .filter((call) => call.path === path && call.body !== undefined)
        .map(({ body }) => body),
  };
}
const options = (label: string) =>
  [...page.getByLabelText(label, { exact: false }).element().querySelectorAll('option')].map(
    ({ textContent }) => textContent,
  );

describe('the page of invitations', () => {
  it.each([
    [3, ['一般ユーザー']],
    [4, ['一般ユーザー', '管理ユーザー']],
    [5, ['一般ユーザー', '管理ユーザー', '特権管理者', 'オーナー管理者']],
  ])('offers level %i the levels that they may give', async (level, labels) => {
    await open(level);
    await expect.poll(() => options('権限')).toEqual(labels);
    await expect.element(page.getByLabelText('招待の種類')).not.toBeInTheDocument();
  });

  it('does not open for members who manage no one', async () => {
    const fixture = await renderApp('/register', {
      '/api/session': () => ({ status: 200, body: signedInAs(2) }),
    });
    cleanups.push(() => fixture.end());
    await expect.element(page.getByRole('heading', { name: '登録の案内' })).toBeVisible();
    expect(fixture.asked.some(({ path }) => path === '/api/invitations')).toBe(false);
  });

  it('makes an invitation and shows its link, its code and their picture, once', async () => {
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      written.push(text);
    });
    const { sent } = await open(5, {
      '/api/invitations': inTurn(
        { invitations: [] },
        { invitation: entry(), code: CODE },
        { invitations: [entry()] },
      ),
    });
    await page.getByLabelText('権限', { exact: false }).selectOptions('管理ユーザー');
    await page.getByLabelText('有効期限').selectOptions('3日');
    await page.getByLabelText('メモ').fill('夜勤の新人さん');
    await page.getByRole('button', { name: '招待を作る' }).click();
    await expect.element(page.getByRole('dialog', { name: '招待ができました' })).toBeVisible();
    expect(sent('/api/invitations')).toEqual([
      {
        kind: 'member',
        domainId: 'home',
        accessLevel: 3,
        label: '夜勤の新人さん',
        mailTo: null,
        days: 3,
        language: 'ja',
      },
    ]);
    const link = `${globalThis.location.origin}/registerUser/home#${CODE}`;
    await expect.element(page.getByText(link)).toBeVisible();
    await expect.element(page.getByRole('img', { name: '招待リンクの QR コード' })).toBeVisible();
    await page.getByRole('button', { name: 'リンクをコピーする' }).click();
    await page.getByRole('button', { name: 'コードをコピーする' }).click();
    await expect.poll(() => written).toEqual([link, CODE]);
    await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).last().click();
    await expect.element(page.getByRole('cell', { name: '夜勤の新人さん' })).toBeVisible();
    await expect.element(page.getByLabelText('メモ')).toHaveValue('');
    await expect.poll(() => document.body.textContent?.includes(CODE)).toBe(false);
  });

  it('says so when the clipboard is refused: the text can be selected', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
      new DOMException('no', 'NotAllowedError'),
    );
    await open(5, {
      '/api/invitations': inTurn(
        { invitations: [] },
        { invitation: entry(), code: CODE },
        { invitations: [entry()] },
      ),
    });
    await page.getByRole('button', { name: '招待を作る' }).click();
    await page.getByRole('button', { name: 'リンクをコピーする' }).click();
    await expect.element(page.getByText(/コピーできませんでした/)).toBeVisible();
  });

  it('offers to mail an invitation only if mail is configured', async () => {
    await open(5);
    await expect.element(page.getByLabelText('権限', { exact: false })).toBeVisible();
    await expect.element(page.getByLabelText('送り先のメールアドレス')).not.toBeInTheDocument();
    cleanups.splice(0).forEach((cleanup) => cleanup());
    const { sent } = await open(
      5,
      {
        '/api/invitations': inTurn(
          { invitations: [] },
          { invitation: entry({ mailed: true }), code: CODE },
          { invitations: [entry({ mailed: true })] },
        ),
      },
      true,
    );
    await page.getByLabelText('送り先のメールアドレス').fill('wrong');
    await page.getByRole('button', { name: '招待を作る' }).click();
    await expect.element(page.getByText('メールアドレスの形が正しくありません。')).toBeVisible();
    await page.getByLabelText('送り先のメールアドレス').fill('new@home.example');
    await page.getByRole('button', { name: '招待を作る' }).click();
    await expect.element(page.getByText(/new@home.example にメールを送りました/)).toBeVisible();
    expect(sent('/api/invitations')).toMatchObject([{ mailTo: 'new@home.example' }]);
  });

  it('lets a reseller take on an organisation below themselves, with three limits or none', async () => {
    const made = entry({
      kind: 'organisation',
      domainId: 'agency',
      accessLevel: 5,
      organisationKind: 'facility',
    });
    const { sent } = await open(
      100,
      {
        '/api/invitations': inTurn(
          { invitations: [] },
          { invitation: made, code: CODE },
          { invitations: [made] },
        ),
      },
      false,
      'everything',
    );
    await page.getByLabelText('招待の種類').selectOptions('組織を招待する');
    await expect.poll(() => options('組織の種類')).toEqual(['施設', '代理店']);
    await expect
      .poll(() => options('上位の組織'))
      .toEqual(['なし（最上位）', '陽だまりの家', '北の代理店']);
    await page.getByLabelText('上位の組織').selectOptions('北の代理店');
    await page.getByRole('textbox', { name: '部屋', exact: true }).fill('20');
    await page.getByRole('button', { name: '招待を作る' }).click();
    await expect
      .element(page.getByText('3つとも入力するか、3つとも空にしてください。').first())
      .toBeVisible();
    await page.getByLabelText('機器').fill('40');
    await page.getByLabelText('職員').fill('30');
    await page.getByRole('button', { name: '招待を作る' }).click();
    await expect
      .element(page.getByText(`${globalThis.location.origin}/registerdomain#${CODE}`))
      .toBeVisible();
    expect(sent('/api/invitations')).toMatchObject([
      {
        kind: 'organisation',
        parentDomainId: 'agency',
        organisationKind: 'facility',
        limits: { rooms: 20, devices: 40, members: 30 },
      },
    ]);
  });

  it('withdraws one after asking, and only one that is open', async () => {
    const listed = [
      entry(),
      entry({ invitationId: 'i2', label: '', state: 'accepted' }),
      entry({ invitationId: 'i3', label: '期限切れの人', state: 'expired' }),
    ];
    const fixture = await open(5, {
      '/api/invitations': inTurn(
        { invitations: listed },
        { invitations: [entry({ state: 'revoked' })] },
      ),
      '/api/invitations/i1/revoke': () => ({ status: 204, body: null }),
    });
    await expect.element(page.getByRole('cell', { name: '夜勤の新人さん' })).toBeVisible();
    expect(page.getByRole('button', { name: '取り消す' }).elements()).toHaveLength(1);
    for (const state of ['未使用', '参加済み', '期限切れ'])
      await expect.element(page.getByText(state, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: '取り消す' }).click();
    await expect.element(page.getByRole('alertdialog', { name: '招待の取り消し' })).toBeVisible();
    expect(fixture.asked.some(({ path }) => path.endsWith('/revoke'))).toBe(false);
    await page.getByRole('alertdialog').getByRole('button', { name: '取り消す' }).click();
    await expect.element(page.getByText('招待を取り消しました。')).toBeVisible();
    await expect.element(page.getByText('取り消し済み')).toBeVisible();
  });

  it('shows why an invitation was rejected, and keeps the input', async () => {
    const answers: Answer[] = [
      { status: 200, body: { invitations: [] } },
      { status: 403, body: { code: 'invitation-forbidden' } },
    ];
    await open(5, { '/api/invitations': () => answers.shift() ?? null });
    await page.getByLabelText('メモ').fill('だれか');
    await page.getByRole('button', { name: '招待を作る' }).click();
    await expect.element(page.getByText('この権限の招待を作ることはできません。')).toBeVisible();
    await expect.element(page.getByLabelText('メモ')).toHaveValue('だれか');
  });
});
