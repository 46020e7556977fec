import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CsvKind } from '@yamori/domain';
import { encodeTextAs } from '@yamori/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLiveFixture, type LiveFixture } from '../../apps/server/src/testing/live-fixture.ts';
import { createCsvClient, type CsvClient } from '../../apps/web/src/features/tables/api.ts';
import { createCsvEngine } from '../../apps/web/src/features/tables/engine/csv-engine.ts';
import { guessColumns, guessKind } from '../../apps/web/src/features/tables/engine/column-guess.ts';
import type {
  CheckSetup,
  CsvCommands,
  OpenedTable,
} from '../../apps/web/src/features/tables/engine/csv-message.ts';

/** Runs the worker of `/csv-import` against the real server. */
const held: {
  fixture?: LiveFixture;
  client?: CsvClient;
  engine?: CsvCommands;
  asked: number;
  fails: number;
} = { asked: 0, fails: 0 };
const fixture = (): LiveFixture => held.fixture ?? expect.fail('no fixture');
const engine = (): CsvCommands => held.engine ?? expect.fail('no engine');
const client = (): CsvClient => held.client ?? expect.fail('no client');
beforeAll(async () => {
  held.fixture = await startLiveFixture();
  const headers = {
    cookie: await fixture().signIn('carer@akane.example'),
    origin: fixture().address,
  };
  const http = {
    baseUrl: fixture().address,
    headers,
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      held.asked += 1;
      if (held.fails > 0) {
        held.fails -= 1;
        // The request arrives, but its response is lost.
        await fetch(url, init);
        throw new TypeError('Failed to fetch');
      }
      return fetch(url, init);
    },
  };
  held.client = createCsvClient(http);
  held.engine = createCsvEngine({
    http,
    wait: async () => undefined,
    reportProgress: () => undefined,
  });
});
afterAll(() => fixture().close());

const createFile = (text: string, encoding: 'utf-8' | 'shift_jis' = 'utf-8', mark = false): Blob =>
  new Blob([encodeTextAs(text, encoding, mark) ?? expect.fail('no place')]);
async function open(file: Blob): Promise<OpenedTable> {
  const opened = await engine().open(file, { encoding: null, delimiter: null });
  expect(opened.fault).toBeNull();
  return opened;
}
async function check(kind: CsvKind, opened: OpenedTable, more: Partial<CheckSetup> = {}) {
  const setup: CheckSetup = {
    kind,
    importId: randomUUID(),
    domainId: 'akane',
    fileName: 'table.csv',
    language: 'ja',
    decimal: opened.decimal,
    headerRows: opened.headerRows,
    columns: guessColumns(kind, opened.preview[0] ?? []),
    roomName: null,
    rooms: {},
    ...more,
  };
  return { setup, checked: await engine().check(setup) };
}
async function until(importId: string, state: string) {
  for (
    const deadline = performance.now() + 120_000;
    performance.now() < deadline;
    await pause(20)
  ) {
    const found = await client().find(importId);
    if (found.state === state) return found;
  }
  return expect.fail(`it did not come to ${state}`);
}

describe('a table', () => {
  it('the client imports CP932 with semicolons and decimal commas, and returns rejected rows unchanged', async () => {
    const opened = await open(
      createFile(
        '部屋名;夜;就床時刻;起床時刻;睡眠時間;平均心拍数\r\n201;2026/11/01;22:10;6:05;420,5;58,5\r\n201;2026/11/02;22:10;6:05;abc;58,5\r\n=1+1;2026/11/01;22:00;6:00;400;60\r\n',
        'shift_jis',
      ),
    );
    expect(opened).toMatchObject({
      encoding: 'shift_jis',
      delimiter: ';',
      decimal: 'comma',
      headerRows: 1,
      rowCount: 4,
      columnCount: 6,
    });
    expect(guessKind(opened.preview[0] ?? [], ['room', 'device', 'staff', 'night', 'minute'])).toBe(
      'night',
    );
    const { setup, checked } = await check('night', opened);
    expect(checked.counts).toMatchObject({ new: 1, refused: 2 });
    expect(
      (await engine().rows('refused', 0, 10)).rows.map(({ line, problem }) => [
        line,
        problem?.code,
      ]),
    ).toEqual([
      [3, 'csv-row-invalid'],
      [4, 'csv-room-unknown'],
    ]);
    await engine().start('update', []);
    await until(setup.importId, 'done');
    const [night] = await fixture().app.store.read(['room/akane-1/sleep/2026-11-01']);
    expect(night?.data['metrics']).toEqual({ TIB: 475, TST: 420.5, heartRateMean: 58.5 });
    const refused = await engine().refusedFile('理由', [
      { line: 3, words: '数値ではありません' },
      { line: 4, words: '@部屋' },
    ]);
    expect(refused.ownEncoding).toBe(true);
    expect(new TextDecoder('shift_jis', { fatal: true }).decode(refused.bytes)).toBe(
      '部屋名;夜;就床時刻;起床時刻;睡眠時間;平均心拍数;理由\r\n201;2026/11/02;22:10;6:05;abc;"58,5";数値ではありません\r\n\'=1+1;2026/11/01;22:00;6:00;400;60;\'@部屋\r\n',
    );
  });

  it('the client sends it again after a lost response, and it is imported once', async () => {
    const opened = await open(
      createFile(
        `部屋名,棟\n${Array.from({ length: 1200 }, (_, index) => `E${index},E`).join('\n')}\n`,
        'utf-8',
        true,
      ),
    );
    expect(opened).toMatchObject({ encoding: 'utf-8', marked: true });
    held.fails = 3;
    const { setup, checked } = await check('room', opened);
    expect(checked.counts).toMatchObject({ new: 1200, refused: 0 });
    held.fails = 2;
    await engine().start('update', [2, 3]);
    expect((await until(setup.importId, 'done')).counts.outcomes).toMatchObject({
      new: 1198,
      leftOut: 2,
    });
    expect(
      await fixture().app.store.count({
        collection: 'room',
        group: false,
        filters: [{ field: ['building'], op: '==', value: 'E' }],
        orderBy: [],
        offset: 0,
      }),
    ).toBe(1198);
  });

  it('a table of minutes becomes one recording per room, once, and can be removed', async () => {
    await fixture().commit([
      {
        kind: 'set',
        path: 'room/akane-2',
        data: { domainId: 'akane', rootDomainId: 'akane', name: '202' },
      },
    ]);
    const minutes = (room: string) =>
      Array.from(
        { length: 90 },
        (_, index) =>
          `${room},2026/11/03 ${String(22 + Math.floor(index / 60)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')},${60 + (index % 7)},${index === 5 ? 'x' : 14.5}`,
      );
    const opened = await open(
      createFile(
        `部屋,日時,心拍数,呼吸数\n${[...minutes('201'), ...minutes('202'), '203,2026/11/03 22:00,60,14', '201,2026/11/03 22:00,61,15'].join('\n')}\n`,
      ),
    );
    const { checked } = await check('minute', opened, { rooms: await client().rooms('akane') });
    expect(checked).toMatchObject({ counts: { new: 178, refused: 4 } });
    expect(
      (await engine().rows('refused', 0, 10)).rows.map(({ problem }) => problem?.code),
    ).toEqual(['csv-row-invalid', 'csv-row-invalid', 'csv-room-unknown', 'csv-row-repeated']);
    const uploads = await engine().sendMinutes([]);
    expect(uploads.map(({ room, rows, again }) => [room, rows, again])).toEqual([
      ['201', 89, false],
      ['202', 89, false],
    ]);
    const paths = uploads.map(({ path }) => path);
    const allAre = async (state: string): Promise<void> =>
      expect
        .poll(
          async () =>
            (await client().uploads(paths)).map((one) => `${one.state} ${one.error ?? ''}`),
          { timeout: 120_000 },
        )
        .toEqual([`${state} `, `${state} `]);
    await allAre('done');
    const [first] = await fixture().app.store.read(paths.slice(0, 1));
    expect(first?.data).toMatchObject({
      from: new Date('2026-11-03T13:00:00Z'),
      streams: ['heart-rate', 'respiration'],
    });
    expect((await engine().sendMinutes([])).map(({ again }) => again)).toEqual([true, true]);
    for (const path of paths) await client().undoUpload(path);
    await allAre('undone');
  });
});

describe('an unusable file', () => {
  it.each<[string, Blob, object]>([
    ['an empty file', new Blob([]), { kind: 'empty' }],
    ['a header only', createFile('部屋名,棟\r\n'), { kind: 'headerOnly' }],
    [
      'a quote that never closes',
      createFile('部屋名,棟\n201,"東\n202,西\n'),
      { kind: 'openQuote', line: 2 },
    ],
    ['a NUL', createFile('部屋名,棟\n2\u000001,x\n'), { kind: 'nul', line: 2 }],
    [
      '1,000,000 columns',
      createFile(`部屋名,棟\n${','.repeat(1_000_000)}\n`),
      { kind: 'tooManyColumns', line: 2 },
    ],
    [
      'an unknown encoding',
      new Blob([Uint8Array.of(0x61, 0x0a, 0x81, 0x20, 0xff, 0xfd)]),
      { kind: 'encoding' },
    ],
  ])('reports %s', async (_, file, fault) => {
    expect((await engine().open(file, { encoding: null, delimiter: null })).fault).toMatchObject(
      fault,
    );
  });

  it('reports a file of 2 GB without reading it', async () => {
    const file = new Blob([]);
    Object.defineProperty(file, 'size', { value: 2 * 1024 ** 3 });
    Object.defineProperty(file, 'arrayBuffer', {
      value: () => {
        throw new Error('read');
      },
    });
    expect((await engine().open(file, { encoding: null, delimiter: null })).fault).toMatchObject({
      kind: 'tooLarge',
    });
  });

  it('reports mixed line endings and reads the file', async () => {
    expect(await open(createFile('部屋名,棟\r\n1,a\n2,b\r\n'))).toMatchObject({
      mixedLineEnds: 2,
      rowCount: 3,
    });
  });
});
