import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { analysedNight } from './testing/analysed-night.ts';
import { ECG, sawSource, renderRoom } from './testing/room-fixture.tsx';

type Fixture = Awaited<ReturnType<typeof renderRoom>>;
let fixture: Fixture | null = null;
beforeEach(() => localStorage.clear());
afterEach(() => {
  fixture?.end();
  fixture = null;
});

const NIGHTS = { '2026-11-20': {}, '2026-11-19': { metrics: { TST: 301 } } };
async function open(options: Parameters<typeof renderRoom>[0]): Promise<Fixture> {
  fixture = await renderRoom(options);
  return fixture;
}
async function openDrawn(options: Parameters<typeof renderRoom>[0]): Promise<Fixture> {
  const opened = await open(options);
  await expect.poll(() => opened.chart().dataset['sharp']).toBe('true');
  await expect.poll(() => Number(opened.chart().dataset['drawnTo'])).toBeGreaterThan(0);
  return opened;
}
const seen = ({ chart }: Fixture): { fromMs: number; toMs: number; lengthMs: number } => {
  const [fromMs, toMs] = [Number(chart().dataset['drawnFrom']), Number(chart().dataset['drawnTo'])];
  return { fromMs, toMs, lengthMs: toMs - fromMs };
};

describe('the sleep page of a room', () => {
  it('the top shows time asleep, from when to when, and the number of bed exits', async () => {
    await openDrawn({ nights: NIGHTS });
    await expect.element(page.getByRole('heading', { name: '2026/11/20(金)の夜' })).toBeVisible();
    const summary = page.getByLabelText('この夜のまとめ');
    await expect.poll(() => summary.element().textContent).toContain('6時間12分');
    await expect.poll(() => summary.element().textContent).toContain('22:12 → 05:50');
    await expect.poll(() => summary.element().textContent).toContain('離床参考値1回');
    await expect.poll(() => summary.element().textContent).toContain('睡眠時間参考値');
    await expect.element(page.getByRole('heading', { name: '201' })).toBeVisible();
  });

  it('every tool is visible on a phone', async () => {
    await page.viewport(390, 844);
    const { place } = await openDrawn({ nights: NIGHTS });
    const tools = [
      ...place.querySelectorAll('[role="toolbar"] button, [role="toolbar"] select'),
    ].map((tool) => tool.getBoundingClientRect());
    expect(tools.length).toBeGreaterThan(9);
    expect(Math.min(...tools.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
    expect(Math.max(...tools.map(({ right }) => right))).toBeLessThanOrEqual(390);
    await page.viewport(1366, 768);
  });

  it('streams are named by what they measure, else as in their file', async () => {
    const file = (streamId: number, kind: string) => ({
      ...ECG,
      serial: 'F-1',
      streamId,
      kind,
      unit: 'cmH2O',
    });
    const opened = await open({
      nights: NIGHTS,
      streams: [file(1, 'signal'), file(2, 'signal'), file(3, 'pressure')],
    });
    const toStream = (streamId: number, kind: string, label: string) => ({
      streamId,
      kind,
      label,
      unit: 'cmH2O',
      channels: 1,
      sampleRateHz: 0.5,
      samples: 9,
    });
    opened.put(`room/r1/uploadHistory/${'0'.repeat(64)}`, {
      sha256: '0'.repeat(64),
      fileName: 'night.edf',
      sizeBytes: 9,
      format: 'edf',
      deviceSerial: 'F-1',
      from: null,
      to: null,
      state: 'done',
      uploadedBy: 'u',
      actions: [],
      streamTable: [
        toStream(1, 'maskpress-2s', 'MaskPress.2s'),
        toStream(2, 'eprpress-2s', 'EprPress.2s'),
        toStream(3, 'pressure', 'Press.2s'),
      ],
    });
    await page.getByRole('button', { name: '項目' }).click();
    for (const name of ['MaskPress.2s (cmH2O)', 'EprPress.2s (cmH2O)', '圧力 (cmH2O)'])
      await expect.element(page.getByRole('checkbox', { name })).toBeVisible();
  });

  it('a night is reported as missing only after all nights have loaded', async () => {
    const texts = new Set<string>();
    const watch = new MutationObserver(() => {
      for (const cell of document.querySelectorAll('nav li'))
        if (cell.textContent.startsWith('11/18')) texts.add(cell.textContent);
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    await open({ nights: { ...NIGHTS, '2026-11-18': { metrics: { TST: 333 } } } });
    await expect.element(page.getByText('5時間33分')).toBeVisible();
    watch.disconnect();
    expect([...texts]).toEqual(['11/18(水)読み込み中', '11/18(水)5時間33分']);
    await expect.element(page.getByRole('link', { name: '11/17(火) 記録なし' })).toBeVisible();
  });

  it('the first view shows the whole night with a quarter of an hour around it', async () => {
    const opened = await openDrawn({ nights: NIGHTS });
    expect(seen(opened)).toEqual({
      fromMs: Date.parse('2026-11-20T12:45:00Z'),
      toMs: Date.parse('2026-11-20T21:15:00Z'),
      lengthMs: 8.5 * 3_600_000,
    });
  });

  it('the wheel zooms around the pointer, drag and keys pan, and a double click fits', async () => {
    const opened = await openDrawn({ nights: NIGHTS });
    const before = seen(opened);
    const box = opened.chart().getBoundingClientRect();
    const at = { clientX: box.left + 108 + (box.width - 108) / 4, clientY: box.top + 40 };
    opened
      .chart()
      .dispatchEvent(
        new WheelEvent('wheel', { ...at, deltaY: -640, bubbles: true, cancelable: true }),
      );
    await expect.poll(() => seen(opened).lengthMs).toBeCloseTo(before.lengthMs / 4, -3);
    const under = before.fromMs + before.lengthMs / 4;
    // Accurate to a pixel: pointers have whole pixels.
    expect(Math.abs(seen(opened).fromMs + seen(opened).lengthMs / 4 - under)).toBeLessThan(
      before.lengthMs / (box.width - 108),
    );

    const zoomed = seen(opened);
    const pointer = (kind: string, clientX: number): boolean =>
      opened.chart().dispatchEvent(
        new PointerEvent(kind, {
          clientX,
          clientY: at.clientY,
          pointerId: 1,
          button: 0,
          pointerType: 'touch',
          bubbles: true,
        }),
      );
    opened.chart().setPointerCapture = () => undefined;
    pointer('pointerdown', at.clientX);
    pointer('pointermove', at.clientX - 100);
    pointer('pointerup', at.clientX - 100);
    await expect.poll(() => seen(opened).fromMs).toBeGreaterThan(zoomed.fromMs);
    expect(seen(opened).lengthMs).toBeCloseTo(zoomed.lengthMs, 3);

    opened.chart().focus();
    const dragged = seen(opened);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => seen(opened).fromMs).toBeLessThan(dragged.fromMs);
    await userEvent.keyboard('+');
    await expect.poll(() => seen(opened).lengthMs).toBeCloseTo(zoomed.lengthMs / 1.5, -3);
    opened.chart().dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    await expect.poll(() => seen(opened)).toEqual(before);
  });

  it('a pinch zooms around the resting finger', async () => {
    const opened = await openDrawn({ nights: NIGHTS });
    const before = seen(opened);
    const { left, top } = opened.chart().getBoundingClientRect();
    opened.chart().setPointerCapture = () => undefined;
    const pointer = (kind: string, pointerId: number, x: number): boolean =>
      opened.chart().dispatchEvent(
        new PointerEvent(kind, {
          clientX: left + x,
          clientY: top + 30,
          pointerId,
          button: 0,
          pointerType: 'touch',
          bubbles: true,
        }),
      );
    pointer('pointerdown', 1, 300);
    pointer('pointerdown', 2, 400);
    pointer('pointermove', 2, 500);
    await expect.poll(() => seen(opened).lengthMs).toBeCloseTo(before.lengthMs / 2, -3);
  });

  it('the address holds the visible range and opens it again', async () => {
    const opened = await openDrawn({
      nights: NIGHTS,
      search: '?night=2026-11-20&from=2026-11-20T15:00:00.000Z&to=2026-11-20T15:00:02.000Z',
    });
    expect(seen(opened).lengthMs).toBe(2000);
    opened.chart().focus();
    await userEvent.keyboard('-');
    await expect.poll(() => seen(opened).lengthMs).toBe(3000);
    await expect
      .poll(() => new URLSearchParams(opened.router.state.location.searchStr).get('from'))
      .toBe('2026-11-20T14:59:59.500Z');
  });

  it('keys alone lead from the whole month to a single heartbeat', async () => {
    const opened = await openDrawn({ nights: NIGHTS });
    opened.chart().focus();
    for (let step = 0; step < 30; step++) await userEvent.keyboard('+');
    await expect.poll(() => seen(opened).lengthMs).toBe(500);
    for (let step = 0; step < 42; step++) await userEvent.keyboard('-');
    await expect.poll(() => seen(opened).lengthMs).toBe(32 * 86_400_000);
  });

  it('the cursor shows and announces every lane at a moment, and the difference of two', async () => {
    const opened = await openDrawn({ nights: NIGHTS });
    opened.chart().focus();
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}1');
    await expect
      .poll(() => opened.place.querySelector('output')?.textContent)
      .toContain('心拍 61 /分');
    for (let step = 0; step < 12; step++) await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await userEvent.keyboard('2');
    await expect.element(page.getByText('T1–T2の差 51分')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => opened.place.textContent?.includes('T1–T2')).toBe(false);
  });

  it('a mark is placed where the mouse clicked last', async () => {
    const opened = await openDrawn({
      nights: NIGHTS,
      search: '?night=2026-11-20&from=2026-11-20T15:00:00.000Z&to=2026-11-20T16:00:00.000Z',
    });
    const { left, top, width } = opened.chart().getBoundingClientRect();
    opened.chart().setPointerCapture = () => undefined;
    const pointer = (kind: string, share: number): boolean =>
      opened.chart().dispatchEvent(
        new PointerEvent(kind, {
          clientX: left + 108 + (width - 108) * share,
          clientY: top + 40,
          pointerId: 1,
          button: 0,
          pointerType: 'mouse',
          bubbles: true,
        }),
      );
    for (const [name, share] of [
      ['T1を置く', 0.25],
      ['T2を置く', 0.75],
    ] as const) {
      for (const kind of ['pointermove', 'pointerdown', 'pointerup', 'pointerleave'])
        pointer(kind, share);
      await page.getByRole('button', { name }).click();
    }
    await expect.element(page.getByText('T1–T2の差 30分')).toBeVisible();
  });

  it('presence is shown only where it is known', async () => {
    const presence = [
      { state: 'unknown', epochs: 1200 },
      { state: 'inBed', epochs: 300 },
      { state: 'outOfBed', epochs: 20 },
      { state: 'inBed', epochs: 100 },
      { state: 'unknown', epochs: 1260 },
    ];
    const opened = await openDrawn({
      nights: { '2026-11-20': { presence } },
      search: '?night=2026-11-20&from=2026-11-20T15:00:00.000Z&to=2026-11-20T17:00:00.000Z',
    });
    await page.getByRole('button', { name: '表', exact: true }).click();
    await expect.poll(() => opened.place.querySelectorAll('tbody tr').length).toBe(60);
    const at = [...opened.place.querySelectorAll('thead th')].findIndex(
      (head) => head.getAttribute('data-lane') === 'presence',
    );
    const texts = [...opened.place.querySelectorAll('tbody tr')].map(
      (row) => row.children[at]?.textContent,
    );
    expect(
      [texts.slice(0, 15), texts.slice(15, 20), texts.slice(20, 45), texts.slice(45)].map(
        (part) => [...new Set(part)],
      ),
    ).toEqual([['在床'], ['離床'], ['在床'], ['']]);
  });

  it('an imported night draws and names its streams, and undetected states are unknown', async () => {
    const quality = { code: 'poor', coverage: 0 };
    const streams = [
      { ...ECG, kind: 'flow', unit: 'L/s' },
      { ...ECG, streamId: 2, kind: 'pressure', unit: 'cmH2O' },
    ];
    const opened = await openDrawn({
      nights: {
        '2026-11-20': {
          epochs: Array.from({ length: 2880 }, () => 'missing'),
          events: [],
          metrics: { outOfBedCount: null, outOfBedMinutes: null },
          quality,
        },
      },
      streams,
    });
    await expect.poll(() => opened.chart().dataset['streams']).toBe('2');
    await expect
      .poll(() => page.getByLabelText('この夜のまとめ').element().textContent)
      .toMatch(/離床参考値--.*記録の割合--$/);
    await page.getByRole('button', { name: '項目' }).click();
    await page.getByRole('checkbox', { name: '気流 (L/s)' }).click();
    await expect.poll(() => opened.chart().dataset['streams']).toBe('1');
    await expect.element(page.getByRole('checkbox', { name: '圧力 (cmH2O)' })).toBeChecked();
  });

  it('gaps come from the recordings, with a result and without', async () => {
    const recorded = [
      { from: Date.parse('2026-11-20T13:00:00Z'), to: Date.parse('2026-11-20T13:30:00Z') },
    ];
    const search = '?night=2026-11-20&from=2026-11-20T12:45:00.000Z&to=2026-11-20T13:45:00.000Z';
    for (const [nights, isGapBefore] of [
      [NIGHTS, true],
      // The night is in progress, and may have begun with its first recording.
      [{}, false],
    ] as const) {
      const opened = await openDrawn({ nights, recorded, search });
      await page.getByRole('button', { name: '表', exact: true }).click();
      await expect.poll(() => opened.place.querySelectorAll('tbody tr').length).toBe(60);
      const heads = [...opened.place.querySelectorAll('thead th')].map((head) =>
        head.getAttribute('data-lane'),
      );
      const cells = [...opened.place.querySelectorAll('tbody tr')].map(
        (row) => row.children[heads.indexOf('gap')]?.textContent === '欠測',
      );
      expect(
        [cells.slice(0, 14), cells.slice(16, 44), cells.slice(46)].map((part) => [
          ...new Set(part),
        ]),
      ).toEqual([[isGapBefore], [false], [true]]);
      opened.end();
      fixture = null;
    }
  });

  it('the table behind the chart holds every peak of the waves', async () => {
    const opened = await openDrawn({
      nights: NIGHTS,
      search: '?night=2026-11-20&from=2026-11-20T15:00:00.000Z&to=2026-11-20T16:00:00.000Z',
    });
    await page.getByRole('button', { name: '表', exact: true }).click();
    await expect.poll(() => opened.place.querySelectorAll('tbody tr').length).toBe(60);
    const heads = [...opened.place.querySelectorAll('thead th')].map((head) =>
      head.getAttribute('data-lane'),
    );
    const cells = [...opened.place.querySelectorAll('tbody tr')].map(
      (row) => row.children[heads.indexOf('ecg')]?.textContent,
    );
    expect(new Set(cells)).toEqual(new Set(['0.000 … 0.249']));
    expect(
      opened.place.querySelector('tbody tr')?.children[heads.indexOf('heartRate')]?.textContent,
    ).toBe('61');
  });

  it('readers with access get a link to the nights of the whole organisation', async () => {
    await openDrawn({ nights: NIGHTS });
    expect(fixture?.place.querySelector('a[href*="/master/domain/"]')).toBeNull();
    fixture?.end();
    await openDrawn({ nights: NIGHTS, level: 101 });
    expect(fixture?.place.querySelector('a[href*="/master/domain/"]')?.getAttribute('href')).toBe(
      '/master/domain/home/sleep?until=2026-11-20',
    );
  });

  it('lanes name signals of a result as not kept, instead of as not recorded', async () => {
    const nights = { '2026-11-20': { provenance: analysedNight('2026-11-20')['provenance'] } };
    const opened = await open({ nights, streams: [] });
    const line = () => opened.place.querySelector('[data-empty-lanes]');
    await expect
      .poll(() => line()?.children[0]?.textContent)
      .toBe(
        'この夜の波形は保存されていません（解析の結果だけが残っています）：体位、心電図、加速度',
      );
    expect(line()?.children[1]?.textContent).toMatch(/^この夜の記録がないもの：/);
    expect(line()?.children[1]?.textContent).not.toMatch(/心電図|加速度/);
  });

  it('a single line lists empty lanes and leaves the space to the others', async () => {
    const opened = await openDrawn({ nights: NIGHTS });
    await expect
      .poll(() => opened.place.querySelector('[data-empty-lanes]')?.textContent)
      .toMatch(/この夜の記録がないもの：.*インピーダンス/);
    await page.getByRole('button', { name: '表', exact: true }).click();
    await expect.poll(() => opened.place.querySelectorAll('thead th').length).toBeGreaterThan(1);
    const heads = [...opened.place.querySelectorAll('thead th')].map((head) =>
      head.getAttribute('data-lane'),
    );
    expect(heads).toContain('ecg');
    expect(heads).not.toContain('impe');
  });

  it('hidden lanes are remembered', async () => {
    const first = await openDrawn({ nights: NIGHTS });
    await page.getByRole('button', { name: '項目' }).click();
    await page.getByRole('checkbox', { name: '心電図' }).click();
    await expect.poll(() => first.chart().dataset['streams']).toBe('0');
    first.end();
    fixture = null;
    const second = await openDrawn({ nights: NIGHTS });
    await expect.poll(() => second.chart().dataset['streams']).toBe('0');
  });

  it('the chart draws ink for measurements and none in a gap', async () => {
    const gapped: typeof sawSource = async (room, call, held, signal) => {
      const reply = await sawSource(room, call, held, signal);
      if (reply.kind === 'same') return reply;
      const until = Date.parse('2026-11-20T15:00:00.500Z') * 1000;
      return {
        ...reply,
        tile: {
          ...reply.tile,
          pieces: reply.tile.pieces
            .map((piece) => ({
              ...piece,
              length: Math.max(
                0,
                Math.min(piece.length, Math.floor((until - piece.fromUs) / piece.stepUs)),
              ),
            }))
            .filter(({ length }) => length > 0),
        },
      };
    };
    const opened = await openDrawn({
      nights: NIGHTS,
      source: gapped,
      search: '?night=2026-11-20&from=2026-11-20T15:00:00.000Z&to=2026-11-20T15:00:01.000Z',
    });
    await expect.poll(() => opened.chart().dataset['streams']).toBe('1');
    await expect.poll(() => getInk(opened, 'left')).toBeGreaterThan(200);
    expect(getInk(opened, 'right')).toBe(0);
  });
});

/** Pixels of the ECG's green in one half of the plot. */
function getInk({ chart }: Fixture, half: 'left' | 'right'): number {
  const canvas = chart().querySelector('canvas');
  if (canvas === null) return -1;
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const context = copy.getContext('2d');
  context?.drawImage(canvas, 0, 0);
  const [plot, middle] = [
    112 * devicePixelRatio,
    (108 + (canvas.width / devicePixelRatio - 108) / 2) * devicePixelRatio,
  ];
  const [from, to] =
    half === 'left' ? [plot, middle - 8] : [middle + 8, canvas.width - 60 * devicePixelRatio];
  // The lower half: the trends above have the same green.
  const { data } = context?.getImageData(
    from,
    canvas.height * 0.5,
    to - from,
    canvas.height * 0.35,
  ) ?? { data: new Uint8ClampedArray() };
  let ink = 0;
  for (let at = 0; at < data.length; at += 4)
    if ((data[at + 1] ?? 0) > 150 && (data[at] ?? 0) < 130 && (data[at + 2] ?? 0) < 160) ink += 1;
  return ink;
}

describe('a night without a result', () => {
  it('a night without signals either shows a message and the next step', async () => {
    await open({ nights: {}, streams: [] });
    await expect.element(page.getByRole('heading', { name: '記録なし' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'ファイルを取り込む' })).toBeVisible();
  });

  it('an individual gets no import button', async () => {
    await open({ nights: {}, streams: [], level: 1 });
    await expect.element(page.getByRole('heading', { name: '記録なし' })).toBeVisible();
    expect(page.getByRole('link', { name: 'ファイルを取り込む' }).query()).toBeNull();
    expect(
      [...(fixture?.place.querySelectorAll('nav[aria-label="部屋の画面"] a') ?? [])].map(
        (link) => link.textContent,
      ),
    ).toEqual(['睡眠', '結果', 'アラート']);
  });

  it.each([
    [{ state: 'analysing', epochs: [] }, '解析しています'],
    [{ state: 'waiting', epochs: [] }, '解析を待っています'],
    [{ state: 'failed', epochs: [] }, '解析できませんでした'],
  ])('%o', async (change, words) => {
    await open({ nights: { '2026-11-20': change }, search: '?night=2026-11-20' });
    await expect.poll(() => fixture?.place.textContent).toContain(words);
    await expect.poll(() => fixture?.chart().dataset['streams']).toBe('1');
  });

  it('the waveforms appear if there are any', async () => {
    await open({ nights: {}, streams: [ECG] });
    await expect.poll(() => fixture?.place.textContent).toContain('解析の結果はまだありません');
    await expect.poll(() => fixture?.chart().dataset['streams']).toBe('1');
  });

  it('a lost connection is reported, and cached data stays', async () => {
    await open({ nights: NIGHTS, streams: 'unreachable' });
    await expect.poll(() => fixture?.place.textContent).toContain('通信できません');
    await expect
      .poll(() => page.getByLabelText('この夜のまとめ').element().textContent)
      .toContain('6時間12分');
  });

  it('an unknown room is reported', async () => {
    await open({ roomExists: false });
    await expect
      .element(page.getByRole('heading', { name: 'この部屋は見つかりません' }))
      .toBeVisible();
  });
});
