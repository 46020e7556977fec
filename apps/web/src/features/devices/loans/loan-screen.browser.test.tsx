import { LOAN_STATES } from '@yamori/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NIGHT } from '../../../shared/room-state/testing/live-builder.ts';
import { renderList, type ListSetup } from '../../../kit/testing/list-fixture.tsx';
import { LoanScreen } from './loan-screen.tsx';
import { expectAccessible } from '../../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const DAY_MS = 86_400_000;
/** Midnight in Tokyo, this many days from the fixture's today. */
const NOW_MS = NIGHT.getTime() + 5000;
const midnight = (days: number): Date =>
  new Date(Date.parse('2026-11-20T15:00:00Z') + days * DAY_MS);

const domain = (name: string) => ({
  code: name,
  name,
  nameKana: '',
  kind: 'facility',
  parentDomainId: null,
  rootDomainId: 'home',
  ancestorIds: [],
});
const device = (serial: string, domainId = 'maker') => ({
  serial,
  typeId: 't',
  domainId,
  rootDomainId: 'home',
  roomId: null,
  name: '',
  firmware: '',
  connection: 'network',
  keyHash: null,
  status: null,
  borrowedBy: null,
  borrowedUntil: null,
  calibration: {},
  note: '',
  retiredAt: null,
});
const loan = (serial: string, from: number, until: number, more: object = {}) => ({
  serial,
  fromDomainId: 'maker',
  toDomainId: 'ward',
  from: midnight(from),
  until: midnight(until),
  returnedAt: null,
  note: '',
  ...more,
});
const DOCUMENTS = {
  'domain/maker': domain('やもり製作所'),
  'domain/ward': domain('あかね苑'),
  'device/A-1': device('A-1'),
  'device/A-2': device('A-2'),
  'device/A-3': device('A-3'),
  'deviceLoan/late': loan('A-1', -20, -3),
  'deviceLoan/out': loan('A-2', -2, 10),
  'deviceLoan/next': loan('A-3', 5, 9),
  'deviceLoan/over': loan('A-3', -9, -2, { returnedAt: midnight(-4) }),
};

async function open(address = '/device-borrow', more: Partial<ListSetup> = {}) {
  const fixture = await renderList({
    Screen: LoanScreen,
    address,
    documents: DOCUMENTS,
    accessLevel: 100,
    ...more,
  });
  cleanups.push(fixture.end);
  return { ...fixture, data: (path: string) => fixture.transport.documents.get(path)?.data };
}
const bars = () => [...document.querySelectorAll<HTMLElement>('[data-bar]')];

describe('the calendar of loans', () => {
  it('each device has a row, late ones first, and each loan shows place, end and state', async () => {
    const { place } = await open();
    await expect
      .poll(() => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent))
      .toEqual(['A-1', 'A-2', 'A-3']);
    await expect
      .poll(() =>
        bars().map((bar) => [bar.dataset['state'], bar.getAttribute('aria-label')?.split('、')[0]]),
      )
      .toEqual([
        ['overdue', '返却遅れ 4日 あかね苑'],
        ['running', '貸し出し中 あかね苑'],
        ['returned', '返却済み あかね苑'],
        ['planned', '予定 あかね苑'],
      ]);
    await expectAccessible(place);
  });

  it('the calendar is one tab stop: arrows move, Enter opens', async () => {
    const { search } = await open();
    await expect.poll(() => bars().length).toBe(4);
    expect(bars().filter((bar) => bar.tabIndex === 0).length).toBe(1);
    bars()[0]?.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
    expect((document.activeElement as HTMLElement).dataset['state']).toBe('planned');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => search()['loan']).toBe('next');
  });

  it('the calendar keeps a tab stop when the bar that had it is gone', async () => {
    const { transport } = await open();
    await expect.poll(() => bars().length).toBe(4);
    bars()[0]?.focus();
    await userEvent.keyboard('{End}');
    await expect.poll(() => bars().map((bar) => bar.tabIndex)).toEqual([-1, -1, -1, 0]);
    transport.put('deviceLoan/next', loan('A-3', 60, 70));
    await expect.poll(() => bars().map((bar) => bar.tabIndex)).toEqual([0, -1, -1]);
  });

  it('the calendar moves to other weeks, and the address holds them', async () => {
    const { search } = await open();
    await page.getByRole('button', { name: '2週間' }).click();
    await page.getByRole('button', { name: '次の期間' }).click();
    expect(search()).toEqual({ days: '14', day: '2026-12-02' });
    await expect.element(page.getByText('この期間の貸し出しはありません')).toBeVisible();
    await page.getByRole('button', { name: '次の期間' }).click();
    await page.getByRole('button', { name: '今日' }).click();
    expect(search()).toEqual({ days: '14' });
  });
});

describe('the list of loans', () => {
  it.each(LOAN_STATES.map((state) => [state] as const))(
    'the list shows loans that are %s',
    async (state) => {
      await open(`/device-borrow?as=table&state=${state}`);
      await expect
        .poll(() => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent))
        .toEqual(
          { planned: ['A-3'], running: ['A-2'], overdue: ['A-1'], returned: ['A-3'] }[state],
        );
    },
  );

  it('several devices are returned together, except those that have not left', async () => {
    const { data } = await open('/device-borrow?as=table');
    await page.getByRole('checkbox', { name: '表示中のすべてを選ぶ' }).click();
    await page.getByRole('button', { name: '2台の返却を記録' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '返却を記録' }).click();
    await expect
      .poll(() => ['late', 'out', 'next'].map((id) => data(`deviceLoan/${id}`)?.['returnedAt']))
      .toEqual([new Date(NOW_MS), new Date(NOW_MS), null]);
  });
});

describe('a loan', () => {
  it("a new loan belongs to the device's owner, starts now and includes its last day", async () => {
    const { transport } = await open('/device-borrow?lend=1');
    await page.getByRole('dialog').getByRole('button', { name: '貸し出す', exact: true }).click();
    await expect.element(page.getByText('選んでください。').first()).toBeVisible();
    await page.getByRole('dialog').getByRole('combobox', { name: '機器' }).fill('A-2');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('持ち主：やもり製作所')).toBeVisible();
    await page.getByRole('dialog').getByRole('combobox', { name: '借りる組織' }).fill('あかね');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('textbox', { name: '返却予定日' }).fill('2026/11/30');
    await page.getByRole('dialog').getByRole('button', { name: '貸し出す', exact: true }).click();
    await vi.waitFor(
      () => {
        const made = [...transport.documents.values()].find(
          ({ path, data }) =>
            path.startsWith('deviceLoan/') && data['serial'] === 'A-2' && path !== 'deviceLoan/out',
        );
        expect(made?.data).toMatchObject({
          fromDomainId: 'maker',
          toDomainId: 'ward',
          from: new Date(NOW_MS),
          until: midnight(10),
          returnedAt: null,
        });
      },
      { timeout: 120_000 },
    );
  });

  it('a rejected loan reports the error at its field and keeps the typed text', async () => {
    await open('/device-borrow?lend=1');
    await page.getByRole('textbox', { name: '返却予定日' }).fill('2026/11/01');
    await page.getByRole('textbox', { name: 'メモ' }).fill('予備');
    await page.getByRole('dialog').getByRole('button', { name: '貸し出す', exact: true }).click();
    await expect.element(page.getByText('2026/11/21以降の日付にしてください。')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'メモ' })).toHaveValue('予備');
  });

  it('an overdue loan is extended, or returned on a day since its start', async () => {
    const { data } = await open('/device-borrow?loan=late');
    await page.getByRole('textbox', { name: '返却予定日' }).fill('2026/11/30');
    await page.getByRole('button', { name: '保存' }).click();
    await expect.poll(() => data('deviceLoan/late')?.['until']).toEqual(midnight(10));
    await page.getByRole('textbox', { name: '返却した日' }).fill('2026/11/22');
    await page.getByRole('button', { name: '返却を記録' }).click();
    await expect.element(page.getByText('2026/11/21以前の日付にしてください。')).toBeVisible();
    await page.getByRole('textbox', { name: '返却した日' }).fill('2026/11/19');
    await page.getByRole('button', { name: '返却を記録' }).click();
    await expect
      .poll(() => data('deviceLoan/late')?.['returnedAt'])
      .toEqual(new Date(midnight(-1).getTime() - 1));
  });

  it('a future loan is withdrawn, and an ended one keeps its dates and accepts a note', async () => {
    const { data } = await open('/device-borrow?loan=next');
    await page.getByRole('button', { name: 'この予定を取り消す' }).click();
    await page.getByRole('button', { name: '取り消す', exact: true }).click();
    await expect.poll(() => data('deviceLoan/next')).toBeUndefined();
    cleanups.splice(0).forEach((cleanup) => cleanup());
    const over = await open('/device-borrow?loan=over');
    await expect.element(page.getByRole('textbox', { name: '返却予定日' })).not.toBeInTheDocument();
    await page.getByRole('textbox', { name: 'メモ' }).fill('箱に傷');
    await page.getByRole('button', { name: '保存' }).click();
    await expect.poll(() => over.data('deviceLoan/over')?.['note']).toBe('箱に傷');
  });
});
