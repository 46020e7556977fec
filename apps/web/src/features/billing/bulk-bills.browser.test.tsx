import { unguardedCell } from '@yamori/formats';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { bill, issued, openBills, type Answers } from './testing/bill-fixture.tsx';
import { expectAccessible } from '../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const due = (name: string, number: string, more: object = {}) =>
  bill(name, { ...issued, number, ...more });
const refused = (code: string) => () => ({ status: 409, body: { code } });

async function choosing(documents: Readonly<Record<string, object>>, answers: Answers = {}) {
  const fixture = await openBills('/agency/bills', answers, { documents });
  cleanups.push(fixture.end);
  await page.getByRole('checkbox', { name: '表示中のすべてを選ぶ' }).click();
  return fixture;
}

describe('several drafts', () => {
  it('drafts are issued after a confirmation, and rejected ones are listed by name at the end', async () => {
    const { asked } = await choosing(
      { 'domain/one/bill/a': bill('あかね苑'), 'domain/one/bill/m': bill('みずきの家') },
      {
        'a/issue': refused('bill-draft-stale-conflict'),
        'm/issue': () => ({ body: { number: '000007' } }),
      },
    );
    await page.getByRole('button', { name: '2件を発行' }).click();
    const question = page.getByRole('dialog', { name: '2件の請求書を発行しますか' });
    await expect.element(question.getByRole('button', { name: 'やめる' })).toHaveFocus();
    expect(asked).toEqual([]);
    await question.getByRole('button', { name: '発行する' }).click();
    const over = page.getByRole('dialog', { name: '処理が終わりました' });
    await expect
      .element(over.getByText('2件中 1件を処理しました。1件は処理できませんでした。'))
      .toBeVisible();
    await expect
      .element(
        over.getByRole('list', { name: '処理できなかったもの' }).getByText('あかね苑（2026/10）'),
      )
      .toBeVisible();
    await expect.element(over.getByText('下書きを作ったあとで', { exact: false })).toBeVisible();
    await over.getByRole('button', { name: '閉じる' }).last().click();
    await expect.element(page.getByText('1件を発行しました。')).toBeVisible();
  });
});

describe('several payments', () => {
  it('payments are recorded on one day, rejected ones are listed by number, and the rest can be undone', async () => {
    const documents = {
      'domain/one/bill/a': due('あかね苑', '000001'),
      'domain/one/bill/m': due('みずきの家', '000002', {
        issuedAt: new Date('2026-11-19T01:00:00Z'),
      }),
      'domain/one/bill/d': bill('下書きの家'),
    };
    const { asked, place } = await choosing(documents, {
      'a/payment': () => ({ status: 204 }),
      'm/payment': refused('bill-payment-invalid'),
    });
    await page.getByRole('button', { name: '2件の入金を記録' }).click();
    const dialog = page.getByRole('dialog', { name: '2件の入金を記録' });
    await expect
      .element(dialog.getByText('選んだ2件（合計 ¥880）', { exact: false }))
      .toBeVisible();
    await dialog.getByRole('textbox', { name: '入金日' }).fill('2026/11/01');
    await dialog.getByRole('button', { name: '入金を記録' }).click();
    await expect.element(dialog.getByText('2026/11/02', { exact: false }).first()).toBeVisible();
    expect(asked).toEqual([]);
    await expectAccessible(place.ownerDocument.body);
    await dialog.getByRole('textbox', { name: '入金日' }).fill('2026/11/10');
    await dialog.getByRole('button', { name: '入金を記録' }).click();
    const over = page.getByRole('dialog', { name: '処理が終わりました' });
    await expect.element(over.getByText('みずきの家（000002）')).toBeVisible();
    await expect
      .element(over.getByText('入金日は、発行日から今日まで', { exact: false }))
      .toBeVisible();
    await over.getByRole('button', { name: '閉じる' }).last().click();
    await expect.element(page.getByText('1件の入金を記録しました。')).toBeVisible();
    await page.getByRole('button', { name: '元に戻す' }).click();
    await expect
      .poll(() =>
        asked.map(({ path, body }) => [path.replace('/api/agencies/one/bills/', ''), body]),
      )
      .toEqual([
        ['a/payment', { paidOn: '2026-11-10' }],
        ['m/payment', { paidOn: '2026-11-10' }],
        ['a/payment', { paidOn: null, was: '2026-11-10' }],
      ]);
  });

  it('the action is absent without unpaid bills', async () => {
    await choosing({ 'domain/one/bill/d': bill('下書きの家') });
    await expect.element(page.getByRole('button', { name: '0件の入金を記録' })).toBeDisabled();
  });
});

describe('the CSV file of the list', () => {
  it('the file has the filtered bills in their order, with sums as numbers', async () => {
    const files: { readonly name: string; readonly text: Promise<string> }[] = [];
    const blobs: Blob[] = [];
    const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:none';
    });
    const pressed = vi
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(function press(this: HTMLAnchorElement) {
        files.push({ name: this.download, text: blobs.at(-1)?.text() ?? Promise.resolve('') });
      });
    cleanups.push(() => {
      made.mockRestore();
      pressed.mockRestore();
    });
    const documents = {
      'domain/one/bill/a': due('あかね苑', '000001', { state: 'paid', paidOn: '2026-11-12' }),
      'domain/one/bill/m': due('=みずきの家', '000002', {
        total: 990,
        subtotal: 900,
        tax: [{ percent: 10, subtotal: 900, amount: 90 }],
      }),
      'domain/one/bill/d': bill('下書きの家'),
    };
    const { end } = await openBills('/agency/bills?sort=-total&q=の家', {}, { documents });
    cleanups.push(end);
    await page.getByRole('button', { name: 'CSVを保存' }).click();
    await expect.poll(() => files.map(({ name }) => name)).toEqual(['請求書の一覧_2026-10.csv']);
    const rows = ((await files[0]?.text) ?? '')
      .trim()
      .split('\r\n')
      .map((row) => row.split(',').map(unguardedCell));
    expect(rows).toEqual([
      [
        '請求先',
        '対象月',
        '番号',
        '状態',
        '税抜',
        '消費税',
        '請求額',
        '発行日',
        '支払期限',
        '入金日',
      ],
      [
        '=みずきの家',
        '2026-10',
        '000002',
        '期限超過',
        '900',
        '90',
        '990',
        '2026-11-02',
        '2026-11-11',
        '',
      ],
      ['下書きの家', '2026-10', '', '下書き', '400', '40', '440', '', '', ''],
    ]);
  });

  it('the button is absent with an empty list', async () => {
    cleanups.push((await openBills('/agency/bills?q=どこにもない')).end);
    await expect.element(page.getByRole('button', { name: 'CSVを保存' })).toBeDisabled();
  });
});
