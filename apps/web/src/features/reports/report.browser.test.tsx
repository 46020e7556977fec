import {
  ACCIDENT_KINDS,
  ProblemError,
  reportTables,
  REPORT_WORDS_JA,
  writeReportCell,
  type Report,
} from '@yamori/domain';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ExportApi, ExportRequest } from '../../shared/exports/api.ts';
import { EdfFiles } from './edf-files.tsx';
import { LinkedReport } from './linked-report.tsx';
import {
  aReport,
  FILTER,
  openReport as open,
  SAVED,
  side,
  type Answer,
} from './testing/report-fixture.tsx';
import { expectAccessible } from '../../kit/testing/expect-accessible.ts';

const table = (name = '部屋ごと') => page.getByRole('table', { name });

describe('a report before an organisation is chosen', () => {
  it.each([51, 100, 101] as const)(
    'level %i must choose an organisation before the report loads',
    async (accessLevel) => {
      const { filters } = await open('/report', { accessLevel, organisationId: null });
      await expect.element(page.getByText('組織を選んでください')).toBeVisible();
      expect(filters()).toEqual([]);
      await open('/report?organisation=home', { accessLevel, organisationId: null }).then(
        async (chosen) =>
          expect
            .poll(() => chosen.filters())
            .toEqual([expect.objectContaining({ domainId: 'home' })]),
      );
    },
  );
});

describe('the report', () => {
  it('the tables have the cells of the files, each with its difference from the previous period', async () => {
    await open();
    await expect.element(table()).toBeVisible();
    const rooms = reportTables(aReport(), REPORT_WORDS_JA)[0];
    const shown = [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.firstChild?.textContent ?? ''),
    );
    const wanted = rooms?.rows.map((row) =>
      row.flatMap((cell, index) =>
        rooms.columns[index]?.isBefore === false
          ? [writeReportCell(rooms.columns[index].kind, cell)]
          : [],
      ),
    );
    expect(shown.map((row) => row.slice(0, -1))).toEqual(wanted);
    expect(page.getByRole('row', { name: /^201/ }).element().textContent).toContain('+0:10');
    await expect
      .element(page.getByRole('link', { name: '201' }))
      .toHaveAttribute('href', expect.stringContaining('/room/r0/result'));
  });

  it('pressing a figure shows its meaning, including by keyboard, and the address holds it', async () => {
    const { search } = await open();
    const tile = page.getByRole('button', { name: /^睡眠時間/ });
    await expect.element(tile).toBeVisible();
    expect(tile.element().textContent).toContain('6:12');
    tile.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/就床中に「睡眠」と判定したエポック/)).toBeVisible();
    await expect.poll(() => search()['figure']).toBe('TST');
  });

  it('choices work by keyboard alone: Escape closes a list and returns the focus', async () => {
    const { search } = await open();
    const button = page.getByRole('button', { name: /^タグ：/ });
    await expect.element(button).toBeVisible();
    button.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'タグ' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: 'タグ' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}{Tab}{ArrowDown} ');
    await expect.poll(() => search()['tag']).toBeDefined();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: 'タグ' })).not.toBeInTheDocument();
    expect(document.activeElement).toBe(button.element());
  });

  it('the filter is read from the address and written to it', async () => {
    const { filters, search } = await open('/report?sex=female&tag=%E8%BB%A2%E5%80%92&nights=30');
    await expect
      .poll(() => filters().at(-1))
      .toEqual({
        ...FILTER,
        sexes: ['female'],
        tags: ['転倒'],
        period: { kind: 'newest', nights: 30 },
      });
    await page.getByRole('button', { name: '90夜' }).click();
    await expect
      .poll(() => filters().at(-1))
      .toMatchObject({ period: { kind: 'newest', nights: 90 }, sexes: ['female'] });
    await page.getByRole('button', { name: 'タグ：転倒' }).click();
    await page.getByRole('checkbox', { name: '見守り' }).click();
    await expect.poll(() => search()['tag']).toBe('転倒,見守り');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: /^部屋：/ }).click();
    await page.getByRole('checkbox', { name: '202' }).click();
    await expect
      .poll(() => filters().at(-1))
      .toMatchObject({ roomIds: ['r1'], tags: ['転倒', '見守り'] });
  });

  it('readers without access to sexes get no such filter', async () => {
    await open('/report', { accessLevel: 50 });
    await expect.element(table()).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^性別：/ })).not.toBeInTheDocument();
  });

  it.each(['夜ごと', '週ごと', 'アラート', '機器'])('the table %s is shown', async (name) => {
    await open();
    await page.getByRole('group', { name: '表の選択' }).getByRole('button', { name }).click();
    await expect.element(table(name)).toBeVisible();
  });

  it.each([
    ['アラート', REPORT_WORDS_JA.empty.accidents],
    ['機器', REPORT_WORDS_JA.empty.devices],
    ['週ごと', REPORT_WORDS_JA.empty.weeks],
  ])('an empty table %s describes the missing data', async (name, words) => {
    await open('/report', {
      replies: {
        '/api/reports/read': () => ({
          body: { ...aReport(), accidents: [], devices: [], weeks: [] },
        }),
      },
    });
    await page.getByRole('group', { name: '表の選択' }).getByRole('button', { name }).click();
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it('a long table shows fifty rows at first, and all on request', async () => {
    await open('/report', { replies: { '/api/reports/read': () => ({ body: aReport(120) }) } });
    await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(50);
    await page.getByRole('button', { name: 'すべて表示' }).click();
    await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(121);
  });

  it.each(['rooms', 'accidents'])(
    'the printed table of %s has every row, loaded or not',
    async (id) => {
      const whole = aReport(500);
      // The maximum number of kinds in the maximum number of rooms.
      const accidents = whole.rooms.flatMap(({ roomId }) =>
        ACCIDENT_KINDS.map((kind) => ({ roomId, kind, now: 2, before: 1 })),
      );
      await open(`/report?table=${id}`, {
        replies: { '/api/reports/read': () => ({ body: { ...whole, accidents } }) },
      });
      await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(50);
      globalThis.dispatchEvent(new Event('beforeprint'));
      // The browser prints after the listeners of the print event have run.
      expect(document.querySelectorAll('tbody tr')).toHaveLength(
        id === 'rooms' ? 501 : accidents.length + new Set(accidents.map(({ kind }) => kind)).size,
      );
      globalThis.dispatchEvent(new Event('afterprint'));
      await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(50);
    },
  );

  it.each([
    [
      'no room matches',
      { body: { ...aReport(0), accidents: [], devices: [] } },
      '当てはまる部屋がありません',
    ],
    [
      'there is no night',
      { body: { ...aReport(), total: { now: side({ nights: 0, figures: {} }), before: side() } } },
      'この期間に夜の記録はありません',
    ],
    [
      'the period is five years',
      { status: 400, body: { code: 'report-range-too-long', details: { limit: 366 } } },
      'レポートの期間は366夜までです。期間を短くするか、何回かに分けてください。',
    ],
    [
      'there are too many rooms',
      { status: 400, body: { code: 'report-rooms-too-many', details: { limit: 500 } } },
      'レポートは500部屋までです。組織・部屋・タグで絞り込んでください。',
    ],
    [
      'refused',
      { status: 403, body: { code: 'report-forbidden' } },
      'このレポートを見る・変える権限がありません。',
    ],
  ])('the page says so if %s', async (_why, answer, words) => {
    await open('/report', { replies: { '/api/reports/read': () => answer } });
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it.each([
    [
      'before its start',
      '2026/11/01',
      '2026/10/01',
      '期間の終わりが始まりより前です。日付を選び直してください。',
    ],
    [
      'years after its start',
      '2021/11/01',
      '2026/11/01',
      'レポートの期間は366夜までです。期間を短くするか、何回かに分けてください。',
    ],
  ])(
    'an invalid end %s is reported at its field without a request',
    async (_how, from, to, words) => {
      const { filters } = await open('/report?from=2026-11-10&to=2026-11-16');
      await expect.element(table()).toBeVisible();
      const days = page.getByRole('group', { name: '日付' });
      await days.getByLabelText('開始日').fill(from);
      await days.getByLabelText('終了日').fill(to);
      await expect.element(days.getByText(words)).toBeVisible();
      await expect.element(days.getByLabelText('終了日')).toHaveAccessibleDescription(words);
      await expect.element(table()).toBeVisible();
      expect(
        filters().every(
          (filter) =>
            JSON.stringify(filter).includes('"from":"2026-11-10"') ||
            JSON.stringify(filter).includes(`"to":"2026-11-16"`),
        ),
      ).toBe(true);
    },
  );

  it('a permanent problem has no retry button', async () => {
    await open('/report?from=2021-11-01&to=2026-11-01', {
      replies: {
        '/api/reports/read': () => ({
          status: 400,
          body: { code: 'report-range-too-long', details: { limit: 366 } },
        }),
      },
    });
    await expect
      .element(page.getByText('レポートの期間は366夜までです', { exact: false }).first())
      .toBeVisible();
    expect(page.getByRole('button', { name: 'いますぐつなぎ直す' }).elements()).toEqual([]);
  });

  it('nights still being analysed are announced, and "no nights" appears only when none is pending', async () => {
    const total = {
      now: side({ nights: 0, pending: 3, figures: {} }),
      before: side({ nights: 0, pending: 1, figures: {} }),
    };
    await open('/report', {
      replies: { '/api/reports/read': () => ({ body: { ...aReport(), total } }) },
    });
    await expect.element(page.getByText('夜の記録を解析しています')).toBeVisible();
    await expect
      .element(
        page.getByText(
          '解析中の夜が3件あります。比較する期間に解析中の夜が1件あります。終わると数に入ります。',
        ),
      )
      .toBeVisible();
    await expect.element(page.getByText('この期間に夜の記録はありません')).not.toBeInTheDocument();
    expect(page.getByRole('button', { name: /^睡眠時間/ }).element().textContent).toContain(
      '前の期間は解析中',
    );
  });

  it('narrow screens put the filters behind a button that summarises them, with the figures visible', async () => {
    await open('/report?tag=a&nights=30', { size: [390, 844] });
    const fold = page.getByRole('button', { name: /^絞り込み/ });
    await expect.poll(() => fold.element().textContent).toContain('30夜・すべての部屋・a');
    await expect.element(page.getByRole('button', { name: '90夜' })).not.toBeInTheDocument();
    const tile = page.getByRole('button', { name: /^睡眠時間/ });
    await expect.element(tile).toBeVisible();
    expect(tile.element().getBoundingClientRect().bottom).toBeLessThan(844);
    await fold.click();
    await expect.element(page.getByRole('button', { name: '90夜' })).toBeVisible();
  });

  it('the page reports a missing network and retries', async () => {
    let away = true;
    await open('/report', {
      replies: {
        '/api/reports/read': () => {
          if (away) throw new TypeError('offline');
          return { body: aReport() };
        },
      },
    });
    await expect.element(page.getByRole('alert')).toBeVisible();
    away = false;
    await page.getByRole('button', { name: 'もう一度試す' }).click();
    await expect.element(table()).toBeVisible();
  });
});

describe('without a network', () => {
  it('the previous report stays when a filter changes, shows its age, and the new one loads on request', async () => {
    let away = false;
    await open('/report', {
      replies: {
        '/api/reports/read': () => {
          if (away) throw new TypeError('offline');
          return { body: aReport() };
        },
      },
    });
    await expect.element(table()).toBeVisible();
    away = true;
    await page.getByRole('button', { name: '90夜' }).click();
    await expect
      .element(
        page.getByText('2026/11/22 9:05 に読んだ、前の絞り込みのレポートを表示しています。', {
          exact: false,
        }),
      )
      .toBeVisible();
    await expect.element(table()).toBeVisible();
    away = false;
    await page.getByRole('button', { name: '読み直す' }).click();
    await expect
      .element(page.getByText('前の絞り込みのレポート', { exact: false }))
      .not.toBeInTheDocument();
    await expect.element(table()).toBeVisible();
  });
});

describe('the table of rooms on a narrow screen', () => {
  it.each([
    [390, 844],
    [1366, 768],
  ] as const)(
    'the first figure is visible, with place, sex and tags below the name (%i × %i)',
    async (width, height) => {
      await open('/report', { size: [width, height] });
      await expect.element(table()).toBeVisible();
      await expect
        .element(page.getByText('本館 2階 · 女性 · 見守り'.replaceAll(' · ', '・')))
        .toBeVisible();
      await expect
        .element(page.getByRole('columnheader', { name: '場所' }))
        .not.toBeInTheDocument();
      const [, , , , nights] = document.querySelectorAll('tbody tr:nth-child(2) > *');
      expect(nights?.textContent).toBe('7');
      expect(nights?.getBoundingClientRect().right).toBeLessThan(width);
    },
  );
});

describe('files', () => {
  const click = () =>
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);

  it('a file has the filter and the table of the screen', async () => {
    const saved = click();
    const { sent } = await open('/report?table=accidents&tag=a', {
      replies: { '/api/reports/file': () => ({ body: new Blob(['x']) }) },
    });
    await page.getByRole('button', { name: 'CSV（この表）' }).click();
    await expect.element(page.getByText('report.csv を保存しました。')).toBeVisible();
    expect(saved).toHaveBeenCalledOnce();
    expect(sent.find(({ path }) => path === '/api/reports/file')?.body).toEqual({
      format: 'csv',
      table: 'accidents',
      language: 'ja',
      filter: { ...FILTER, tags: ['a'] },
    });
  });

  const MADE = {
    'yamori-report-made-at': '2026-11-22T00:06:00.000Z',
    'yamori-report-digest': 'b'.repeat(64),
  };
  const newer = (): Report => ({
    ...aReport(4),
    digest: MADE['yamori-report-digest'],
    madeAt: MADE['yamori-report-made-at'],
    total: { now: side({ nights: 9 }), before: side() },
  });

  it('a file with more nights than the screen makes the screen reload and say so', async () => {
    click();
    let made = false;
    await open('/report', {
      replies: {
        '/api/reports/read': () => ({ body: made ? newer() : aReport() }),
        '/api/reports/file': () => {
          made = true;
          return { body: new Blob(['x']), headers: MADE };
        },
      },
    });
    await page.getByRole('button', { name: 'Excel' }).click();
    await expect
      .element(
        page.getByText(
          '新しい夜の記録が加わりました。画面とファイルを 09:06 の内容にそろえました。',
          { exact: false },
        ),
      )
      .toBeVisible();
    await expect.element(page.getByRole('row', { name: /^204/ })).toBeVisible();
  });

  it('a file that still differs from the screen is reported', async () => {
    click();
    await open('/report', {
      replies: { '/api/reports/file': () => ({ body: new Blob(['x']), headers: MADE }) },
    });
    await page.getByRole('button', { name: 'PDF' }).click();
    await expect
      .element(page.getByText('もう一度保存してください。', { exact: false }))
      .toBeVisible();
  });

  it('a file of the same report reloads nothing', async () => {
    click();
    const { filters } = await open('/report', {
      replies: {
        '/api/reports/file': () => ({
          body: new Blob(['x']),
          headers: { ...MADE, 'yamori-report-digest': aReport().digest },
        }),
      },
    });
    await page.getByRole('button', { name: 'PDF' }).click();
    await expect.element(page.getByText('report.csv を保存しました。')).toBeVisible();
    expect(filters()).toHaveLength(1);
  });

  it('a file can be cancelled while it is made, and an error shows its reason', async () => {
    const saved = click();
    const held: { go: () => void } = { go: () => undefined };
    let answer: Answer = { body: new Blob(['x']) };
    await open('/report', {
      replies: {
        '/api/reports/file': () =>
          new Promise((resolve) => {
            held.go = () => resolve(answer);
          }),
      },
    });
    await page.getByRole('button', { name: 'PDF' }).click();
    await page.getByRole('button', { name: '中止する' }).click();
    held.go();
    await expect.element(page.getByText('PDFを作っています')).not.toBeInTheDocument();
    answer = { status: 429, body: { code: 'limit-reports', details: { limit: 3 } } };
    await page.getByRole('button', { name: 'Excel' }).click();
    await expect.element(page.getByText('Excelを作っています')).toBeVisible();
    held.go();
    await expect.element(page.getByText(/同時に作れるレポートは3件までです/)).toBeVisible();
    expect(saved).not.toHaveBeenCalled();
  });

  it('recordings of too many nights are refused with a message', async () => {
    await open('/report', {
      replies: {
        '/api/reports/read': () => ({
          body: { ...aReport(), period: { from: '2026-10-01', to: '2026-11-21' } },
        }),
      },
    });
    await page.getByRole('button', { name: 'EDF+（記録）' }).click();
    await expect
      .element(
        page.getByText(
          '記録は31夜までまとめて保存できます。いまは52夜です。期間を短くしてください。',
        ),
      )
      .toBeVisible();
  });

  it('recordings are made room by room, and rooms without any are listed', async () => {
    const saved = click();
    const requests: ExportRequest[] = [];
    const client: ExportApi = {
      async download(request) {
        requests.push(request);
        if (request.roomId === 'r1') throw new ProblemError('export-empty');
        return { blob: new Blob(['x']), fileName: `${request.roomId}.edf` };
      },
    };
    const whole = aReport();
    const report = {
      ...whole,
      rooms: whole.rooms.map((one, index) =>
        index === 2 ? { ...one, now: side({ nights: 0 }) } : one,
      ),
      nightStartsAt: '15:00',
    };
    await open('/report', { Screen: () => <EdfFiles report={report} client={client} /> });
    await page.getByRole('button', { name: 'EDF+（記録）' }).click();
    await expect.element(page.getByText('3部屋のうち2部屋を選択')).toBeVisible();
    await page.getByRole('button', { name: 'すべて選ぶ' }).click();
    await page.getByRole('button', { name: '選択を外す' }).click();
    await expect.element(page.getByRole('button', { name: '部屋を選んでください' })).toBeDisabled();
    for (const name of ['201', '202']) await page.getByRole('checkbox', { name }).click();
    await page.getByRole('button', { name: '2部屋を保存' }).click();
    await expect.element(page.getByText('終わりました（2部屋のうち2部屋）')).toBeVisible();
    await expect.element(page.getByText(/r0\.edf/)).toBeVisible();
    expect(saved).toHaveBeenCalledOnce();
    // Seven nights in Tokyo, from the local start of night.
    const range = {
      fromMs: Date.parse('2026-11-15T06:00:00Z'),
      toMs: Date.parse('2026-11-22T06:00:00Z'),
      format: 'edf',
      streams: null,
      names: false,
    };
    expect(requests).toEqual([
      { roomId: 'r0', ...range },
      { roomId: 'r1', ...range },
    ]);
  });
});

describe('a report by a one-time link', () => {
  it('the page has no other links, and its files use the same link', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    let made = false;
    const { sent } = await open('/register-report-access-user', {
      Screen: () => <LinkedReport reportId="s1" />,
      replies: {
        '/api/reports/saved/s1': () => ({
          body: {
            name: SAVED.name,
            filter: SAVED.filter,
            report: { ...aReport(1), ...(made ? { digest: 'b'.repeat(64) } : {}) },
          },
        }),
        '/api/reports/saved/s1/file': () => {
          made = true;
          return {
            body: new Blob(['x']),
            headers: {
              'yamori-report-made-at': '2026-11-22T00:06:00.000Z',
              'yamori-report-digest': 'b'.repeat(64),
            },
          };
        },
      },
    });
    await expect.element(page.getByRole('heading', { name: '2階の週報' })).toBeVisible();
    await expect.element(page.getByRole('link')).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('button', { name: 'EDF+（記録）' }))
      .not.toBeInTheDocument();
    await expect.element(page.getByText('2026/11/15(日) 〜 2026/11/21(土)')).toBeVisible();
    await page.getByRole('button', { name: 'Excel' }).click();
    await expect
      .element(page.getByText('画面とファイルを 09:06 の内容にそろえました。', { exact: false }))
      .toBeVisible();
    await expect
      .poll(() => sent.find(({ path }) => path === '/api/reports/saved/s1/file')?.body)
      .toEqual({ format: 'xlsx', table: 'rooms', language: 'ja' });
  });
});

describe('accessibility', () => {
  it.each([
    [1920, 1080],
    [1366, 768],
    [390, 844],
  ] as const)(
    'the page passes the accessibility checks at %i × %i and does not scroll sideways',
    async (width, height) => {
      const { place } = await open('/report?figure=TST', { size: [width, height] });
      await expect.element(table()).toBeVisible();
      await expectAccessible(place);
      expect(place.scrollWidth).toBeLessThanOrEqual(place.clientWidth);
    },
  );
});
