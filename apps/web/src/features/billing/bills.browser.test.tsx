import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { squashedLines } from '../../kit/testing/small-cards.ts';
import {
  bill,
  DOCUMENTS,
  issued,
  line,
  openBills,
  rows,
  TERMS,
  type Answer,
} from './testing/bill-fixture.tsx';
import { expectAccessible } from '../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

async function open(...asked: Parameters<typeof openBills>) {
  const fixture = await openBills(...asked);
  cleanups.push(fixture.end);
  return fixture;
}

describe('the bills of a month', () => {
  it('the page shows the previous month by default, with its totals', async () => {
    const { search, place, router } = await open();
    await expect.poll(() => rows()).toEqual(['あかね苑', 'みずきの家']);
    expect(
      [...page.getByRole('list', { name: '状態ごとの件数と請求額' }).element().children].map(
        ({ textContent }) => textContent,
      ),
    ).toEqual(['下書き1 件¥440（税込）', '期限超過1 件¥440（税込）']);
    await expect.element(page.getByText('2 件 · 発行済み ¥440 · 下書き ¥440')).toBeVisible();
    await expect
      .element(page.getByRole('table', { name: '請求書の一覧' }).getByText('期限超過'))
      .toBeVisible();
    await expectAccessible(place);
    await page.getByRole('button', { name: '前の月' }).click();
    await expect.poll(() => [rows(), search()]).toEqual([['別の月'], { month: '2026-09' }]);
    await page.getByRole('button', { name: '前の月' }).click();
    await expect.element(page.getByText('この月の請求書はありません')).toBeVisible();
    // Back leads to the previous month, not off the page.
    router.history.back();
    await expect.poll(() => [rows(), search()]).toEqual([['別の月'], { month: '2026-09' }]);
  });

  it('the totals include every bill, however many a month has', async () => {
    await open(
      '/agency/bills',
      {},
      {
        documents: Object.fromEntries(
          Array.from({ length: 1_100 }, (_, index) => [
            `domain/one/bill/${index}`,
            bill(`家${index}`),
          ]),
        ),
      },
    );
    await expect.element(page.getByText('1100 件 · 下書き ¥484,000')).toBeVisible();
    expect(page.getByText('だけを表示しています').query()).toBeNull();
  });

  it('a note links to the unpaid bills of all months and states the overdue amount', async () => {
    const documents = {
      ...DOCUMENTS,
      'domain/one/bill/older': bill('古い請求', {
        ...issued,
        month: '2026-03',
        number: '000009',
        dueAt: new Date('2026-04-30T15:00:00Z'),
      }),
      'domain/one/bill/soon': bill('これから', {
        ...issued,
        month: '2026-09',
        number: '000010',
        dueAt: new Date('2099-12-31T15:00:00Z'),
      }),
      'domain/one/bill/paid': bill('済み', {
        ...issued,
        month: '2026-03',
        number: '000011',
        state: 'paid',
      }),
    };
    const { search, place, transport } = await open(
      '/agency/bills?state=draft&q=みずき&sort=-total',
      {},
      { documents },
    );
    await expect.element(page.getByText('未入金（すべての月）3件 ¥1,320')).toBeVisible();
    await expect.element(page.getByText('うち期限超過 2件 ¥880')).toBeVisible();
    expect(page.getByRole('columnheader', { name: '対象月' }).query()).toBeNull();
    await page.getByRole('button', { name: '一覧を開く' }).click();
    // The oldest first, in all states: the month's filters are cleared.
    await expect
      .poll(() => [rows(), search()])
      .toEqual([['古い請求', 'あかね苑', 'これから'], { month: 'unpaid' }]);
    expect(
      [
        ...page
          .getByRole('combobox', { name: '対象月' })
          .element()
          .querySelectorAll('option:checked'),
      ].map(({ textContent }) => textContent),
    ).toEqual(['未入金（すべての月）']);
    expect(page.getByRole('button', { name: '請求書を作成' }).query()).toBeNull();
    await page.getByRole('button', { name: '請求先' }).click();
    await expect
      .poll(() => [rows(), search()['sort']])
      .toEqual([['あかね苑', 'これから', '古い請求'], 'recipient']);
    await expectAccessible(place);
    for (const name of ['i', 'older', 'soon'])
      transport.put(
        `domain/one/bill/${name}`,
        bill(name, { ...issued, month: '2026-03', state: 'paid' }),
      );
    await expect.element(page.getByText('未入金の請求書はありません')).toBeVisible();
    await page.getByRole('combobox', { name: '対象月' }).selectOptions('2026-09');
    await expect.poll(() => rows()).toEqual(['別の月']);
  });

  it('the note is absent without unpaid bills', async () => {
    await open('/agency/bills', {}, { documents: { 'domain/one/bill/d': bill('みずきの家') } });
    await expect.poll(() => rows()).toEqual(['みずきの家']);
    expect(
      page
        .getByText('未入金（すべての月）', { exact: false })
        .elements()
        .filter((element) => element.tagName !== 'OPTION'),
    ).toEqual([]);
  });

  it('the number of a cancellation is shown if a bill was cancelled', async () => {
    const { transport } = await open();
    await expect.poll(() => rows()).toEqual(['あかね苑', 'みずきの家']);
    expect(page.getByRole('columnheader', { name: '請求取消通知書' }).query()).toBeNull();
    transport.put(
      'domain/one/bill/i',
      bill('あかね苑', {
        ...issued,
        state: 'void',
        cancellation: {
          number: '000007',
          issuedAt: new Date('2026-11-12T01:00:00Z'),
          reason: '誤り',
        },
      }),
    );
    await expect.element(page.getByRole('columnheader', { name: '請求取消通知書' })).toBeVisible();
    await expect.element(page.getByRole('cell', { name: '000007' })).toBeVisible();
  });

  it('cards are as high as their content, and rows as their tallest card', async () => {
    const { place } = await open('/agency/bills?as=card');
    place.style.width = '390px';
    const cards = () =>
      [...document.querySelectorAll('li[data-small]')].map(
        (card) =>
          [card.querySelector('button')?.textContent, card.getBoundingClientRect()] as const,
      );
    await vi.waitFor(
      () => {
        const [full, draft] = cards();
        expect([cards().length, full?.[0], draft?.[0]]).toEqual([2, 'あかね苑', 'みずきの家']);
        // One below the other; a draft has neither number nor dates yet.
        expect(draft?.[1].top).toBeGreaterThanOrEqual(full?.[1].bottom ?? Infinity);
        expect(draft?.[1].height).toBeLessThan((full?.[1].height ?? 0) - 40);
      },
      { timeout: 120_000 },
    );
  });

  it('small cards show amount, state and due date without truncation', async () => {
    const { place } = await open('/agency/bills?as=smallcard');
    place.style.width = '390px';
    await expect
      .poll(() =>
        [...document.querySelectorAll('li[data-small="true"]')].map(
          ({ textContent }) => textContent,
        ),
      )
      .toEqual(['あかね苑¥440期限超過 11/11まで', 'みずきの家¥440下書き']);
    expect(squashedLines()).toEqual([]);
  });

  it('bills of the current month cannot be generated, and the page says so', async () => {
    await open('/agency/bills?month=2026-11');
    await expect.element(page.getByText('この月はまだ終わっていません')).toBeVisible();
    await expect.element(page.getByRole('button', { name: '請求書を作成' })).toBeDisabled();
    await expect.element(page.getByRole('button', { name: '次の月' })).toBeDisabled();
  });

  it('the bills are generated once, however often any button is pressed', async () => {
    const made = Promise.withResolvers<Answer>();
    const { asked } = await open('/agency/bills?month=2026-08', { generate: () => made.promise });
    const buttons = page.getByRole('button', { name: '請求書を作成' });
    await expect.poll(() => buttons.elements()).toHaveLength(2);
    for (const button of [...buttons.elements(), ...buttons.elements()])
      if (button instanceof HTMLElement) button.click();
    await expect
      .poll(() => buttons.elements().map((button) => button.ariaBusy))
      .toEqual(['true', 'true']);
    made.resolve({
      body: { made: 1, changed: 0, same: 0, dropped: 0, kept: 0, days: 5, late: 0, tooLarge: [] },
    });
    await expect.element(page.getByText('新規 1、', { exact: false })).toBeVisible();
    expect(asked).toHaveLength(1);
    await expect.element(buttons.first()).toBeEnabled();
  });

  it('missing terms open the terms dialog', async () => {
    const { search } = await open('/agency/bills?month=2026-08', {
      generate: () => ({ status: 400, body: { code: 'bill-terms-missing', place: 'terms' } }),
    });
    await page.getByRole('button', { name: '請求書を作成' }).first().click();
    await expect.poll(() => search()['terms']).toBe('needed');
    await expect.element(page.getByText('先に登録してください', { exact: false })).toBeVisible();
  });
});

describe('late device-days', () => {
  const late = {
    recipient: { kind: 'partner', id: 'p', name: 'みずき販売' },
    line: {
      ...line,
      month: '2026-09',
      quantity: 2,
      amount: 200,
      evidence: [{ serial: 'L-9', roomId: 'r', roomName: '305号室', days: [29, 30] }],
    },
  };

  it('a note above the bills names their month and partner and shows the evidence', async () => {
    const { place, search } = await open('/agency/bills', {
      late: () => ({
        body: {
          late: [late, { ...late, line: { ...late.line, what: '呼出', quantity: 1 } }],
          open: [{ month: '2026-08', days: 4 }],
        },
      }),
    });
    await expect
      .element(page.getByText('前月以前の追加分が 3 台日あります。', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByText('みずき販売 2026年9月 3 台日')).toBeVisible();
    await page
      .getByRole('region', { name: '前月以前の追加分' })
      .getByRole('button', { name: '根拠を見る' })
      .click();
    const dialog = page.getByRole('dialog', { name: '前月以前の追加分' });
    await dialog
      .getByRole('button', { name: 'ベッド（あかね苑、2026年9月の追加分）の根拠' })
      .click();
    await expect.element(dialog.getByText('29-30')).toBeVisible();
    await expectAccessible(place);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: '2026年8月を開く' }).click();
    await expect.poll(() => search()).toEqual({ month: '2026-08' });
  });

  it('two types of the same name and price, or of two tax rates, have separate lines', async () => {
    const warned = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    cleanups.push(() => warned.mockRestore());
    const alike = [{ typeId: 'a' }, { typeId: 'b' }, { typeId: 'b', taxPercent: 8 }].map(
      (more) => ({ ...late, line: { ...late.line, ...more } }),
    );
    await open('/agency/bills', { late: () => ({ body: { late: alike, open: [] } }) });
    await page
      .getByRole('region', { name: '前月以前の追加分' })
      .getByRole('button', { name: '根拠を見る' })
      .click();
    await expect
      .element(
        page
          .getByRole('dialog', { name: '前月以前の追加分' })
          .getByRole('button', { name: /根拠/ })
          .nth(2),
      )
      .toBeVisible();
    // React warns about duplicate keys.
    expect(warned).not.toHaveBeenCalled();
  });

  it('late days load once for all months, and again when a bill changes', async () => {
    const asked: unknown[] = [];
    const { transport } = await open('/agency/bills', {
      late: (body) => {
        asked.push(body);
        return { body: { late: [late], open: [] } };
      },
    });
    await expect.element(page.getByText('みずき販売 2026年9月 2 台日')).toBeVisible();
    await page.getByRole('button', { name: '前の月' }).click();
    await expect.poll(() => rows()).toEqual(['別の月']);
    await page.getByRole('button', { name: '次の月' }).click();
    await expect.poll(() => rows()).toEqual(['あかね苑', 'みずきの家']);
    transport.put('domain/one/bill/new', bill('新しい家'));
    await expect.poll(() => asked).toHaveLength(2);
  });

  it('a failed refresh keeps the old days and reports the error', async () => {
    const answer: { status?: number; body: object } = { body: { late: [late], open: [] } };
    const { transport } = await open('/agency/bills', { late: () => answer });
    await expect.poll(() => rows()).toEqual(['あかね苑', 'みずきの家']);
    await expect.element(page.getByText('みずき販売 2026年9月 2 台日')).toBeVisible();
    Object.assign(answer, { status: 404, body: { code: 'document-not-found' } });
    transport.put('domain/one/bill/new', bill('新しい家'));
    await expect
      .element(page.getByText('表示は前回確認したものです。', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByText('みずき販売 2026年9月 2 台日')).toBeVisible();
  });

  it('a bill has separate lines for them, marked with their month', async () => {
    await open(
      '/agency/bills?bill=x',
      {},
      {
        documents: {
          ...DOCUMENTS,
          'domain/one/bill/x': bill('みずき販売', { lines: [line, late.line] }),
        },
      },
    );
    await expect
      .element(page.getByRole('dialog').getByText('前月以前の追加分（2026年9月）'))
      .toBeVisible();
  });

  it('days added to drafts are counted, and recipients with too many lines are named', async () => {
    const counts = {
      made: 1,
      changed: 0,
      same: 0,
      dropped: 0,
      kept: 0,
      days: 5,
      late: 3,
      tooLarge: [] as object[],
    };
    await open('/agency/bills?month=2026-08', { generate: () => ({ body: counts }) });
    await page.getByRole('button', { name: '請求書を作成' }).first().click();
    await expect
      .element(page.getByText('前月以前の追加分 3 台日を含みます。', { exact: false }))
      .toBeVisible();
    await page.getByRole('button', { name: '閉じる' }).first().click();
    counts.tooLarge = [
      { recipient: { kind: 'partner', id: 'p', name: '巨大販売' }, bound: 'lines' },
      { recipient: { kind: 'customer', id: 'c', name: '巨大苑' }, bound: 'devices' },
    ];
    await page.getByRole('button', { name: '請求書を作成' }).first().click();
    const note = page.getByRole('alert', { name: '作成できなかった請求書' });
    await expect
      .poll(() => [...note.element().querySelectorAll('li')].map(({ textContent }) => textContent))
      .toEqual([
        '巨大販売明細が1,000行を超えるため、1枚の請求書に収まりません。担当する顧客の一部を別の取引先に移してから、もう一度作成してください。',
        '巨大苑1つの明細に機器が5,000台を超えるため、1枚の請求書に収まりません。1つの顧客の請求書は分けられません。この月の分は、別の方法で請求してください。',
      ]);
    // The outcome of the other recipients is reported too.
    await expect.element(page.getByText('新規 1、', { exact: false })).toBeVisible();
    await expect
      .element(page.getByText('前月以前の追加分 3 台日を含みます。', { exact: false }))
      .toBeVisible();
    await page.getByRole('button', { name: '前の月' }).click();
    await expect.element(note).not.toBeInTheDocument();
  });
});

describe('a bill', () => {
  it('each line opens its evidence, including by keyboard', async () => {
    await open('/agency/bills?bill=d');
    const proof = page.getByRole('button', { name: 'ベッド（あかね苑）の根拠' });
    await expect.element(proof).toHaveAttribute('aria-expanded', 'false');
    (proof.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('1-3, 31')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'A-1' })).toBeVisible();
  });

  it('a bill is issued after a confirmation in the version shown, and a draft that changed is rejected', async () => {
    const { asked } = await open('/agency/bills?bill=d', {
      'd/issue': () => ({ status: 409, body: { code: 'document-conflict' } }),
    });
    await page.getByRole('button', { name: '発行する' }).click();
    await expect
      .element(
        page.getByText('発行日は 2026/11/21、支払期限は 2026/12/21 です。', { exact: false }),
      )
      .toBeVisible();
    // A premature Enter does nothing.
    await expect
      .element(
        page
          .getByRole('dialog', { name: '請求書を発行しますか' })
          .getByRole('button', { name: 'やめる' }),
      )
      .toHaveFocus();
    await page
      .getByRole('dialog', { name: '請求書を発行しますか' })
      .getByRole('button', { name: '発行する' })
      .click();
    await expect
      .element(page.getByText('ほかの人が先に変更しました。', { exact: false }))
      .toBeVisible();
    expect(asked).toEqual([
      {
        path: '/api/agencies/one/bills/d/issue',
        body: { updatedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) },
      },
    ]);
  });

  it.each([
    ['is recorded', issued, '入金を記録'],
    ['is shown', { ...issued, state: 'paid', paidOn: '2026-11-20' }, '2026/11/20'],
  ])('a payment %s above the lines of a long bill', async (_what, more, words) => {
    await page.viewport(1920, 1080);
    const lines = Array.from({ length: 40 }, (_, index) => ({
      ...line,
      what: `機器 ${index + 1}`,
    }));
    await open(
      '/agency/bills?bill=i',
      {},
      { documents: { 'domain/one/bill/i': bill('あかね苑', { ...more, lines }) } },
    );
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText(words, { exact: true }).first()).toBeVisible();
    const shown = dialog
      .getByText(words, { exact: true })
      .first()
      .element()
      .getBoundingClientRect();
    expect(shown.bottom).toBeLessThan(1080);
    const first = dialog.getByText('機器 1', { exact: true }).first().element();
    expect(shown.bottom).toBeLessThanOrEqual(first.getBoundingClientRect().top);
    await page.viewport(1366, 768);
  });

  it('a payment date is between the issue date and today', async () => {
    const { asked, transport } = await open('/agency/bills?bill=i', {
      'i/payment': () => ({ status: 204 }),
    });
    const day = page.getByRole('textbox', { name: '入金日' });
    await day.fill('2026/11/01');
    await page.getByRole('button', { name: '入金を記録' }).click();
    await expect.element(page.getByText('2026/11/02', { exact: false }).first()).toBeVisible();
    expect(asked).toEqual([]);
    await day.fill('2026/11/20');
    await page.getByRole('button', { name: '入金を記録' }).click();
    await expect
      .poll(() => asked)
      .toEqual([{ path: '/api/agencies/one/bills/i/payment', body: { paidOn: '2026-11-20' } }]);
    transport.put(
      'domain/one/bill/i',
      bill('あかね苑', { ...issued, state: 'paid', paidOn: '2026-11-20' }),
    );
    await expect.element(page.getByRole('button', { name: '入金の記録を取り消す' })).toBeVisible();
    await expect
      .element(page.getByText('入金済みの請求書は取り消せません。', { exact: false }))
      .toBeVisible();
  });

  it('a cancellation requires a reason', async () => {
    const { asked } = await open('/agency/bills?bill=i', {
      'i/void': () => ({ body: { number: '000002' } }),
    });
    await page.getByRole('button', { name: '請求書を取り消す' }).click();
    const confirm = page.getByRole('button', { name: '取り消す', exact: true });
    await expect.element(confirm).toBeDisabled();
    await expect
      .element(page.getByRole('textbox', { name: '取消の理由' }))
      .toHaveAttribute('aria-required', 'true');
    await page.getByRole('textbox', { name: '取消の理由' }).fill('単価の誤り');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'やめる' })).toHaveFocus();
    expect(asked).toEqual([]);
    await confirm.click();
    await expect.element(page.getByText('請求取消通知書 000002 を発行しました。')).toBeVisible();
    expect(asked).toEqual([
      { path: '/api/agencies/one/bills/i/void', body: { reason: '単価の誤り' } },
    ]);
  });

  it("a cancelled bill offers its cancellation first and then the original, with the server's file names", async () => {
    const saved: string[] = [];
    const pressed = vi
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(function press(this: HTMLAnchorElement) {
        saved.push(this.download);
      });
    cleanups.push(() => pressed.mockRestore());
    const cancelled = bill('あかね苑', {
      ...issued,
      state: 'void',
      cancellation: {
        number: '000007',
        issuedAt: new Date('2026-11-12T01:00:00Z'),
        reason: '誤り',
      },
    });
    const answers = {
      'v/paper?kind=cancellation': () => ({ fileName: '請求取消通知書_000007.pdf' }),
      'v/paper?kind=bill': () => ({ fileName: '請求書_000001.pdf' }),
    };
    await open('/agency/bills?bill=v', answers, { documents: { 'domain/one/bill/v': cancelled } });
    await expect.element(page.getByRole('button', { name: '取消前の請求書' })).toBeVisible();
    const papers = [...page.getByRole('dialog').element().querySelectorAll('button')]
      .map(({ textContent }) => textContent)
      .filter((words) => /PDF|取消前/.test(words));
    expect(papers).toEqual(['請求取消通知書のPDF', '取消前の請求書']);
    await page.getByRole('button', { name: '請求取消通知書のPDF' }).click();
    await expect.poll(() => saved).toEqual(['請求取消通知書_000007.pdf']);
    await page.getByRole('button', { name: '取消前の請求書' }).click();
    await expect.poll(() => saved).toEqual(['請求取消通知書_000007.pdf', '請求書_000001.pdf']);
  });

  it('a bill that was regenerated or deleted says that it is gone', async () => {
    const { transport } = await open('/agency/bills?bill=d');
    await expect.element(page.getByRole('button', { name: '発行する' })).toBeVisible();
    await transport.commit([{ kind: 'delete', path: 'domain/one/bill/d' }]);
    await expect.element(page.getByText('この請求書は見つかりません')).toBeVisible();
  });
});

describe('the terms', () => {
  it('the form reports a wrong registration number and a price outside its range at its field', async () => {
    const { transport } = await open('/agency/bills?terms=1');
    await page.getByRole('textbox', { name: '発行者名' }).fill('販売');
    await page.getByRole('textbox', { name: '登録番号' }).fill('T1234567890123');
    await page.getByRole('spinbutton', { name: '標準の単価' }).fill('-1');
    await page.getByRole('button', { name: '保存' }).click();
    await expect
      .element(page.getByText('登録番号が正しくありません。', { exact: false }))
      .toBeVisible();
    expect(transport.documents.get('domain/one/billTerms/current')).toBeUndefined();
    await page.getByRole('textbox', { name: '登録番号' }).fill('T9234567890123');
    await page.getByRole('spinbutton', { name: '標準の単価' }).fill('100');
    await page.getByRole('button', { name: '保存' }).click();
    await expect
      .poll(() => transport.documents.get('domain/one/billTerms/current')?.data)
      .toMatchObject({
        registrationNumber: 'T9234567890123',
        unitPrice: 100,
        taxPercent: 10,
      });
  });

  it('concurrent edits are merged, and a conflict is resolved by the user', async () => {
    const { transport } = await open(
      '/agency/bills?terms=1',
      {},
      { documents: { ...DOCUMENTS, 'domain/one/billTerms/current': TERMS } },
    );
    await page.getByRole('spinbutton', { name: '標準の単価' }).fill('150');
    transport.put('domain/one/billTerms/current', { ...TERMS, unitPrice: 120, bank: '新しい銀行' });
    await page.getByRole('button', { name: '保存' }).click();
    await expect.element(page.getByRole('group', { name: '標準の単価' })).toBeVisible();
    await page.getByRole('radio', { name: '150', exact: false }).click();
    await page.getByRole('button', { name: '選んだ内容で保存する' }).click();
    await expect
      .poll(() => transport.documents.get('domain/one/billTerms/current')?.data)
      .toMatchObject({
        unitPrice: 150,
        bank: '新しい銀行',
      });
  });

  it('prices of different types merge, and a conflict about one type is resolved by the user', async () => {
    const price = (typeId: string, unitPrice: number) => ({ typeId, unitPrice, taxPercent: 10 });
    const place = 'domain/one/billTerms/current';
    const { transport } = await open(
      '/agency/bills?terms=1',
      {},
      {
        documents: {
          ...DOCUMENTS,
          [place]: { ...TERMS, prices: [price('bed', 180), price('tea', 20), price('old', 5)] },
        },
      },
    );
    await page.getByRole('spinbutton', { name: '単価', exact: true }).nth(1).fill('30');
    await page.getByRole('button', { name: /old の単価を外す/ }).click();
    transport.put(place, {
      ...TERMS,
      prices: [price('bed', 190), price('tea', 20), price('old', 5), price('new', 70)],
    });
    await page.getByRole('button', { name: '保存' }).click();
    await expect
      .poll(() => transport.documents.get(place)?.data['prices'])
      .toEqual([price('bed', 190), price('tea', 30), price('new', 70)]);
  });

  it("a conflict about a type's price is resolved by the user, and removed prices stay removed", async () => {
    const price = (typeId: string, unitPrice: number) => ({ typeId, unitPrice, taxPercent: 10 });
    const place = 'domain/one/billTerms/current';
    const { transport } = await open(
      '/agency/bills?terms=1',
      {},
      {
        documents: {
          ...DOCUMENTS,
          [place]: { ...TERMS, prices: [price('bed', 180), price('old', 5)] },
        },
      },
    );
    await page.getByRole('spinbutton', { name: '単価', exact: true }).first().fill('150');
    await page.getByRole('button', { name: /old の単価を外す/ }).click();
    transport.put(place, { ...TERMS, prices: [price('bed', 190), price('old', 5)] });
    await page.getByRole('button', { name: '保存' }).click();
    await expect
      .element(page.getByRole('radio', { name: '190円（10%）', exact: false }))
      .toBeVisible();
    await page.getByRole('radio', { name: '150円（10%）', exact: false }).click();
    await page.getByRole('button', { name: '選んだ内容で保存する' }).click();
    await expect
      .poll(() => transport.documents.get(place)?.data['prices'])
      .toEqual([price('bed', 150)]);
  });

  it('the registration number may be typed in full-width characters', async () => {
    const { transport } = await open(
      '/agency/bills?terms=1',
      {},
      { documents: { ...DOCUMENTS, 'domain/one/billTerms/current': TERMS } },
    );
    await page.getByRole('textbox', { name: '登録番号' }).fill(' ｔ８０００００００００００１');
    await page.getByRole('button', { name: '保存' }).click();
    await expect
      .poll(
        () => transport.documents.get('domain/one/billTerms/current')?.data['registrationNumber'],
      )
      .toBe('T8000000000001');
  });
});
