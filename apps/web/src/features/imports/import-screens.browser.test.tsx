import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { forgetMember } from '../../live/offline/kept-member.ts';
import { storedIn } from '../../live/offline/testing/offline-fixture.ts';
import { anUpload, renderImports } from './testing/import-fixture.tsx';
import { edfFile, nativeFile, wfdbFiles } from './testing/recorded-files.ts';

type Fixture = Awaited<ReturnType<typeof renderImports>>;
const held: { fixture: Fixture | null } = { fixture: null };
afterEach(async () => {
  await held.fixture?.end();
  held.fixture = null;
});

async function open(options: Parameters<typeof renderImports>[0]): Promise<Fixture> {
  held.fixture = await renderImports(options);
  return held.fixture;
}

const drop = (place: HTMLElement, ...files: readonly File[]): void => {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  const zone = [...place.querySelectorAll('p')].find(
    ({ textContent }) => textContent === 'ここにファイルをドロップ',
  )?.parentElement;
  zone?.dispatchEvent(
    new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
  );
};
const card = (place: HTMLElement, name: string): HTMLElement | null =>
  place.querySelector(`[data-import-file="${name}"]`);
const getStage = (place: HTMLElement, name: string): string | undefined =>
  card(place, name)?.dataset['stage'];
const isReady = async ({ place }: Fixture): Promise<void> => {
  await expect.poll(() => place.textContent).toContain('ここにファイルをドロップ');
};
const getSha = async (file: File): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

describe('/data-import', () => {
  it('several files are checked, a room is proposed by their device, and the upload starts only on request', async () => {
    const opened = await open({ address: '/data-import' });
    opened.shelf.rooms = [
      { roomId: 'r2', reason: 'stoodThen', night: '2026-11-20', timeZone: 'Asia/Tokyo' },
    ];
    await isReady(opened);
    const night = nativeFile('night.ymr', 90);
    drop(opened.place, night, edfFile('sleep.edf'));
    await expect.poll(() => getStage(opened.place, 'night.ymr')).toBe('checked');
    await expect.poll(() => getStage(opened.place, 'sleep.edf')).toBe('checked');
    const text = card(opened.place, 'night.ymr')?.textContent ?? '';
    for (const words of [
      'A-1042',
      '2026/11/20 22:00 – 22:01',
      '1分30秒',
      '壊れているところはありません',
      'この記録のとき、機器はこの部屋にありました。',
      '2026/11/20(金)の夜',
    ])
      expect(text).toContain(words);
    expect(
      card(opened.place, 'night.ymr')?.querySelector('[data-trace]')?.getAttribute('d'),
    ).toMatch(/^M0 /);
    expect(card(opened.place, 'sleep.edf')?.textContent).toContain('部屋を選んでください。');
    expect(opened.shelf.uploads.size).toBe(0);
    // The announcement omits stages without a file.
    expect(opened.place.querySelector('output.visually-hidden')?.textContent).toBe(
      '取り込み待ち 2件',
    );

    await page.getByRole('button', { name: '取り込む', exact: true }).first().click();
    await expect
      .poll(
        () =>
          opened.shelf.uploads.get(`r2/${[...opened.shelf.uploads.keys()][0]?.slice(3) ?? ''}`)
            ?.state,
      )
      .toBe('checking');
    const sha256 = await getSha(night);
    const kept = opened.shelf.uploads.get(`r2/${sha256}`);
    expect(kept?.bytes.length).toBe(night.size);
    expect(await getSha(new File([kept?.bytes ?? new Uint8Array()], ''))).toBe(sha256);
    opened.put(
      `room/r2/uploadHistory/${sha256}`,
      anUpload(sha256, { state: 'storing', progress: 0.4 }),
    );
    await expect.poll(() => card(opened.place, 'night.ymr')?.textContent).toContain('保存中');
    await expect
      .poll(() => card(opened.place, 'night.ymr')?.querySelector('progress')?.value)
      .toBe(40);
    opened.put(`room/r2/uploadHistory/${sha256}`, anUpload(sha256));
    await expect.poll(() => card(opened.place, 'night.ymr')?.textContent).toContain('この夜を見る');
    expect(await storedIn(opened.database, 'uploads')).toEqual([]);
  });

  it('the keyboard chooses a room', async () => {
    const opened = await open({ address: '/data-import' });
    await isReady(opened);
    drop(opened.place, edfFile('sleep.edf'));
    await expect.poll(() => getStage(opened.place, 'sleep.edf')).toBe('checked');
    const field = page.getByRole('combobox', { name: '部屋' });
    await field.click();
    await userEvent.keyboard('202{Enter}');
    await expect.element(page.getByRole('button', { name: '取り込む', exact: true })).toBeEnabled();
    await userEvent.keyboard('{Tab}{Tab}{Enter}');
    await expect
      .poll(() =>
        [...opened.shelf.uploads.values()].map(({ roomId, state }) => `${roomId} ${state}`),
      )
      .toEqual(['r2 checking']);
  });

  it('a problem is shown with its position, and the rest is imported', async () => {
    const opened = await open({ address: '/data-import' });
    await isReady(opened);
    drop(
      opened.place,
      new File(
        [
          'time,heart,breath\n2026-11-20 22:00:00,60,14\n2026-11-20 22:01:00,61,x7\n2026-11-20 22:02:00,62,15\n',
        ],
        'minutes.csv',
      ),
      new File([Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)], 'night.zip'),
      new File([], 'empty.edf'),
    );
    await expect.poll(() => getStage(opened.place, 'minutes.csv')).toBe('checked');
    expect(card(opened.place, 'minutes.csv')?.textContent).toContain(
      '数字でない値があります3 行目「breath」列',
    );
    expect(card(opened.place, 'minutes.csv')?.textContent).toContain(
      '壊れていない部分は、すべて取り込めます。',
    );
    await expect.poll(() => getStage(opened.place, 'night.zip')).toBe('refused');
    expect(card(opened.place, 'night.zip')?.textContent).toContain(
      '壊れているか、形式が違います。',
    );
    await expect.poll(() => getStage(opened.place, 'empty.edf')).toBe('refused');
    expect(card(opened.place, 'empty.edf')?.textContent).toContain('ファイルが空です。');
  });

  it('a table without rate and start asks for them and sends them to the server', async () => {
    const opened = await open({ address: '/data-import' });
    await isReady(opened);
    drop(opened.place, new File(['a,b\n1,2\n3,4\n5,6\n'], 'table.csv'));
    await expect.poll(() => getStage(opened.place, 'table.csv')).toBe('checked');
    await page.getByRole('spinbutton', { name: '1秒あたりの値の数' }).fill('2');
    await page.getByRole('button', { name: 'この数で読み直す' }).click();
    await expect.poll(() => card(opened.place, 'table.csv')?.textContent).toContain('2 Hz');
    await page.getByRole('textbox', { name: '記録を始めた日' }).fill('2026/11/20');
    await page.getByRole('textbox', { name: '記録を始めた時刻' }).fill('22:00:05');
    await page.getByRole('combobox', { name: '部屋' }).click();
    await userEvent.keyboard('201{Enter}');
    await page.getByRole('button', { name: '取り込む', exact: true }).click();
    await expect
      .poll(() => [...opened.shelf.uploads.values()].map(({ declared }) => declared['settings']))
      .toEqual([JSON.stringify({ sampleRateHz: 2, startedAt: '2026-11-20T13:00:05.000Z' })]);
  });

  it('the files of a record form one card that names the missing file and lets it join', async () => {
    const opened = await open({ address: '/room/r1/import' });
    await isReady(opened);
    const [header, samples, notes] = wfdbFiles('n1');
    drop(opened.place, header, edfFile('sleep.edf'), notes);
    await expect.poll(() => getStage(opened.place, 'n1.zip')).toBe('refused');
    expect(card(opened.place, 'n1.zip')?.textContent).toContain('n1.dat が足りません。');
    expect(opened.place.querySelectorAll('[data-import-file]')).toHaveLength(2);
    drop(opened.place, samples);
    await expect.poll(() => getStage(opened.place, 'n1.zip')).toBe('checked');
    expect(opened.place.querySelectorAll('[data-import-file]')).toHaveLength(2);
    const text = card(opened.place, 'n1.zip')?.textContent ?? '';
    for (const words of [
      '1つの記録として扱います',
      'n1.atr',
      'n1.dat',
      'WFDB (ZIP)',
      '2026/11/20 22:00',
    ])
      expect(text).toContain(words);
    card(opened.place, 'n1.zip')?.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
    await expect
      .poll(() => [...opened.shelf.uploads.values()].map(({ state }) => state))
      .toEqual(['checking']);
    const [sent] = opened.shelf.uploads.values();
    expect(new TextDecoder('latin1').decode(sent?.bytes.slice(30, 36))).toBe('n1.atr');
  });

  it('the upload resumes after a reload with the same file only, and sends only the rest', async () => {
    const opened = await open({ address: '/data-import' });
    await isReady(opened);
    opened.shelf.rooms = [
      { roomId: 'r1', reason: 'standsNow', night: null, timeZone: 'Asia/Tokyo' },
    ];
    const night = nativeFile('night.ymr', 600);
    drop(opened.place, night);
    await expect.poll(() => getStage(opened.place, 'night.ymr')).toBe('checked');
    opened.shelf.mishap = ({ method, count }) =>
      method === 'PATCH' ? { keep: 100_000 } : count > 3 ? 'cut' : 'none';
    await page.getByRole('button', { name: '取り込む', exact: true }).click();
    await expect.poll(() => getStage(opened.place, 'night.ymr')).toBe('network');
    expect(card(opened.place, 'night.ymr')?.textContent).toContain(
      '通信が戻ると、続きから自動で送ります。',
    );
    opened.shelf.mishap = () => 'none';
    opened.reload();
    await expect.poll(() => getStage(opened.place, 'night.ymr')).toBe('fileNeeded');

    const choose = async (file: File): Promise<void> => {
      const transfer = new DataTransfer();
      transfer.items.add(file);
      const input = card(opened.place, 'night.ymr')?.querySelector<HTMLInputElement>(
        'input[type="file"]',
      );
      if (!input) throw new Error('the form has no file input');
      input.files = transfer.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    };
    await choose(nativeFile('night.ymr', 599));
    await expect
      .poll(() => card(opened.place, 'night.ymr')?.textContent)
      .toContain('前のものと内容が違います');
    await choose(night);
    await expect
      .poll(
        () =>
          opened.shelf.uploads.get(`r1/${[...opened.shelf.uploads.keys()][0]?.slice(3) ?? ''}`)
            ?.state,
      )
      .toBe('checking');
    expect(opened.shelf.parts[1]?.offset).toBe(100_000);
    expect(opened.shelf.parts.reduce((sum, part) => sum + part.bytes, 0)).toBe(night.size);
    await expect.poll(() => storedIn(opened.database, 'uploads')).toEqual([]);
  });

  it('an upload with a readable stored handle resumes after a reload without the user', async () => {
    const opened = await open({ address: '/room/r1/import' });
    await isReady(opened);
    // A file of the page's own file system: the only handles that need no permission.
    const handle = await (
      await navigator.storage.getDirectory()
    ).getFileHandle('night.ymr', { create: true });
    const writer = await handle.createWritable();
    await writer.write(nativeFile('night.ymr', 600));
    await writer.close();
    const file = await handle.getFile();
    opened.queue().add([{ file, handle }], 'r1');
    await expect.poll(() => getStage(opened.place, 'night.ymr')).toBe('checked');
    opened.shelf.mishap = ({ method, count }) =>
      method === 'PATCH' ? { keep: 100_000 } : count > 3 ? 'cut' : 'none';
    await page.getByRole('button', { name: '取り込む', exact: true }).click();
    await expect.poll(() => getStage(opened.place, 'night.ymr')).toBe('network');
    opened.shelf.mishap = () => 'none';
    opened.reload();
    await expect.poll(() => [...opened.shelf.uploads.values()][0]?.state).toBe('checking');
    expect(opened.shelf.parts.reduce((sum, part) => sum + part.bytes, 0)).toBe(file.size);
    await (await navigator.storage.getDirectory()).removeEntry('night.ymr');
  });

  it('sign-out deletes all stored uploads', async () => {
    const opened = await open({ address: '/data-import' });
    await isReady(opened);
    opened.shelf.rooms = [
      { roomId: 'r1', reason: 'standsNow', night: null, timeZone: 'Asia/Tokyo' },
    ];
    opened.shelf.mishap = ({ path }) => (path.startsWith('/api/uploads') ? 'cut' : 'none');
    drop(opened.place, nativeFile('night.ymr', 30));
    await expect.poll(() => getStage(opened.place, 'night.ymr')).toBe('checked');
    await page.getByRole('button', { name: '取り込む', exact: true }).click();
    await expect.poll(async () => (await storedIn(opened.database, 'uploads')).length).toBe(1);
    await forgetMember(opened.database);
    expect(await storedIn(opened.database, 'uploads')).toEqual([]);
    opened.reload();
    await expect.poll(() => opened.place.textContent).toContain('まだファイルがありません');
  });

  it('a rejected file shows the reason and is not sent again', async () => {
    const opened = await open({ address: '/room/r1/import' });
    await isReady(opened);
    opened.shelf.mishap = ({ path }) =>
      path.startsWith('/api/uploads') ? { refuse: 409, code: 'upload-quota-reached' } : 'none';
    drop(opened.place, edfFile('sleep.edf'));
    await page.getByRole('button', { name: '取り込む', exact: true }).click();
    await expect
      .poll(() => card(opened.place, 'sleep.edf')?.textContent)
      .toContain('組織の保存容量に空きがありません');
    await expect.poll(() => storedIn(opened.database, 'uploads')).toEqual([]);
  });

  it('a file is sent once when two tabs import it', async () => {
    const opened = await open({ address: '/data-import' });
    await isReady(opened);
    opened.shelf.rooms = [
      { roomId: 'r1', reason: 'standsNow', night: null, timeZone: 'Asia/Tokyo' },
    ];
    const night = nativeFile('night.ymr', 60);
    drop(opened.place, night);
    drop(opened.place, night);
    await expect.poll(() => opened.place.querySelectorAll('[data-stage="checked"]').length).toBe(2);
    await page.getByRole('button', { name: 'すべて取り込む（2件）' }).click();
    await expect.poll(() => opened.place.querySelectorAll('[data-stage="there"]').length).toBe(2);
    expect(opened.shelf.parts.reduce((sum, part) => sum + part.bytes, 0)).toBe(night.size);
    await expect.poll(() => opened.place.textContent).toContain('もう一度は保存しません');
  });

  it.each([
    [2, false],
    [3, true],
  ])('a reader of level %i gets this link to the night: %s', async (level, leads) => {
    const sha256 = 'e'.repeat(64);
    const opened = await open({
      address: '/data-import',
      level,
      uploads: { [`room/r1/uploadHistory/${sha256}`]: anUpload(sha256) },
    });
    await expect
      .poll(() => opened.place.querySelector('[data-import]')?.textContent)
      .toContain('201');
    expect(
      [...opened.place.querySelectorAll('[data-import] a')].some(
        (link) => link.getAttribute('href')?.startsWith('/room/r1/') === true,
      ),
    ).toBe(leads);
  });

  it('one room is set for all waiting files', async () => {
    const opened = await open({ address: '/data-import' });
    await isReady(opened);
    drop(opened.place, edfFile('BRP.edf'));
    drop(opened.place, nativeFile('PLD.ymr', 60));
    await expect.poll(() => opened.place.querySelectorAll('[data-stage="checked"]').length).toBe(2);
    await page.getByRole('combobox', { name: '全ファイルの部屋' }).click();
    await page.getByRole('option', { name: /202/ }).click();
    await page.getByRole('button', { name: 'すべて同じ部屋にする' }).click();
    await expect
      .poll(() =>
        opened
          .queue()
          .items()
          .map(({ roomId }) => roomId),
      )
      .toEqual(['r2', 'r2']);
    await expect.element(page.getByRole('button', { name: 'すべて取り込む（2件）' })).toBeVisible();
  });

  it('the screen works in English', async () => {
    const opened = await open({ address: '/data-import', language: 'en' });
    await expect.poll(() => opened.place.textContent).toContain('Drop files here');
  });
});

describe('/room/{roomid}/import', () => {
  it('the page imports into its room, and warns if the device was in another one', async () => {
    const opened = await open({ address: '/room/r1/import' });
    opened.shelf.rooms = [
      { roomId: 'r2', reason: 'stoodThen', night: '2026-11-20', timeZone: 'Asia/Tokyo' },
    ];
    await isReady(opened);
    drop(opened.place, nativeFile('night.ymr', 30));
    await expect
      .poll(() => card(opened.place, 'night.ymr')?.textContent)
      .toContain('機器は別の部屋にありました：202');
    await page.getByRole('button', { name: '取り込む', exact: true }).click();
    await expect
      .poll(() => [...opened.shelf.uploads.values()].map(({ roomId }) => roomId))
      .toEqual(['r1']);
  });

  it('an import waits for a decision about its clock and is stored corrected', async () => {
    const sha256 = 'b'.repeat(64);
    const opened = await open({
      address: '/room/r1/history',
      uploads: {
        [`room/r1/uploadHistory/${sha256}`]: anUpload(sha256, { state: 'ready', addedFrames: 0 }),
      },
    });
    await expect
      .poll(() => opened.place.textContent)
      .toContain('記録の時計は 12.5 秒遅れています。');
    expect(opened.place.textContent).toContain('確かさ 91%');
    await page.getByRole('button', { name: '直して保存する' }).click();
    await expect
      .poll(() => opened.shelf.commands.at(-1))
      .toEqual({
        path: `/api/rooms/r1/imports/${sha256}/start`,
        body: { settings: { clock: { offsetSeconds: 12.5, driftPpm: 40 } } },
      });
  });
});

describe('/room/{roomid}/history', () => {
  const path = (sign: string): string => `room/r1/uploadHistory/${sign.repeat(64)}`;
  const uploads = {
    [path('a')]: anUpload('a'.repeat(64), {
      fileName: 'first.edf',
      faults: [{ code: 'truncated', byteOffset: 1023, count: 2 }],
    }),
    [path('c')]: anUpload('c'.repeat(64), {
      fileName: 'broken.csv',
      state: 'failed',
      error: 'import-rate-missing',
      frames: 0,
      addedFrames: 0,
      streams: [],
      streamTable: [],
    }),
    [path('d')]: anUpload('d'.repeat(64), {
      fileName: 'half.bdf',
      state: 'uploading',
      progress: 0.25,
      originalStored: false,
    }),
  };

  it('the list shows state, counts, author and errors, and filters by state', async () => {
    const opened = await open({ address: '/room/r1/history', uploads });
    await expect.poll(() => opened.place.querySelectorAll('[data-import]').length).toBe(3);
    for (const words of [
      '完了',
      '失敗',
      '送信中',
      '追加 1,800',
      '夜勤 花子（自分）',
      '時刻の列がないため',
      '同じファイルをもう一度選ぶと、続きから送れます。',
    ])
      expect(opened.place.textContent).toContain(words);
    await page.getByRole('button', { name: /^失敗・取り消し/ }).click();
    await expect.poll(() => opened.place.querySelectorAll('[data-import]').length).toBe(1);
    expect(new URLSearchParams(opened.router.state.location.searchStr).get('state')).toBe('failed');
  });

  it('an import is shown as queued until its check has begun', async () => {
    const opened = await open({
      address: '/room/r1/history',
      uploads: {
        [path('a')]: anUpload('a'.repeat(64), {
          fileName: 'waits.edf',
          state: 'checking',
          progress: 0,
        }),
        [path('c')]: anUpload('c'.repeat(64), {
          fileName: 'begun.edf',
          state: 'checking',
          progress: 0.001,
        }),
      },
    });
    await expect
      .poll(() =>
        [...opened.place.querySelectorAll('[data-import] [data-state]')]
          .map((chip) => chip.textContent)
          .toSorted(),
      )
      .toEqual(['確認中', '順番待ち']);
    expect(opened.place.querySelectorAll('[data-import] progress[value]')).toHaveLength(1);
  });

  it('the list describes the measured quantities, and names the missing file of a recording', async () => {
    const sha256 = 'd'.repeat(64);
    const opened = await open({
      address: '/room/r1/history',
      uploads: {
        ...uploads,
        [`room/r1/uploadHistory/${sha256}`]: anUpload(sha256, {
          fileName: 'n1.zip',
          state: 'failed',
          error: 'import-file-missing',
          streams: [],
          streamTable: [],
          faults: [{ code: 'missingFile', byteOffset: 0, count: 1, file: 'n1.dat' }],
        }),
      },
    });
    await expect.poll(() => opened.place.textContent).toContain('n1.dat が足りません。');
    expect(opened.place.textContent).toContain('心電図');
  });

  it('the details show everything stored about an import, with the position of each problem', async () => {
    const opened = await open({ address: '/room/r1/history', uploads });
    await page.getByRole('button', { name: '詳細: first.edf' }).click();
    for (const words of [
      '途中で切れています',
      '1,024 バイト目',
      '250 Hz',
      '450,000',
      '送信',
      'a'.repeat(64),
    ])
      expect(opened.place.textContent).toContain(words);
  });

  it('undo asks for confirmation, and the original can be downloaded', async () => {
    const opened = await open({ address: '/room/r1/history', uploads });
    await page.getByRole('button', { name: '取り込みを取り消す: first.edf' }).click();
    await page.getByRole('button', { name: '取り消す', exact: true }).click();
    await expect
      .poll(() => opened.shelf.commands.map((command) => command.path))
      .toContain(`/api/rooms/r1/imports/${'a'.repeat(64)}/undo`);
    await expect
      .element(page.getByRole('link', { name: '元のファイル: first.edf' }))
      .toHaveAttribute('href', `/api/rooms/r1/imports/${'a'.repeat(64)}/original`);
  });

  it('an empty list says what to do', async () => {
    const opened = await open({ address: '/room/r1/history' });
    await expect.poll(() => opened.place.textContent).toContain('取り込みはまだありません');
    await expect.element(page.getByRole('link', { name: 'ファイルを取り込む' })).toBeVisible();
  });

  it('a list without access says so', async () => {
    const opened = await open({ address: '/room/r1/history', uploads });
    await expect.poll(() => opened.place.querySelectorAll('[data-import]').length).toBe(3);
    opened.transport.failAll('query-refused');
    await expect.element(page.getByRole('alert').first()).toBeVisible();
  });
});
