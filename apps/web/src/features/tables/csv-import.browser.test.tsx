import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { csvHostOver } from './csv-host.ts';
import { playServer, renderCsvImport } from './testing/csv-fixture.tsx';

type Fixture = Awaited<ReturnType<typeof renderCsvImport>>;
let fixture: Fixture | null = null;
beforeEach(() => localStorage.clear());
afterEach(() => {
  fixture?.end();
  fixture = null;
});

const open = async (...args: Parameters<typeof renderCsvImport>): Promise<Fixture> =>
  (fixture = await renderCsvImport(...args));
const give = (text: string | Blob, name = 'rooms.csv') =>
  userEvent.upload(
    page.getByLabelText('CSV ファイル'),
    new File([text], name, { type: 'text/csv' }),
  );
const button = (name: string | RegExp) => page.getByRole('button', { name });
const ROOMS =
  '\uFEFF部屋番号,棟,定員,性別\r\n201,東館,1,女\r\n202,東館,0,猫\r\n203,西館,2,男\r\n204,西館,1,\r\n';

describe('a table of rooms', () => {
  it('the steps lead from the file to the result and back', async () => {
    const server = playServer();
    const staged = await open(server);
    await give(ROOMS);
    await expect.element(page.getByText('5行、4列')).toBeVisible();
    await expect.element(page.getByLabelText('文字コード')).toHaveDisplayValue('UTF-8（BOM つき）');
    await button('次へ').click();
    await expect.element(page.getByRole('radio', { name: '部屋', exact: true })).toBeChecked();
    await expect.element(page.getByLabelText('部屋名')).toHaveDisplayValue('部屋番号');
    await expect.element(page.getByLabelText('利用者の性別')).toHaveDisplayValue('性別');
    await expect.element(page.getByText('すべての列を取り込みます。')).toBeVisible();
    // A required field without a column is reported, and the next step is disabled.
    await page.getByLabelText('部屋名').selectOptions('取り込まない');
    await expect.element(page.getByText('「部屋名」の列を選んでください。')).toBeVisible();
    await expect.element(button('すべての行を確認する')).toBeDisabled();
    await expect.element(page.getByText('取り込まない列（1）：部屋番号')).toBeVisible();
    await page.getByLabelText('部屋名').selectOptions('部屋番号');
    server.state.lost = 2;
    await button('すべての行を確認する').click();
    await expect.element(button('3行を取り込む')).toBeVisible();
    await expect
      .element(
        page.getByRole('cell', {
          name: /定員: 1以上の数値を入力してください。 利用者の性別: 女・男・その他・不明 のどれかにしてください。/,
        }),
      )
      .toBeVisible();
    await expect.element(page.getByRole('rowheader', { name: '3' })).toBeVisible();
    await button(/^すべて/).click();
    await page.getByLabelText('5行目を取り込む').click();
    await page.getByRole('radio', { name: '飛ばす' }).click();
    await button('2行を取り込む').click();
    await expect.element(button('別のファイルを取り込む')).toBeVisible();
    expect(server.state.started).toEqual({ existing: 'skip', leftOut: [5] });
    expect(staged.at()).toContain(`run=`);
    await button('3件を取り消す').click();
    await expect
      .element(
        page.getByText('新しく作った 2件を削除し、更新した 1件をもとの値に戻します。', {
          exact: false,
        }),
      )
      .toBeVisible();
    await button('取り消す').click();
    await expect
      .element(page.getByRole('heading', { name: 'rooms.csv — 取り消しました' }))
      .toBeVisible();
    await expect.element(page.getByText('この部屋に機器が置かれています。（1件）')).toBeVisible();
    await expect.element(button('残した行を保存')).toBeVisible();
    await button('別のファイルを取り込む').click();
    await expect.element(button('rooms.csvの結果を見る')).toBeVisible();
  });

  it('the column assignment is remembered for this organisation', async () => {
    const server = playServer();
    await open(server);
    await give('A,B\n301,302\n');
    await button('次へ').click();
    await page.getByLabelText('部屋名').selectOptions('B');
    await button('すべての行を確認する').click();
    await expect.element(button('1行を取り込む')).toBeVisible();
    expect(server.rows.get(2)?.cells).toEqual({ name: '302' });
    fixture?.end();
    await open(playServer());
    await give('A,B\n401,402\n');
    await button('次へ').click();
    await expect.element(page.getByLabelText('部屋名')).toHaveDisplayValue('B');
  });

  it('the file of rejected rows has them unchanged, with the reason, guarded against formulas', async () => {
    await open(playServer());
    await give('部屋名;定員\r\n=1+1;0\r\n202;1\r\n203;二人\r\n204;1.5\r\n');
    await button('次へ').click();
    await button('すべての行を確認する').click();
    await button('1行を取り込む').click();
    await expect.element(button('取り込めなかった行を保存')).toBeVisible();
    const saved = Promise.withResolvers<Blob>();
    const before = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob: Blob) => {
      saved.resolve(blob);
      return before(blob);
    };
    try {
      await button('取り込めなかった行を保存').click();
      expect(await (await saved.promise).text()).toBe(
        "部屋名;定員;理由\r\n'=1+1;0;定員: 1以上の数値を入力してください。\r\n203;二人;定員: 小数のない数字だけで書いてください（例：3）。\r\n204;1.5;定員: 小数のない数字だけで書いてください（例：3）。\r\n",
      );
    } finally {
      URL.createObjectURL = before;
    }
  });

  it('the address opens the import again after a reload', async () => {
    const server = playServer();
    Object.assign(server.state, {
      import: 'done',
      importId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    });
    server.rows.set(2, { cells: { name: '202' }, outcome: 'new', problem: null });
    await open(server, { search: '?run=0f8fad5b-d9cb-469f-a165-70867728950e' });
    await expect
      .element(page.getByRole('heading', { name: 'rooms.csv — 終わりました' }))
      .toBeVisible();
    await expect.element(button('1件を取り消す')).toBeVisible();
  });
});

describe('an unusable file', () => {
  it.each([
    ['部屋名,棟\n201,"東\n', '2行目（18バイト目）の引用符「"」が閉じられていません。'],
    ['部屋名,棟\n', '見出しだけで、データの行がありません。見出しの行数を確認してください。'],
    ['', 'ファイルが空です。'],
  ])('%j shows the reason and disables the next step', async (text, words) => {
    await open(playServer());
    await give(text);
    await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
    await expect.element(button('次へ')).toBeDisabled();
  });

  it('a file in the wrong encoding is read once the right one is chosen', async () => {
    await open(playServer());
    await give(new Blob([Uint8Array.of(0x94, 0x8e, 0x2c, 0x31, 0x0a, 0x94, 0x8e, 0x2c, 0x32)]));
    await page.getByLabelText('文字コード').selectOptions('UTF-8');
    await expect
      .element(page.getByRole('alert').getByText(/この文字コードでは読めない文字があります/))
      .toBeVisible();
    await page.getByLabelText('文字コード').selectOptions('CP932（Shift_JIS）');
    await expect.element(page.getByRole('cell', { name: '博' }).first()).toBeVisible();
    await expect.element(button('次へ')).toBeEnabled();
  });
});

it('a reader who does not manage people cannot import staff', async () => {
  await open(playServer(), { level: 2 });
  await give(ROOMS);
  await button('次へ').click();
  await expect.element(page.getByRole('radio', { name: '機器', exact: true })).toBeVisible();
  expect(page.getByRole('radio', { name: '職員' }).query()).toBeNull();
});

it('the worker holds 100,000 rows while the page holds a few and keeps drawing', async () => {
  const openHost = () => {
    const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' });
    return csvHostOver({
      postMessage: (message) => worker.postMessage(message),
      listen: (onMessage) =>
        worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => onMessage(data)),
      close: () => worker.terminate(),
    });
  };
  const staged = await open(playServer(), { openHost });
  const lines = Array.from({ length: 100_000 }, (_, index) => {
    const at = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
    return `201,${at.slice(0, 10)} ${at.slice(11, 16)},${index % 1000 === 7 ? 'x' : 60 + (index % 9)}`;
  });
  const table = new Blob([`部屋,日時,心拍数\n${lines.join('\n')}\n`]);
  const frames: number[] = [];
  const running = { on: true };
  const tick = (now: number): void => {
    frames.push(now);
    if (running.on) requestAnimationFrame(tick);
  };
  await give(table, 'minutes.csv');
  await button('次へ').click();
  await expect.element(page.getByRole('radio', { name: '分ごとの値' })).toBeChecked();
  await expect.element(button('すべての行を確認する')).toBeEnabled();
  requestAnimationFrame(tick);
  await button('すべての行を確認する').click();
  await expect.element(button('99900行を取り込む')).toBeVisible();
  running.on = false;
  // The check takes seconds; in the page it would take a single frame.
  expect(frames.length).toBeGreaterThan(10);
  await button(/^すべて/).click();
  const scroller =
    staged.place.querySelector<HTMLElement>('[aria-label="確認した行"]') ?? expect.fail('no rows');
  await expect
    .poll(() => scroller.querySelector('table')?.getAttribute('aria-rowcount'))
    .toBe('100000');
  scroller.scrollTop = scroller.scrollHeight;
  await expect.element(page.getByRole('rowheader', { name: '100001' })).toBeVisible();
  expect(scroller.querySelectorAll('tbody tr').length).toBeLessThan(80);
});
