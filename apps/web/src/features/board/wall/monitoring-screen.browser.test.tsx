import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HttpContext } from '../../../api/http-context.ts';
import { createHttp } from '../../../api/http.ts';
import { IDLE_AFTER_MS } from '../../../kit/pointer/use-pointer-activity.ts';
import {
  aGoing,
  aLive,
  anAccident,
  aRing,
  NIGHT,
} from '../../../shared/room-state/testing/live-builder.ts';
import { aRoom } from '../testing/room-builders.ts';
import { renderLive } from '../../signals/testing/live-fixture.tsx';
import { MonitoringScreen } from './monitoring-screen.tsx';
import { ORDER_EVERY_MS } from './use-wall-order.ts';

const cleanups: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  cleanups.splice(0).forEach((cleanup) => cleanup());
  vi.useRealTimers();
});

async function wall(
  rooms: Parameters<typeof renderLive>[0]['rooms'],
  more: Partial<Parameters<typeof renderLive>[0]> = {},
) {
  const live = await renderLive({
    address: '/monitoring',
    screen: MonitoringScreen,
    rooms: rooms ?? [],
    ...more,
  });
  cleanups.push(() => live.end());
  return live;
}

const tiles = (): string[] =>
  [...document.querySelectorAll('article a')].map((link) => link.textContent);
const four = ['101', '102', '103', '104'].map((name) =>
  aRoom(`r${name}`, { name: `${name}号室`, deviceSerials: ['A'] }),
);

/** The time has come at which the wall looks whether its order has changed. */
const orderIsDue = () => vi.advanceTimersByTime(ORDER_EVERY_MS);
/** Resolves after React has rendered: it works by messages, and two frames follow them. */
const settled = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
  );

async function callIn103(live: Awaited<ReturnType<typeof wall>>): Promise<void> {
  live.putRoom(aRoom('r103', { name: '103号室', live: aLive({ call: aRing() }) }));
  await expect
    .poll(() => document.querySelector('article[data-urgency="danger"]')?.textContent)
    .toContain('呼び出し');
}

describe('the wall', () => {
  it('shows each room with its state and numbers, and opens it', async () => {
    await wall(four);
    await expect.poll(tiles).toEqual(['101号室', '102号室', '103号室', '104号室']);
    await expect
      .poll(() => document.querySelector('article')?.textContent)
      .toMatch(/睡眠中5秒前.*心拍\/分62.*呼吸\/分14/);
    await expect
      .element(page.getByRole('link', { name: '101号室のライブを開く' }))
      .toHaveAttribute('href', '/monitoring-room/raw-multi?room=r101');
  });

  it('shows of a room what its view names, else what its organisation does, with the limits that it draws', async () => {
    const values: [string, unknown][] = Object.entries({
      'accident.heartRateHigh.enabled': true,
      'accident.heartRateHigh.limit': 120,
      'accident.heartRateLow.enabled': true,
      'accident.heartRateLow.limit': 45,
    });
    const asked: string[] = [];
    const http = createHttp({
      async fetch(path) {
        asked.push(path);
        return Response.json({
          values: values.map(([key, value]) => ({ key, value, from: { kind: 'system' } })),
        });
      },
    });
    const view = (more: Readonly<Record<string, string[]>>) => ({
      name: 'v',
      scope: 'domain',
      listColumns: [],
      cardItems: [],
      viewerTracks: [],
      thresholdsShown: [],
      ...more,
    });
    await wall(
      [
        aRoom('r1', {
          name: '101号室',
          parameterOverrides: { 'accident.heartRateHigh.limit': 110 },
        }),
        aRoom('r2', { name: '102号室', viewId: 'breath' }),
      ],
      {
        screen: () => (
          <HttpContext value={http}>
            <MonitoringScreen />
          </HttpContext>
        ),
        domains: {
          home: {
            code: 'home',
            name: 'ひなた園',
            kind: 'facility',
            parentDomainId: null,
            rootDomainId: 'home',
            ancestorIds: [],
            defaultViewId: 'heart',
          },
        },
        views: {
          heart: view({
            cardItems: ['heartRate'],
            thresholdsShown: ['heartRateHigh', 'heartRateLow'],
          }),
          breath: view({ cardItems: ['respirationRate', 'occupant'] }),
        },
      },
    );
    const said = (index: number): string =>
      document.querySelectorAll('article')[index]?.textContent ?? '';
    await expect.poll(() => said(0)).toMatch(/心拍45–11062/);
    // A user changes the threshold of the organisation while the wall stays open.
    values.push(['accident.heartRateLow.limit', 50]);
    vi.advanceTimersByTime(30_000);
    await expect.poll(() => said(0)).toMatch(/心拍50–11062/);
    expect(asked).toEqual([
      '/api/rooms/r1/inherited-thresholds',
      '/api/rooms/r1/inherited-thresholds',
    ]);
    expect([
      said(0).includes('呼吸'),
      said(1).includes('心拍'),
      said(1).includes('呼吸/分'),
      said(1).includes('しきい値'),
    ]).toEqual([false, false, true, false]);
  });

  it('puts a call first and says it in a word', async () => {
    const live = await wall(four);
    await expect.poll(tiles).toHaveLength(4);
    await callIn103(live);
    orderIsDue();
    await expect.poll(tiles).toEqual(['103号室', '101号室', '102号室', '104号室']);
  });

  it('offers the answer to a fall on its tile, before a call of the same room', async () => {
    await wall([
      aRoom('r1', {
        name: '101号室',
        live: aLive({ accidents: [anAccident()], call: aRing() }),
      }),
    ]);
    await expect
      .element(
        page
          .getByRole('group', { name: '101号室の転倒' })
          .getByRole('button', { name: '対応に向かう' }),
      )
      .toBeVisible();
    expect(document.querySelectorAll('article [role="group"]')).toHaveLength(1);
  });

  it('cuts no figure of a low tile with buttons', async () => {
    const room = (name: string) =>
      aRoom(`r${name}`, { name: `${name}号室`, live: aLive({ call: aRing() }) });
    await page.viewport(1366, 768);
    const live = await wall(Array.from({ length: 14 }, (_, index) => room(String(101 + index))));
    // The rest of the frame: the rail at the side of the wall, bar and banner above it.
    live.place.style.cssText += ';left:200px;top:100px';
    const cut = (): number[] =>
      [...document.querySelectorAll('article')].flatMap((tile) =>
        [...tile.querySelectorAll('[class*="numberValue"]')]
          .filter(
            (figure) => figure.getBoundingClientRect().bottom > tile.getBoundingClientRect().bottom,
          )
          .map((figure) => figure.getBoundingClientRect().bottom),
      );
    await expect
      .poll(() => document.querySelectorAll('article [class*="numberValue"]').length)
      .toBe(28);
    await expect
      .poll(() => document.querySelector('article')?.getBoundingClientRect().height)
      .toBeLessThan(160);
    await expect.poll(cut).toEqual([]);
  });

  it('cuts no word of a narrow tile for its age', async () => {
    await page.viewport(1366, 768);
    const live = await wall(
      Array.from({ length: 25 }, (_, index) =>
        aRoom(`r${index}`, {
          name: `${101 + index}号室`,
          live: aLive({ accidents: [anAccident({ kind: 'apnea' })] }),
        }),
      ),
      { language: 'en' },
    );
    live.place.style.cssText += ';left:200px;top:140px';
    await expect
      .poll(() => document.querySelector('article')?.getBoundingClientRect().width)
      .toBeLessThan(230);
    const words = [...document.querySelectorAll<HTMLElement>('article [class*="state"] > span')];
    expect(words.map((word) => word.textContent).slice(0, 2)).toEqual([
      'Breathing pause',
      'Breathing pause',
    ]);
    for (const word of words) expect(word.scrollWidth).toBeLessThanOrEqual(word.clientWidth);
  });

  it('answers a call on its tile without leaving the wall, and shows the responder', async () => {
    const live = await wall(four);
    await expect.poll(tiles).toHaveLength(4);
    await callIn103(live);
    const button = page.getByRole('article').getByRole('button', { name: '対応に向かう' });
    await expect.element(button).toBeVisible();
    // On top of the link that covers the tile.
    const { x, y, width, height } = button.element().getBoundingClientRect();
    expect(document.elementFromPoint(x + width / 2, y + height / 2)).toBe(button.element());
    live.putRoom(aRoom('r103', { name: '103号室', live: aLive({ call: aGoing('佐藤 茜') }) }));
    await expect
      .poll(() => document.querySelector('article[data-urgency="information"]')?.textContent)
      .toMatch(/対応中 佐藤 茜5秒前.*対応を終える/);
  });

  it('shows both numbers whole on a phone under the buttons of a call, each below its name as on a calm tile', async () => {
    await page.viewport(390, 844);
    cleanups.push(() => void page.viewport(1366, 768));
    const fresh = { value: 14, at: NIGHT, certainty: 1 };
    await wall([
      aRoom('r1', {
        name: '101号室',
        deviceSerials: ['A'],
        live: aLive({
          call: aRing(),
          fault: 'batteryLow',
          heartRate: { ...fresh, value: 128 },
          respirationRate: fresh,
        }),
      }),
    ]);
    await expect
      .element(page.getByRole('article').getByRole('button', { name: '対応に向かう' }))
      .toBeVisible();
    const bottom = document.querySelector('article')?.getBoundingClientRect().bottom ?? 0;
    for (const figure of ['heartRate', 'respirationRate'].map((kind) =>
      document.querySelector(`[data-kind="${kind}"]`),
    )) {
      const [label, value] = [...(figure?.children ?? [])].map((part) =>
        part.getBoundingClientRect(),
      );
      expect([
        (value?.bottom ?? 999) <= bottom,
        (value?.height ?? 0) >= 20,
        (value?.right ?? 999) <= 390,
        (label?.bottom ?? 999) <= (value?.top ?? 0),
      ]).toEqual([true, true, true, true]);
      expect(figure?.scrollHeight).toBeLessThanOrEqual(figure?.clientHeight ?? 0);
    }
  });

  it('keeps texts readable without a connection: only the traces are dimmed', async () => {
    await wall([aRoom('r1', { name: '101号室', deviceSerials: ['A'] })], {
      link: { kind: 'lost', since: NIGHT },
    });
    await expect.poll(() => document.querySelector('article canvas')).not.toBeNull();
    const [canvas, number] = [
      document.querySelector('article canvas'),
      document.querySelector('[data-kind="heartRate"]'),
    ];
    expect(Number(getComputedStyle(canvas ?? document.body).opacity)).toBeLessThan(0.5);
    for (let part: Element | null = number; part !== null; part = part.parentElement)
      expect([getComputedStyle(part).opacity, getComputedStyle(part).filter]).toEqual([
        '1',
        'none',
      ]);
    expect(
      getComputedStyle(document.querySelector('article') ?? document.body).borderTopStyle,
    ).toBe('dashed');
  });

  it('shows an alarm in grey without a connection', async () => {
    const alarm = anAccident({ kind: 'heartRateHigh' });
    await wall([aRoom('r1', { name: '101号室', live: aLive({ accidents: [alarm] }) })], {
      link: { kind: 'lost', since: NIGHT },
    });
    const tile = () => document.querySelector('article[data-urgency="danger"]');
    await expect.poll(tile).not.toBeNull();
    const { animationName, borderTopColor } = getComputedStyle(tile() ?? document.body);
    expect(animationName).toBe('none');
    const [red, green, blue] = borderTopColor.match(/\d+/g)?.map(Number) ?? [];
    expect(Math.max(red ?? 0, green ?? 0, blue ?? 0)).toBeLessThan(
      Math.min(red ?? 0, green ?? 0, blue ?? 0) + 40,
    );
  });

  it('shows with a call whether the resident is in bed, and since when', async () => {
    await wall([
      aRoom('r1', {
        name: '101号室',
        deviceSerials: ['A'],
        live: aLive({ call: aRing(), presence: 'outOfBed', fault: 'batteryLow' }),
      }),
    ]);
    await expect
      .poll(() => document.querySelector('article')?.textContent)
      .toMatch(/呼び出し5秒前離床5秒前から電池残量低下/);
    const link = page.getByRole('link', { name: '101号室のライブを開く' }).element();
    const told = (link.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
    expect(told).toContain('離床');
  });

  it.each([
    ['体動', '体が動いているため呼吸は表示しません', 'movement'],
    ['振り切れ', '波形が振り切れているため呼吸は表示しません', 'saturated'],
    ['平坦', '波形が平坦なため呼吸は表示しません', 'flat'],
  ] as const)('writes %s where breathing is held back', async (word, label, doubt) => {
    await wall([
      aRoom('r1', {
        name: '101号室',
        deviceSerials: ['A'],
        live: aLive({ respirationRate: null, doubts: { heartRate: null, respirationRate: doubt } }),
      }),
    ]);
    await expect.element(page.getByTitle(label)).toHaveTextContent(`呼吸${word}--${label}`);
  });

  it('distinguishes a rate that no device measures from an outdated one', async () => {
    const live = aLive({ measures: ['respirationRate'], heartRate: null, respirationRate: null });
    await wall([aRoom('r1', { name: '101号室', deviceSerials: ['A'], live })]);
    const text = (title: string) => page.getByTitle(title).element().textContent;
    await expect.poll(() => text('心拍を測る機器はこの部屋にありません')).toMatch(/^心拍測定なし/);
    expect(text('呼吸の新しい値はありません')).toMatch(/^呼吸\/分--/);
    await expect.element(page.getByRole('img', { name: /心拍.*測定なし/ })).toBeInTheDocument();
  });

  it('changes places although a pointer was left lying on it', async () => {
    await userEvent.hover(document.body, { position: { x: 683, y: 500 } });
    const live = await wall(four);
    await expect.poll(tiles).toHaveLength(4);
    await callIn103(live);
    orderIsDue();
    await expect.poll(() => tiles()[0]).toBe('103号室');
  });

  it.each([
    [
      'the pointer moves',
      async () => {
        await page.getByRole('article').nth(1).hover();
        await page.getByRole('article').nth(2).hover();
      },
    ],
    [
      'keys move',
      async () => {
        document.querySelector<HTMLElement>('article a')?.focus();
        await userEvent.keyboard('{End}');
      },
    ],
  ])('changes no places while %s on it, and does when it rests', async (_what, work) => {
    await userEvent.hover(document.body, { position: { x: 2, y: 2 } });
    const live = await wall(four);
    await expect.poll(tiles).toHaveLength(4);
    await callIn103(live);
    await work();
    orderIsDue();
    await settled();
    expect(tiles()[0]).toBe('101号室');
    vi.advanceTimersByTime(IDLE_AFTER_MS);
    await settled();
    orderIsDue();
    await expect.poll(() => tiles()[0]).toBe('103号室');
  });

  it('changes places as soon as the pointer has left it', async () => {
    const live = await wall(four);
    await expect.poll(tiles).toHaveLength(4);
    await page.getByRole('article').nth(1).hover();
    await page.getByRole('article').nth(2).hover();
    await callIn103(live);
    await page.getByRole('heading').hover();
    orderIsDue();
    await expect.poll(() => tiles()[0]).toBe('103号室');
  });

  it('leaves the focus on the room where it was when places change', async () => {
    const live = await wall(four);
    await expect.poll(tiles).toHaveLength(4);
    document.querySelector<HTMLElement>('article a')?.focus();
    await callIn103(live);
    orderIsDue();
    await expect.poll(() => tiles()[0]).toBe('103号室');
    expect(document.activeElement?.textContent).toBe('101号室');
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('102号室');
    await expect
      .poll(() =>
        [...document.querySelectorAll('article a[tabindex="0"]')].map((link) => link.textContent),
      )
      .toEqual(['102号室']);
  });

  it('names a fault that the colour of the border alone would not tell', async () => {
    await wall([
      aRoom('r1', {
        name: '101号室',
        deviceSerials: ['A-1042'],
        live: aLive({ fault: 'sensorOff', faultSerial: 'A-1042' }),
      }),
    ]);
    await expect.element(page.getByText('センサー外れ A-1042')).toBeVisible();
  });

  it('says what to do about a silent device and about a room without one', async () => {
    await wall([
      aRoom('r1', {
        name: '101号室',
        deviceSerials: ['A'],
        live: aLive({ fault: 'deviceOffline' }),
      }),
      aRoom('r2', { name: '102号室' }),
    ]);
    await expect.element(page.getByText('電源と装着を確認してください')).toBeVisible();
    expect(
      [...document.querySelectorAll('[data-missing]')].map((number) =>
        number.getAttribute('data-missing'),
      ),
    ).toEqual(['true', 'true', 'false', 'false']);
    await expect.element(page.getByText('機器が割り当てられていません')).toBeVisible();
  });

  it('says that it waits for a signal only if none arrives', async () => {
    const lastFrameAt = new Date(NIGHT.getTime() - 60_000);
    await wall([
      aRoom('r1', { name: '101号室', deviceSerials: ['X'], live: aLive({ lastFrameAt }) }),
      aRoom('r2', { name: '102号室', deviceSerials: ['Y'], live: aLive() }),
      aRoom('r3', {
        name: '103号室',
        deviceSerials: ['Z'],
        live: aLive({
          fault: 'deviceOffline',
          lastFrameAt: new Date(NIGHT.getTime() + 4000),
        }),
      }),
    ]);
    await expect.element(page.getByText('信号を待っています')).toBeVisible();
    expect(page.getByText('信号を待っています').elements()).toHaveLength(1);
    expect(page.getByText('電源と装着を確認してください').elements()).toEqual([]);
  });

  it('never shows a number past its age, and says the age of one that is not fresh', async () => {
    const at = (secondsAgo: number) => ({
      value: 61,
      at: new Date(NIGHT.getTime() + 5000 - secondsAgo * 1000),
      certainty: 1,
    });
    await wall([
      aRoom('r1', {
        name: '101号室',
        deviceSerials: ['A'],
        live: aLive({ heartRate: at(16), respirationRate: at(12) }),
      }),
    ]);
    await expect
      .poll(() =>
        [...document.querySelectorAll('[data-missing]')].map((number) =>
          [...number.querySelectorAll('[aria-hidden]')].map((part) => part.textContent).join(''),
        ),
      )
      .toEqual(['心拍/分--', '呼吸12秒前61']);
  });

  it.each([
    ['離床中のため心拍は表示しません', { presence: 'outOfBed' }],
    ['雑音のため心拍は表示しません', { fault: 'noisy' }],
  ] as const)('shows no number that says nothing of a sleeper: %s', async (label, live) => {
    await wall([aRoom('r1', { name: '101号室', deviceSerials: ['A'], live: aLive(live) })]);
    await expect.element(page.getByTitle(label)).toHaveAttribute('data-missing', 'true');
    expect(
      [...document.querySelectorAll('[data-missing]')].map((number) =>
        number.getAttribute('data-missing'),
      ),
    ).toEqual(['true', 'true']);
  });

  it('supports the arrow keys, as one Tab stop', async () => {
    await wall(four);
    await expect.poll(tiles).toHaveLength(4);
    document.querySelector<HTMLElement>('article a')?.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('102号室');
    await userEvent.keyboard('{End}');
    expect(document.activeElement?.textContent).toBe('104号室');
    await expect.poll(() => document.querySelectorAll('article a[tabindex="0"]').length).toBe(1);
  });

  it('keeps three digits in one line', async () => {
    await wall([
      ...four,
      ...Array.from({ length: 20 }, (_, i) =>
        aRoom(`x${i}`, {
          name: `2${i}号室`,
          deviceSerials: ['A'],
          live: aLive({ heartRate: { value: 114, at: NIGHT, certainty: 1 } }),
        }),
      ),
    ]);
    await expect.poll(() => tiles().length).toBeGreaterThan(12);
    await expect
      .poll(() =>
        [
          ...document.querySelectorAll<HTMLElement>(
            '[data-kind="heartRate"] > [class*="numberValue"]',
          ),
        ].every((value) => value.scrollWidth <= value.clientWidth + 1),
      )
      .toBe(true);
  });

  it('greys the traces when the link is lost and says what to do', async () => {
    await wall(four, { link: { kind: 'lost', since: NIGHT } });
    await expect
      .poll(() => document.querySelector('[role="alert"]')?.textContent)
      .toMatch(/部屋を直接確認してください/);
    await expect
      .poll(() => getComputedStyle(document.querySelector('ul canvas') ?? document.body).filter)
      .toBe('grayscale(1)');
  });

  it('says why it is empty', async () => {
    await wall([]);
    await expect.element(page.getByText('見守る部屋がまだありません')).toBeVisible();
  });
});
