import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { bill, line, openBills, type Answers } from './testing/bill-fixture.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

async function open(
  address: string,
  answers: Answers = {},
  documents: Readonly<Record<string, object>> = {},
) {
  const fixture = await openBills(address, answers, { documents });
  cleanups.push(fixture.end);
  return fixture;
}
/** Monthly statistics with placed and sent device-days. */
const statistics =
  (months: Readonly<Record<string, readonly [placed: number, sent: number]>>) => () => ({
    status: 200,
    body: {
      asOf: '2026-11-21T00:00:00.000Z',
      timeZone: 'Asia/Tokyo',
      devices: [],
      customers: [],
      months: Object.entries(months).map(([month, [placed, sent]]) => ({
        month,
        placed,
        sent,
        nights: 0,
        accidents: 0,
      })),
    },
  });
const make = () => page.getByRole('button', { name: '請求書を作成' });
const late = {
  late: [
    {
      recipient: { kind: 'partner', id: 'p', name: 'みずき販売' },
      line: { ...line, month: '2026-07' },
    },
  ],
  open: [],
};

describe('a past month without bills', () => {
  it('the page offers to generate bills if devices sent data', async () => {
    const requests: unknown[] = [];
    await open('/agency/bills?month=2026-08', {
      statistics: (path) => {
        requests.push(path);
        return statistics({ '2026-08': [31, 4] })();
      },
    });
    await expect.poll(() => make().elements()).toHaveLength(2);
    await expect.element(make().first()).toBeEnabled();
    expect(requests).toEqual(['/api/agencies/one/statistics?months=6']);
  });

  it.each([
    ['no device was in a room', [0, 0], 'この月には、部屋に置かれた機器がありませんでした'],
    ['no device sent data', [31, 0], 'この月にデータを送信した機器はありません'],
  ] as const)('the page says that %s, and offers nothing', async (_, figures, title) => {
    await open('/agency/bills?month=2026-08', {
      statistics: statistics({ '2026-08': figures, '2026-09': [30, 30] }),
    });
    await expect.element(page.getByText(title)).toBeVisible();
    expect(make().elements()).toHaveLength(1);
    await expect.element(make()).toBeDisabled();
  });

  it('the page offers to generate bills if days of an earlier month are unbilled', async () => {
    await open('/agency/bills?month=2026-08', {
      statistics: statistics({ '2026-08': [0, 0] }),
      late: () => ({ body: late }),
    });
    await expect.poll(() => make().elements()).toHaveLength(2);
    await expect.element(make().first()).toBeEnabled();
  });

  it('a month before the statistics is tried, and the page remembers the outcome', async () => {
    await open('/agency/bills?month=2024-08', {
      statistics: statistics({}),
      generate: () => ({
        status: 409,
        body: { code: 'bill-month-deviceless-invalid', place: 'month' },
      }),
    });
    await expect.poll(() => make().elements()).toHaveLength(2);
    await make().first().click();
    await expect
      .element(page.getByText('この月には、部屋に置かれた機器がありませんでした'))
      .toBeVisible();
    await expect.element(make()).toBeDisabled();
  });

  it('statistics are not loaded when bills exist', async () => {
    const requests: unknown[] = [];
    await open(
      '/agency/bills',
      {
        statistics: (path) => {
          requests.push(path);
          return {};
        },
      },
      { 'domain/one/bill/d': bill('みずきの家') },
    );
    await expect.element(page.getByText('1 件 · 下書き ¥440')).toBeVisible();
    expect(requests).toEqual([]);
  });
});

describe('unbilled days', () => {
  it("the note generates bills for the current page's month, and links to other months", async () => {
    await open(
      '/agency/bills',
      {
        late: () => ({
          body: {
            late: [],
            open: [
              { month: '2026-10', days: 4 },
              { month: '2026-08', days: 2 },
            ],
          },
        }),
      },
      { 'domain/one/bill/d': bill('みずきの家') },
    );
    await expect
      .element(
        page.getByText(
          '2026年10月に、請求書がまだない利用日が 4 台日あります。「請求書を作成」で下書きにできます。',
        ),
      )
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: '2026年8月を開く' })).toBeVisible();
    expect(page.getByRole('button', { name: '2026年10月を開く' }).query()).toBeNull();
  });
});
