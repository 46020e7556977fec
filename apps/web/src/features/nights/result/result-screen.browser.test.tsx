import { daysLater } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { analysedNight } from '../testing/analysed-night.ts';
import { renderRoom } from '../testing/room-fixture.tsx';

type Fixture = Awaited<ReturnType<typeof renderRoom>>;
let fixture: Fixture | null = null;
beforeEach(() => localStorage.clear());
afterEach(() => {
  fixture?.end();
  fixture = null;
});

const LAST = '2026-11-20';
/** Nine nights, each with a slightly later sleep onset than the one before. */
const WEEK = Object.fromEntries(
  Array.from({ length: 9 }, (_, back) => [
    daysLater(LAST, -back),
    analysedNight(daysLater(LAST, -back), { latency: 12 + 4 * back }),
  ]),
);
async function open(options: Parameters<typeof renderRoom>[0] = {}): Promise<Fixture> {
  fixture = await renderRoom({ screen: 'result', nights: WEEK, ...options });
  return fixture;
}
const shows = (place: Locator, words: string) =>
  expect.poll(() => place.element().textContent).toContain(words);
const card = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

describe('the result of a night', () => {
  it('the summary compares the night with the week before', async () => {
    await open();
    await expect.element(page.getByRole('heading', { name: '2026/11/20(金)の夜' })).toBeVisible();
    await expect
      .element(
        page.getByText(
          '22:12ごろ眠り、05:50ごろ目を覚ましました。眠っていた時間は7時間32分でした。前の7晩の平均より16分長い夜でした。途中で1回、目を覚ましました。ベッドを1回離れました（計6分）。心拍は平均61.2 /分、呼吸は平均14.0 /分でした。',
          { exact: false },
        ),
      )
      .toBeVisible();
    await expect
      .element(page.getByText('就床中の100%が記録されています。使った信号: 加速度、心電図'))
      .toBeVisible();
  });

  it('the mean and the rhythm state their number of nights', async () => {
    await open({ nights: Object.fromEntries(Object.entries(WEEK).slice(0, 5)) });
    await shows(card('睡眠時間'), '前の4晩の平均より');
    await expect
      .element(
        page
          .getByText('前の4晩の平均とほぼ同じ長さでした。', { exact: false })
          .or(page.getByText('前の4晩の平均より10分長い夜でした。', { exact: false })),
      )
      .toBeVisible();
    await expect
      .element(page.getByRole('heading', { name: '生活のリズム（5夜の記録）' }))
      .toBeVisible();
  });

  it('every figure shows its difference, and `--` where it cannot be computed', async () => {
    await open();
    await shows(card('睡眠時間'), '睡眠時間7時間32分前の7晩の平均より +16分');
    await shows(card('睡眠効率'), '94 %');
    await shows(card('離床の回数'), '1回前の7晩の平均と同じ');
    await shows(card('心拍変動 SDNN'), '--');
    expect(card('心拍変動 SDNN').element().textContent).not.toContain('比べる夜が足りません');
    await expect
      .element(page.getByText('この夜の機器からは、浅い・深い・レムを区別できません。'))
      .toBeVisible();
    expect(page.getByText('深い睡眠', { exact: true }).elements()).toHaveLength(0);
  });

  it('the address carries the missing part as a range', async () => {
    await open({ nights: { ...WEEK, [LAST]: analysedNight(LAST, { unknownMinutes: 90 }) } });
    await expect
      .element(
        page.getByText('眠っていた時間は少なくとも6時間2分、多くて7時間32分でした。', {
          exact: false,
        }),
      )
      .toBeVisible();
    await expect
      .element(
        page.getByText('就床中の81%しか記録がないため、値に幅があります。', { exact: false }),
      )
      .toBeVisible();
    await shows(card('睡眠時間'), '6時間2分 – 7時間32分');
  });

  it('a figure unfolds by keys into its meaning, trend and sources, and the address holds it', async () => {
    const { router } = await open();
    await expect.element(card('中途覚醒')).toBeVisible();
    card('中途覚醒').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByText('WASO（Wake After Sleep Onset）', { exact: false }))
      .toBeVisible();
    await expect
      .element(page.getByRole('img', { name: '中途覚醒の時間の30夜の推移。9夜の値があります。' }))
      .toBeVisible();
    await expect
      .element(
        page.getByText(
          '22:00 – 06:00 の 960 エポック（30秒）から求めました。不明のエポックは 0 です。',
        ),
      )
      .toBeVisible();
    await expect.element(page.getByText('ファームウェア 1.4.0', { exact: false })).toBeVisible();
    await expect
      .element(page.getByText('A-1 加速度：11/20(金) 22:00 – 11/21(土) 06:00'))
      .toBeVisible();
    await expect
      .element(page.getByText('yamori-night 第2版 · 結果2', { exact: false }))
      .toBeVisible();
    expect(router.state.location.search).toMatchObject({ figure: 'WASO' });
    await userEvent.keyboard('{Enter}');
    expect(page.getByText('なぜこの値?').elements()).toHaveLength(0);
  });

  it('the actogram leads to another night', async () => {
    const { router } = await open();
    await page
      .getByRole('link', { name: '2026年11月18日(水)の夜を開く' })
      .or(page.getByRole('link', { name: '2026/11/18(水)の夜を開く' }))
      .click();
    await expect.element(page.getByRole('heading', { name: '2026/11/18(水)の夜' })).toBeVisible();
    expect(router.state.location.search).toMatchObject({ night: '2026-11-18' });
    await expect.element(page.getByText('規則性 SRI')).toBeVisible();
  });

  it('the current night is shown as being measured, not as missing', async () => {
    const { place } = await open();
    await expect
      .element(page.getByRole('region', { name: 'アクトグラム' }).getByText('体動'))
      .toBeVisible();
    expect(place.querySelector('[data-kind="running"]')).toBeNull();
    fixture?.end();
    const { [LAST]: _, ...before } = WEEK;
    await open({ nights: before });
    await expect
      .element(page.getByRole('region', { name: 'アクトグラム' }).getByText('計測中'))
      .toBeVisible();
  });
});

describe('correcting a night', () => {
  it('a correction updates the figures immediately, names its author, and can be withdrawn and restored', async () => {
    const { transport } = await open();
    await shows(card('睡眠時間'), '7時間32分');
    await userEvent.fill(page.getByLabelText('始まり'), '01:00');
    await userEvent.fill(page.getByLabelText('終わり'), '01:30');
    await page.getByRole('button', { name: '直す', exact: true }).click();
    await shows(card('睡眠時間'), '7時間2分');
    await expect.element(page.getByText('01:00 – 01:30 を「覚醒」に')).toBeVisible();
    await expect.element(page.getByText('夜勤 花子（自分） · 11/21(土) 09:00')).toBeVisible();
    await expect
      .element(page.getByText('職員が直した内容を含みます。', { exact: false }))
      .toBeVisible();
    const [stored] = await transport.read(['room/r1/sleep/2026-11-20']);
    expect(JSON.stringify(stored)).toContain('"editedBy":"u"');

    await page.getByRole('button', { name: '取り消す 01:00 – 01:30 を「覚醒」に' }).click();
    await shows(card('睡眠時間'), '7時間32分');
    await page.getByRole('button', { name: '戻す 01:00 – 01:30 を「覚醒」に' }).click();
    await shows(card('睡眠時間'), '7時間2分');
  });

  it('the editor takes an interval from the chart, by a drag and by keys', async () => {
    await open();
    const chart = page.getByRole('application');
    await expect.element(chart).toBeVisible();
    const box = chart.element().getBoundingClientRect();
    const at = (share: number) => ({
      clientX: box.left + share * box.width,
      clientY: box.top + 20,
      pointerId: 1,
      button: 0,
      bubbles: true,
    });
    Object.defineProperty(chart.element(), 'setPointerCapture', { value: () => undefined });
    chart.element().dispatchEvent(new PointerEvent('pointerdown', at(0.25)));
    chart.element().dispatchEvent(new PointerEvent('pointermove', at(0.5)));
    chart.element().dispatchEvent(new PointerEvent('pointerup', at(0.5)));
    await expect.element(page.getByLabelText('始まり')).toHaveValue('00:00');
    await expect.element(page.getByLabelText('終わり')).toHaveValue('02:00');
    chart.element().focus();
    await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
    await expect.element(page.getByLabelText('始まり')).toHaveValue('00:05');
  });

  it('the form shows an error at its field and sends nothing', async () => {
    await open();
    await expect.element(page.getByLabelText('始まり')).toBeVisible();
    await userEvent.fill(page.getByLabelText('始まり'), '03:00');
    await userEvent.fill(page.getByLabelText('終わり'), '02:00');
    await page.getByRole('button', { name: '直す', exact: true }).click();
    await expect.element(page.getByText('終わりは始まりより後にしてください。')).toBeVisible();
    expect(page.getByText('直した記録', { exact: false }).elements()).toHaveLength(0);
  });

  it('readers without permission see no editor', async () => {
    await open({ level: 1 });
    await expect.element(card('睡眠時間')).toBeVisible();
    expect(page.getByRole('button', { name: '解析しなおす' }).elements()).toHaveLength(0);
    expect(page.getByLabelText('始まり').elements()).toHaveLength(0);
  });
});

describe('a night without a result', () => {
  it('the page says so and links to the waveforms', async () => {
    await open({ nights: {} });
    await expect.element(page.getByRole('heading', { name: '計測中' })).toBeVisible();
    await expect.element(page.getByText('まだ夜の記録がありません。')).toBeVisible();
  });

  it('the page waits and shows the result when it arrives', async () => {
    const { put } = await open({
      nights: { [LAST]: { ...analysedNight(LAST), state: 'analysing' } },
      search: `?night=${LAST}`,
    });
    await expect
      .element(page.getByText('解析しています。終わると自動で表示します。'))
      .toBeVisible();
    put(`room/r1/sleep/${LAST}`, analysedNight(LAST));
    await shows(card('睡眠時間'), '7時間32分');
  });

  it('the page names what the sensors could not detect', async () => {
    await open({
      nights: {
        [LAST]: {
          ...analysedNight(LAST),
          quality: { code: 'noSleepSignals', coverage: 0, recorded: 1, signals: {} },
          sleeps: [],
          metrics: { TST: null },
        },
      },
    });
    await expect
      .element(
        page.getByText('この夜の機器からは、眠りと目覚めを区別できません。', { exact: false }),
      )
      .toBeVisible();
  });
});

describe('analysis', () => {
  it('a new analysis can be requested, and a rejection shows its reason', async () => {
    const requests: unknown[] = [];
    await open({
      serve: async (path, { body }) => {
        if (!path.endsWith('/analyse')) return undefined;
        requests.push([path, typeof body === 'string' ? JSON.parse(body) : null]);
        return Response.json({ nights: [LAST], notOver: [] }, { status: 202 });
      },
      search: `?night=${LAST}`,
    });
    await page.getByRole('button', { name: '解析しなおす' }).click();
    await expect
      .poll(() => requests)
      .toEqual([['/api/rooms/r1/nights/analyse', { from: LAST, to: LAST }]]);
  });

  it('earlier versions appear next to the current one', async () => {
    const version = (number: number, total: number) => ({
      version: number,
      analysedAt: '2026-11-21T00:00:00.000Z',
      algorithm: 'yamori-night',
      algorithmVersion: String(number),
      metrics: { TST: total },
      bounds: {},
      quality: null,
      signals: [],
    });
    await open({
      serve: async (path) =>
        path === `/api/rooms/r1/nights/${LAST}/versions`
          ? Response.json({ versions: [version(2, 452), version(1, 440)] })
          : undefined,
    });
    await page.getByText('結果の版').click();
    await shows(page.getByRole('row', { name: /^2 \(表示中\)/ }), '7時間32分');
    await shows(page.getByRole('row', { name: /^1 / }), '7時間20分');
  });
});
