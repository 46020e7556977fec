import { DISCLOSURES, type AccessLevel, type HistoryCheck } from '@yamori/domain';
import { readTextRows } from '@yamori/formats';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderList } from '../../kit/testing/list-fixture.tsx';
import { UpdateHistoryScreen } from './update-history-screen.tsx';
import { expectAccessible } from '../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const stamp = {
  createdAt: '2026-11-22T02:00:00.000Z',
  updatedAt: '2026-11-22T02:00:00.000Z',
  version: '1',
};
const entry = (id: string, data: Readonly<Record<string, unknown>>) => ({
  path: `updateHistory/${id}`,
  ...stamp,
  data: {
    at: { $date: '2026-11-22T02:00:00.000Z' },
    actorId: 'sato',
    action: 'update',
    path: 'room/r1',
    domainId: 'home',
    rootDomainId: 'home',
    changes: [],
    address: '10.0.0.0/24',
    previousHash: '',
    hash: id,
    ...data,
  },
});
const ENTRIES = [
  entry('a', {
    changes: [
      { field: 'building', before: '東館', after: '西館' },
      { field: 'occupant', before: null, after: null },
    ],
  }),
  entry('b', { action: 'passwordGivenAsked', path: 'staff/gone', actorId: 'gone' }),
  entry('c', { action: 'somethingNew', path: 'odd/x', address: '' }),
];
const NAMES: Readonly<Record<string, string>> = {
  'staff/sato': '佐藤 一郎',
  'room/r1': '101',
  'domain/home': 'ひなた園',
  'staff/suzuki': '鈴木 花',
};
const HOLDS: HistoryCheck = {
  checkedAt: '2026-11-22T03:00:00.000Z',
  chains: [
    {
      rootDomainId: 'home',
      entries: 1234,
      redacted: 2,
      unprovenRedacted: 1,
      head: 'abc',
      faultCount: 0,
      faults: [],
    },
  ],
};

type Answers = {
  readonly list?: (offset: number) => readonly unknown[];
  readonly check?: HistoryCheck;
};
const MEMBER = {
  userId: 'sato',
  domainId: 'home',
  rootDomainId: 'home',
  name: '佐藤 一郎',
  accessLevel: 3,
  email: null,
  state: 'active',
  notify: {},
};

type Documents = Parameters<typeof renderList>[0]['documents'];

async function open(
  { list = () => ENTRIES, check = HOLDS }: Answers = {},
  accessLevel: AccessLevel = 101,
  address = '/history-lists',
  documents: Documents = {},
) {
  const criteria: string[] = [];
  const queries: unknown[] = [];
  const serve = async (path: string, { body }: RequestInit): Promise<Response> => {
    criteria.push(path);
    const sent = JSON.parse(typeof body === 'string' ? body : '{}') as {
      query?: { offset: number };
      paths?: string[];
    };
    if (path.endsWith('/list'))
      queries.push((sent as { query?: { filters?: unknown } }).query?.filters);
    if (path.endsWith('/export')) return new Response(null, { status: 204 });
    if (
      path.endsWith('/list') &&
      (sent as { query?: { collection?: string } }).query?.collection === 'parameter'
    )
      return Response.json({
        documents: [
          {
            path: 'parameter/p1',
            data: { key: 'night.light', name: '夜の明かり', unit: '%' },
            ...stamp,
          },
        ],
      });
    if (path.endsWith('/list')) return Response.json({ documents: list(sent.query?.offset ?? 0) });
    if (path.endsWith('/read'))
      return Response.json({
        documents: (sent.paths ?? []).map((path) =>
          NAMES[path] === undefined
            ? null
            : {
                path,
                data: {
                  name: NAMES[path],
                  ...(path.startsWith('domain/') ? { timeZone: 'Asia/Tokyo' } : {}),
                },
                ...stamp,
              },
        ),
      });
    return Response.json(check);
  };
  const fixture = await renderList({
    Screen: UpdateHistoryScreen,
    address,
    documents: { 'staff/sato': MEMBER, ...documents },
    accessLevel,
    serve,
  });
  fixture.place.style.overflow = 'auto';
  cleanups.push(() => fixture.end());
  return { criteria, queries, search: fixture.search, place: fixture.place };
}

/** The rows of the exported file. */
async function exportFile(): Promise<readonly (readonly string[])[]> {
  const files: Blob[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:none';
  });
  cleanups.push(() => made.mockRestore());
  await page.getByRole('button', { name: 'CSV で書き出す' }).click();
  await expect.poll(() => files.length).toBe(1);
  return readTextRows(new Uint8Array(await (files[0] ?? new Blob()).arrayBuffer())).rows;
}

describe('the change history', () => {
  it('an entry shows author, action, target and both values, and marks values that are unknown or not stored', async () => {
    await open();
    await expect
      .element(
        page.getByRole('row', {
          name: /\d:00:00.*佐藤 一郎.*接続元 10\.0\.0\.0\/24.*変更.*部屋「101」.*棟.*東館.*西館.*利用者.*値は残しません/,
        }),
      )
      .toBeVisible();
    await expect
      .element(
        page.getByRole('row', {
          name: /削除されたアカウント.*新しいパスワードを依頼.*職員.*staff\/gone/,
        }),
      )
      .toBeVisible();
    await expect.element(page.getByRole('row', { name: /somethingNew.*odd\/x/ })).toBeVisible();
    await expect.element(page.getByText('3件をすべて表示しました。')).toBeVisible();
  });

  it("an upload shows what people changed as text, and omits the machine's progress", async () => {
    const upload = {
      path: 'room/r1/uploadHistory/abc',
      changes: [
        { field: 'progress', before: 0, after: 1 },
        { field: 'addedFrames', before: 0, after: 99 },
        { field: 'state', before: 'ready', after: 'storing' },
        { field: 'autoStart', before: false, after: true },
      ],
    };
    await open({ list: () => [entry('u', upload)] });
    await expect
      .element(
        page.getByRole('row', {
          name: /アップロード.*状態.*保存待ち.*保存中.*自動で保存.*いいえ.*はい/,
        }),
      )
      .toBeVisible();
    await expect.element(page.getByText(/progress|addedFrames/)).not.toBeInTheDocument();
  });

  it('pages continue without duplicates although new entries arrive', async () => {
    const all = Array.from({ length: 60 }, (_unused, n) =>
      entry(`e${n}`, { changes: [{ field: 'floor', before: null, after: `階${n}` }] }),
    );
    await open({ list: (offset) => (offset === 0 ? all.slice(0, 50) : all.slice(48)) });
    await page.getByRole('button', { name: '続きを表示する' }).click();
    await expect.element(page.getByText('60件をすべて表示しました。')).toBeVisible();
    expect(document.querySelectorAll('tbody tr')).toHaveLength(60);
  });

  it('an unreadable entry is shown as such, in the list, its pages and the file', async () => {
    const all = Array.from({ length: 120 }, (_unused, n) =>
      entry(`e${n}`, n % 4 === 0 ? { changes: 'of another version' } : {}),
    );
    const offsets: number[] = [];
    const { place } = await open({
      list: (offset) => {
        offsets.push(offset);
        return all.slice(offset, offset + 50);
      },
    });
    await expect
      .element(
        page.getByRole('row', { name: /\d:00:00.*この記録は読み取れません.*updateHistory\/e0$/ }),
      )
      .toBeVisible();
    await expectAccessible(place);
    for (const shown of [100, 120]) {
      await page.getByRole('button', { name: '続きを表示する' }).click();
      await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(shown);
    }
    await expect.element(page.getByText('120件をすべて表示しました。')).toBeVisible();
    expect(offsets).toEqual([0, 50, 100]);
    const rows = await exportFile();
    expect(offsets).toEqual([0, 50, 100, 0, 50, 100]);
    expect(rows).toHaveLength(121);
    expect(
      rows
        .filter(
          (row) =>
            row.includes('この記録は読み取れません') && row.includes('2026-11-22T02:00:00.000Z'),
        )
        .flatMap((row) => row.filter((cell) => cell.startsWith('updateHistory/'))),
    ).toEqual(all.filter((_one, n) => n % 4 === 0).map(({ path }) => path));
  });

  it("days follow the organisation's time zone, also when clocks change, and so do times", async () => {
    const home = {
      code: 'home',
      name: 'Elm House',
      nameKana: '',
      kind: 'facility',
      parentDomainId: null,
      rootDomainId: 'home',
      ancestorIds: [],
      timeZone: 'America/New_York',
    };
    const { queries } = await open({}, 101, '/history-lists?from=2026-11-01&until=2026-11-01', {
      'domain/home': home,
    });
    await expect
      .poll(() => queries.at(-1))
      .toEqual(
        expect.arrayContaining([
          { field: ['at'], op: '>=', value: { $date: '2026-11-01T04:00:00.000Z' } },
          { field: ['at'], op: '<', value: { $date: '2026-11-02T05:00:00.000Z' } },
        ]),
      );
    await expect
      .element(page.getByRole('row', { name: /2026\/11\/21.*21:00:00.*佐藤 一郎.*東館/ }))
      .toBeVisible();
  });

  it('readers with permission verify the chain, and see its exports and heads', async () => {
    const { criteria } = await open();
    await page.getByRole('button', { name: '点検する' }).click();
    await expect
      .element(
        page.getByText('1本、1,234件の記録に、書き換えや抜けはありません。', { exact: false }),
      )
      .toBeVisible();
    await expect
      .element(
        page.getByText('2件からは、個人についての値が取り除かれています。', { exact: false }),
      )
      .toBeVisible();
    await expect
      .element(page.getByText('そのうち1件は以前の版の記録で', { exact: false }))
      .toBeVisible();
    await page.getByText('最後の記録のハッシュ').click();
    await expect.element(page.getByText('ひなた園')).toBeVisible();
    expect(criteria.filter((path) => path.endsWith('/check'))).toHaveLength(1);
  });

  it('a broken chain shows the position', async () => {
    await open({
      check: {
        ...HOLDS,
        chains: [
          {
            rootDomainId: 'home',
            entries: 5,
            redacted: 0,
            unprovenRedacted: 0,
            head: 'x',
            faultCount: 25,
            faults: [
              { kind: 'changed', path: 'updateHistory/a', at: '2026-11-22T02:00:00.000Z' },
              { kind: 'end', path: null, at: null },
            ],
          },
        ],
      },
    });
    await page.getByRole('button', { name: '点検する' }).click();
    await expect
      .element(page.getByText('25か所に問題があります。', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'ひなた園の問題' })).toBeVisible();
    await expect
      .element(page.getByRole('listitem').filter({ hasText: /書き換えられた記録.*:00:00/ }))
      .toBeVisible();
    await expect.element(page.getByText('ほか23か所')).toBeVisible();
  });

  it('readers without permission see no verification, and an empty log says so', async () => {
    await open({ list: () => [] }, 5);
    await expect.element(page.getByText('まだ記録がありません')).toBeVisible();
    await expect.element(page.getByRole('button', { name: '点検する' })).not.toBeInTheDocument();
  });

  it('the list is filtered by action, target, person and time, and the address holds the filter', async () => {
    const { queries, search, place } = await open(
      {},
      101,
      '/history-lists?from=2026-11-20&until=2026-11-21',
    );
    await expect.element(page.getByText('3件をすべて表示しました。')).toBeVisible();
    expect(queries.at(-1)).toEqual([
      { field: ['domainId'], op: '==', value: 'home' },
      { field: ['action'], op: 'not-in', value: [...DISCLOSURES] },
      { field: ['at'], op: '>=', value: { $date: new Date('2026-11-20T00:00:00').toISOString() } },
      { field: ['at'], op: '<', value: { $date: new Date('2026-11-22T00:00:00').toISOString() } },
    ]);
    await page.getByRole('combobox', { name: '何を' }).selectOptions('部屋');
    await page.getByRole('combobox', { name: '操作' }).selectOptions('閲覧：すべて');
    await expect
      .poll(() => queries.at(-1))
      .toEqual(expect.arrayContaining([{ field: ['action'], op: 'in', value: [...DISCLOSURES] }]));
    await page.getByRole('combobox', { name: '操作' }).selectOptions('削除');
    await page.getByRole('combobox', { name: '職員' }).fill('佐藤');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect
      .poll(() => search())
      .toEqual({
        from: '2026-11-20',
        until: '2026-11-21',
        what: 'room',
        action: 'delete',
        who: 'sato',
      });
    await expect
      .poll(() => queries.at(-1))
      .toEqual(
        expect.arrayContaining([
          { field: ['actorId'], op: '==', value: 'sato' },
          { field: ['action'], op: '==', value: 'delete' },
          { field: ['path'], op: '>=', value: 'room/' },
          { field: ['path'], op: '<', value: 'room0' },
        ]),
      );
    await expectAccessible(place);
    await page.getByRole('button', { name: '条件を消す' }).click();
    await expect.poll(() => search()).toEqual({});
  });

  it('the file is exported after the export is logged', async () => {
    const { criteria } = await open();
    await page.getByRole('button', { name: 'CSV で書き出す' }).click();
    await expect.element(page.getByText('3件を書き出しました。')).toBeVisible();
    expect(criteria.indexOf('/api/update-history/export')).toBeGreaterThan(-1);
    expect(criteria.lastIndexOf('/api/documents/list')).toBeGreaterThan(
      criteria.indexOf('/api/update-history/export'),
    );
  });

  it('an export is described in a sentence: format, period and number of rooms', async () => {
    const nights = { from: '2025-11-01', to: '2025-11-30', rooms: 12 };
    const taken = (id: string, after: object) =>
      entry(id, {
        action: 'exported',
        path: 'domain/home',
        changes: [{ field: 'takenOut', before: null, after }],
      });
    await open({
      list: () => [
        taken('a', { file: 'report', format: 'pdf', table: null, ...nights }),
        taken('b', { file: 'report', format: 'csv', table: 'nights', ...nights }),
        taken('c', { file: 'nightTable', ...nights }),
        taken('d', {
          file: 'room',
          format: 'edf',
          from: { $date: '2026-11-20T12:00:00.000Z' },
          to: { $date: '2026-11-20T13:00:00.000Z' },
        }),
        taken('e', { file: 'of a later version', pages: 3 }),
        taken('f', {
          file: 'history',
          from: null,
          until: { $date: '2026-11-20T12:00:00.000Z' },
          isFiltered: true,
        }),
      ],
    });
    await expect
      .element(page.getByText('レポートを持ち出しました：PDF・2025-11-01〜2025-11-30・12室'))
      .toBeVisible();
    await expect
      .element(
        page.getByText(
          /^変更の履歴の一部（絞り込みあり）を持ち出しました：最初の記録〜2026\/11\/20 .*:00$/,
        ),
      )
      .toBeVisible();
    await expect.element(page.getByText(/レポートを持ち出しました：CSV（夜ごと）・/)).toBeVisible();
    await expect
      .element(page.getByText('夜の一覧を持ち出しました：CSV・2025-11-01〜2025-11-30・12室'))
      .toBeVisible();
    await expect
      .element(
        page.getByText(/部屋の記録を持ち出しました：EDF\+（波形と注記）・2026\/11\/20 .*:00〜/),
      )
      .toBeVisible();
    // An unknown value is shown unchanged.
    await expect.element(page.getByRole('row', { name: /of a later version/ })).toBeVisible();
  });

  it('thresholds, group members and limits are shown field by field, in the terms of their screens', async () => {
    const group = { name: '夜勤', userIds: ['sato'], afterMinutes: null };
    await open({
      list: () => [
        entry('d', {
          path: 'domain/home',
          changes: [
            {
              field: 'escalation',
              before: [group],
              after: [{ ...group, userIds: ['sato', 'suzuki', 'gone'], afterMinutes: 5 }],
            },
            {
              field: 'parameterOverrides',
              before: {
                'accident.apnea.limit': 20,
                'accident.fall.enabled': false,
                'accident.bedExit.from': '21:00',
                'night.light': 10,
              },
              after: {
                'accident.apnea.limit': 25,
                'accident.fall.enabled': false,
                'night.light': 20,
              },
            },
            { field: 'signInMethods', before: ['email'], after: ['email', 'line'] },
          ],
        }),
      ],
    });
    const cells = () =>
      [...document.querySelectorAll('tbody li')].map(({ textContent }) => textContent);
    await expect
      .poll(cells)
      .toEqual([
        '通知のグループ 1：職員佐藤 一郎→から佐藤 一郎、鈴木 花、削除されたアカウント',
        '通知のグループ 1：前のグループから（分）—→から5',
        '呼吸の停止：呼吸の止まった時間20秒→から25秒',
        '離床：時間帯の始まり21:00→から（上の設定に従う）',
        '夜の明かり (%)10→から20',
        'サインイン方法メールアドレスとパスワード→からメールアドレスとパスワード、LINE',
      ]);
  });

  it('buttons open long texts, including by keyboard: fields, long values and raw values', async () => {
    const long = '長'.repeat(70);
    await open({
      list: () => [
        entry('m', {
          changes: [
            { field: 'building', before: '', after: long },
            { field: 'odd', before: null, after: [[1], { deep: 2 }] },
            ...['a', 'b', 'c', 'd', 'e'].map((field) => ({ field, before: null, after: field })),
          ],
        }),
      ],
    });
    await expect.element(page.getByText(new RegExp(long))).not.toBeInTheDocument();
    const button = page.getByRole('button', { name: 'すべて表示：棟' });
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
    button.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(new RegExp(long))).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: '閉じる：棟' }))
      .toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('button', { name: 'すべて表示：odd' }).click();
    await expect.element(page.getByText('"deep": 2', { exact: false })).toBeVisible();
    expect(document.querySelectorAll('tbody li')).toHaveLength(6);
    const more = page.getByRole('button', { name: 'ほか1項目を表示' });
    more.element().focus();
    await userEvent.keyboard(' ');
    expect(document.querySelectorAll('tbody li')).toHaveLength(7);
    await expect
      .element(page.getByRole('button', { name: '項目を閉じる' }))
      .toHaveAttribute('aria-expanded', 'true');
    await expectAccessible(document.querySelector('table') ?? document.body);
  });

  it('the exported file is readable: local time, text and names, followed by the codes', async () => {
    await open({
      list: () => [
        entry('a', {
          changes: [
            { field: 'parameterOverrides', before: {}, after: { 'accident.apnea.limit': 25 } },
            { field: 'occupant', before: null, after: null },
            { field: 'archivedAt', before: null, after: { $date: '2026-11-22T02:00:00.000Z' } },
          ],
        }),
        entry('b', {
          action: 'create',
          path: 'room/r1',
          changes: [{ field: 'name', before: null, after: '=HYPERLINK("x")' }],
        }),
        entry('c', {
          action: 'exported',
          actorId: 'gone',
          changes: [
            {
              field: 'takenOut',
              before: null,
              after: { file: 'nightTable', from: '2026-11-01', to: '2026-11-14', rooms: 3 },
            },
          ],
        }),
      ],
    });
    const rows = await exportFile();
    const column = (name: string): string[] => {
      const at = rows[0]?.indexOf(name) ?? -1;
      return rows.slice(1).map((row) => row[at] ?? '');
    };
    expect(new Set(column('日時（現地）'))).toEqual(new Set(['2026-11-22 11:00:00']));
    expect([new Set(column('タイムゾーン')), new Set(column('日時（UTC）'))]).toEqual([
      new Set(['Asia/Tokyo']),
      new Set(['2026-11-22T02:00:00.000Z']),
    ]);
    expect(column('項目')).toEqual([
      '呼吸の停止：呼吸の止まった時間',
      '利用者',
      '使わない部屋',
      '名前',
      '',
    ]);
    expect(column('変更前')).toEqual(['（上の設定に従う）', '値は残しません', '—', '', '']);
    expect(column('変更後')).toEqual([
      '25秒',
      '値は残しません',
      expect.stringMatching(/^2026\/11\/22.*11:00$/),
      `'=HYPERLINK("x")`,
      '夜の一覧を持ち出しました：CSV・2026-11-01〜2026-11-14・3室',
    ]);
    expect(column('だれが')).toEqual([
      ...Array.from({ length: 4 }, () => '佐藤 一郎'),
      '削除されたアカウント',
    ]);
    expect([
      column('対象の種類')[0],
      column('対象の名前')[0],
      column('対象のパス')[0],
      column('組織')[0],
      column('組織ID')[0],
      column('職員ID')[0],
      column('操作')[3],
      column('操作コード')[3],
      column('項目コード')[0],
      column('変更後（元の値）')[0],
    ]).toEqual([
      '部屋',
      '101',
      'room/r1',
      'ひなた園',
      'home',
      'sato',
      '作成',
      'create',
      'parameterOverrides.accident.apnea.limit',
      '25',
    ]);
  });
});
