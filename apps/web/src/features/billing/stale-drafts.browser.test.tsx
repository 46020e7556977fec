import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { bill, issued, line, openBills, TERMS, type Answers } from './testing/bill-fixture.tsx';
import { expectAccessible } from '../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

/** As generated from `TERMS`, for one customer. */
const draft = (customerId: string, name: string, more: object = {}) =>
  bill(name, {
    recipient: { kind: 'customer', id: customerId, name, address: '', isPerson: false },
    lines: [{ ...line, typeId: 'bed', customerId, customerName: name }],
    ...more,
  });
const PARTNER = {
  code: 'p',
  name: 'みずき販売',
  contact: '',
  email: '',
  phone: '',
  address: '',
  note: '',
  domainIds: ['mizuki'],
  margin: 0,
  state: 'active',
};
const terms = (change: object = {}) => ({
  'domain/one/billTerms/current': { ...TERMS, ...change },
});
const MADE = { made: 0, changed: 1, same: 0, dropped: 0, kept: 0, days: 4, late: 0, tooLarge: [] };

async function open(
  documents: Readonly<Record<string, object>>,
  answers: Answers = {},
  address = '/agency/bills',
) {
  const fixture = await openBills(address, answers, { documents });
  cleanups.push(fixture.end);
  return fixture;
}
const states = () =>
  Object.fromEntries(
    [...document.querySelectorAll('tbody tr')].map((row) => [
      row.querySelector('th')?.textContent,
      row.querySelector('[data-state]')?.parentElement?.textContent,
    ]),
  );

describe('outdated drafts', () => {
  it('drafts are marked when terms or partners change and unmarked when the change is reverted, and issued bills never are', async () => {
    const documents = {
      'domain/one/bill/a': draft('akane', 'あかね苑'),
      'domain/one/bill/m': draft('mizuki', 'みずきの家'),
      'domain/one/bill/i': draft('sakura', 'さくら荘', {
        ...issued,
        dueAt: new Date('2099-01-01T15:00:00Z'),
        registrationNumber: 'T8000000000001',
      }),
      ...terms(),
    };
    const { transport, place } = await open(documents);
    await expect
      .poll(() => states())
      .toEqual({ さくら荘: '入金待ち', あかね苑: '下書き', みずきの家: '下書き' });
    expect(page.getByText('作り直すまで発行できません', { exact: false }).query()).toBeNull();
    transport.put('domain/one/partner/p', PARTNER);
    await expect
      .poll(() => states())
      .toEqual({
        さくら荘: '入金待ち',
        あかね苑: '下書き',
        みずきの家: '下書き要作り直し',
      });
    await expect
      .element(page.getByText('1件の下書きは内容が古くなっています。', { exact: false }))
      .toBeVisible();
    await expectAccessible(place);
    transport.put('domain/one/billTerms/current', { ...TERMS, unitPrice: 120 });
    await expect
      .poll(() => states())
      .toEqual({
        さくら荘: '入金待ち',
        あかね苑: '下書き要作り直し',
        みずきの家: '下書き要作り直し',
      });
    transport.put('domain/one/billTerms/current', TERMS);
    transport.put('domain/one/partner/p', { ...PARTNER, state: 'paused' });
    await expect
      .poll(() => states())
      .toEqual({ さくら荘: '入金待ち', あかね苑: '下書き', みずきの家: '下書き' });
  });

  it('all drafts of the month are regenerated after a confirmation', async () => {
    const { asked } = await open(
      { 'domain/one/bill/a': draft('akane', 'あかね苑'), ...terms({ dueDays: 14 }) },
      { generate: () => ({ body: MADE }) },
    );
    await page.getByRole('button', { name: '作り直す' }).click();
    await page
      .getByRole('dialog', { name: '2026/10 の下書きを作り直しますか' })
      .getByRole('button', { name: '作り直す' })
      .click();
    await expect.element(page.getByText('変更 1、', { exact: false })).toBeVisible();
    expect(asked).toEqual([
      { path: '/api/agencies/one/bills/generate', body: { month: '2026-10' } },
    ]);
  });

  it('an open draft says so, and offers to regenerate if its month is the one below', async () => {
    const documents = {
      'domain/one/bill/a': draft('akane', 'あかね苑'),
      ...terms({ bank: '新しい銀行' }),
    };
    await open(documents, {}, '/agency/bills?bill=a');
    const panel = page.getByRole('dialog', { name: '請求書' });
    await expect
      .element(panel.getByText('この下書きは内容が古くなっています。', { exact: false }))
      .toBeVisible();
    await expect.element(panel.getByRole('button', { name: '作り直す' })).toBeVisible();
    cleanups.splice(0).forEach((cleanup) => cleanup());
    await open(documents, {}, '/agency/bills?bill=a&month=2026-09');
    await expect
      .element(panel.getByText('この下書きは内容が古くなっています。', { exact: false }))
      .toBeVisible();
    expect(panel.getByRole('button', { name: '作り直す' }).query()).toBeNull();
  });

  it('cards of both sizes show the mark', async () => {
    await open(
      { 'domain/one/bill/a': draft('akane', 'あかね苑'), ...terms({ dueDays: 14 }) },
      {},
      '/agency/bills?as=smallcard',
    );
    await expect
      .poll(() =>
        [...document.querySelectorAll('li[data-small="true"]')].map(
          ({ textContent }) => textContent,
        ),
      )
      .toEqual(['あかね苑¥440下書き要作り直し']);
  });
});
