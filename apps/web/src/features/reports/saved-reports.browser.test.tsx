import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FILTER, openReport as open, SAVED } from './testing/report-fixture.tsx';

describe('saved reports', () => {
  it('a report is saved by name, opened by address, and left when a filter changes', async () => {
    const { sent, search } = await open('/report?nights=30', {
      replies: { '/api/reports/saved': () => ({ body: SAVED }) },
    });
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByLabelText('名前').fill('2階の週報');
    await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click();
    await expect.poll(() => search()['saved']).toBe('s1');
    expect(sent.find(({ path }) => path === '/api/reports/saved')?.body).toEqual({
      name: '2階の週報',
      isShared: true,
      filter: { ...FILTER, period: { kind: 'newest', nights: 30 } },
    });
    await expect.element(page.getByRole('heading', { name: '2階の週報' })).toBeVisible();
    await page.getByRole('button', { name: '90夜' }).click();
    await expect
      .poll(() => [search()['saved'], search()['tag'], search()['nights']])
      .toEqual([undefined, '見守り', '90']);
  });

  it('the list describes each report, deletes one, and reports a duplicate name at its field', async () => {
    await open('/report', {
      replies: {
        '/api/reports/saved': () => ({ status: 409, body: { code: 'report-name-taken' } }),
      },
    });
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByLabelText('名前').fill('2階の週報');
    await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click();
    await expect
      .element(page.getByText('同じ名前のレポートをすでに保存しています。', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByLabelText('名前')).toHaveAttribute('aria-invalid', 'true');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: '保存したレポート' }).click();
    await expect
      .element(page.getByRole('listitem').getByText('7夜・すべての部屋・見守り', { exact: false }))
      .toBeVisible();
    await page.getByRole('button', { name: '2階の週報を削除' }).click();
    await expect
      .element(
        page.getByText('「2階の週報」（7夜・すべての部屋・見守り）を削除します。', {
          exact: false,
        }),
      )
      .toBeVisible();
  });

  it('a report is shared by a one-time link that is shown once, and revoked', async () => {
    const link = {
      linkId: 'l1',
      subject: { kind: 'report', domainId: 'home', report: 's1' },
      label: 'ご家族',
      createdBy: 'x',
      createdAt: '2026-11-21T00:00:00.000Z',
      expiresAt: '2026-11-24T00:00:00.000Z',
      state: 'open',
    };
    const { sent } = await open('/report', {
      replies: {
        '/api/one-time-links?domainId=home': () => ({ body: { links: [link] } }),
        '/api/one-time-links': () => ({ body: { link, token: 'secret-token' } }),
        '/api/reports/saved/s1/removal': () => ({ status: 204 }),
      },
    });
    await page.getByRole('button', { name: '保存したレポート' }).click();
    await page.getByRole('button', { name: '2階の週報の閲覧リンク' }).click();
    await page.getByLabelText('宛先').fill('ご家族');
    await page.getByRole('button', { name: 'リンクを作る' }).click();
    await expect
      .element(page.getByText(`${window.location.origin}/register-report-access-user#secret-token`))
      .toBeVisible();
    expect(sent.find(({ path }) => path === '/api/one-time-links')?.body).toEqual({
      subject: { kind: 'report', domainId: 'home', report: 's1' },
      label: 'ご家族',
      hours: 72,
    });
    await expect.element(page.getByText('未使用', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: '2階の週報を削除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '削除', exact: true }).click();
    await expect
      .poll(() => sent.some(({ path }) => path === '/api/reports/saved/s1/removal'))
      .toBe(true);
  });
});

describe('a saved report in the list', () => {
  const list = (...reports: object[]) => ({
    '/api/reports/saved?domainId=home': () => ({
      body: { reports, unreadable: [], canMail: false },
    }),
  });
  const openList = async () => page.getByRole('button', { name: '保存したレポート' }).click();

  it.each([
    [{ kind: 'named', name: '佐藤 花' }, '佐藤 花が2026/11/03(火)に保存'],
    [{ kind: 'untold' }, '2026/11/03(火)に保存'],
    [{ kind: 'gone' }, '削除されたアカウントが2026/11/03(火)に保存'],
  ])('the list shows author and time: %j', async (owner, words) => {
    await open('/report', { replies: list({ ...SAVED, owner }) });
    await openList();
    await expect.poll(() => page.getByRole('listitem').element().textContent).toContain(words);
  });

  it('a report is renamed and unshared by keyboard, and a duplicate name is reported at its field', async () => {
    let taken = true;
    const { sent } = await open('/report', {
      replies: {
        ...list(SAVED),
        '/api/reports/saved/s1/name': () =>
          taken ? { status: 409, body: { code: 'report-name-taken' } } : { status: 204 },
      },
    });
    await openList();
    const change = page.getByRole('button', { name: '2階の週報の名前と共有を変更' });
    await expect.element(change).toBeVisible();
    change.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: '変更する' })).toBeDisabled();
    await page.getByLabelText('名前').fill('3階の週報');
    await userEvent.keyboard('{Tab} {Enter}');
    await expect
      .element(page.getByText('同じ名前のレポートをすでに保存しています。', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByLabelText('名前')).toHaveAttribute('aria-invalid', 'true');
    expect(sent.filter(({ path }) => path.endsWith('/name')).map(({ body }) => body)).toEqual([
      { name: '3階の週報', isShared: false },
    ]);
    taken = false;
    await page.getByLabelText('名前').fill('4階の週報');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText('名前')).not.toBeInTheDocument();
    // The list reloads.
    await expect
      .poll(() => sent.filter(({ path }) => path === '/api/reports/saved?domainId=home').length)
      .toBe(2);
  });

  it("a colleague's report stays shared", async () => {
    await open('/report', { replies: list({ ...SAVED, isOwn: false }) });
    await openList();
    await page.getByRole('button', { name: '2階の週報の名前と共有を変更' }).click();
    await expect.element(page.getByRole('checkbox', { name: '組織で共有する' })).toBeDisabled();
    await expect
      .element(page.getByText('共有をやめられるのは、保存した人だけです。'))
      .toBeVisible();
  });

  it('an unreadable report is shown as such and can be deleted', async () => {
    const { sent } = await open('/report', {
      replies: {
        '/api/reports/saved?domainId=home': () => ({
          body: { reports: [SAVED], unreadable: [{ id: 's9', name: '古い週報' }], canMail: false },
        }),
        '/api/reports/saved/s9/removal': () => ({ status: 204 }),
      },
    });
    await openList();
    await page.getByRole('button', { name: '古い週報を削除' }).click();
    await page
      .getByRole('region', { name: '読み取れないレポート' })
      .getByRole('button', { name: '削除', exact: true })
      .click();
    await expect
      .poll(() => sent.some(({ path }) => path === '/api/reports/saved/s9/removal'))
      .toBe(true);
  });
});

describe('one-time links to a report filtered by sex', () => {
  it('the page does not offer them, and says why', async () => {
    const { sent } = await open('/report', {
      replies: {
        '/api/reports/saved?domainId=home': () => ({
          body: {
            reports: [{ ...SAVED, filter: { ...FILTER, sexes: ['female'] } }],
            unreadable: [],
            canMail: false,
          },
        }),
        '/api/one-time-links?domainId=home': () => ({ body: { links: [] } }),
      },
    });
    await page.getByRole('button', { name: '保存したレポート' }).click();
    await page.getByRole('button', { name: '2階の週報の閲覧リンク' }).click();
    await expect
      .element(
        page.getByText('このレポートは性別で絞り込んでいるため、閲覧リンクを作れません。', {
          exact: false,
        }),
      )
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'リンクを作る' })).toBeDisabled();
    expect(sent.some(({ path }) => path === '/api/one-time-links')).toBe(false);
  });
});
