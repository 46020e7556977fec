import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { loadDecoder } from '../../live/chart/engine/decoder-loader.ts';
import { NIGHT } from '../../shared/room-state/testing/live-builder.ts';
import { aRoom } from '../board/testing/room-builders.ts';
import { DeviceScreen } from './device-screen.tsx';
import type { RawScreen } from './raw-setup.ts';
import { aDevice, aStatus } from './testing/device-builder.ts';
import { renderLive } from './testing/live-fixture.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const ROOMS = [aRoom('r1', { name: '101号室' }), aRoom('r2', { name: '102号室' })];
const DEVICES = [
  aDevice('A-ECG', { roomId: 'r2' }),
  aDevice('B-BED', { roomId: 'r1', typeId: 'bed-multi' }),
  aDevice('C-NEW', { typeId: 'prototype', status: null }),
];

async function setUp(
  screen: RawScreen,
  query: string,
  more: Partial<Parameters<typeof renderLive>[0]> = {},
) {
  const live = await renderLive({
    address: `/${screen}${query}`,
    screen: () => <DeviceScreen screen={screen} />,
    rooms: ROOMS,
    devices: DEVICES,
    ...more,
  });
  cleanups.push(() => live.end());
  return live;
}

/** Sends a square wave of some seconds up to now. */
function sendEcg(source: Awaited<ReturnType<typeof renderLive>>['source'], seconds: number): void {
  const endMs = Date.now();
  for (let frame = 0; frame < seconds * 10; frame++) {
    source.send(1, frame, endMs - seconds * 1000 + frame * 100, [
      Int16Array.from({ length: 25 }, (_, i) => (i < 5 ? 900 : 0)),
    ]);
  }
}

describe('a screen of one device before a choice', () => {
  it('the devices are listed by room, with their state as text', async () => {
    await setUp('raw-multi', '');
    await expect.element(page.getByRole('heading', { name: '機器を選んでください' })).toBeVisible();
    await expect
      .poll(() => [...document.querySelectorAll('section ul a')].map((row) => row.textContent))
      .toEqual([
        '101号室ベッド複合センサー受信中B-BED電池 80%',
        '102号室心電計受信中A-ECG電池 80%',
        '部屋なしC-NEW未受信C-NEW',
      ]);
  });

  it('an organisation sees the devices it has: its own that are not lent, and borrowed ones', async () => {
    const devices = [
      aDevice('A-OWN'),
      aDevice('B-LENT', { borrowedBy: 'other' }),
      aDevice('C-BORROWED', { domainId: 'other', borrowedBy: 'home' }),
      aDevice('D-OTHER', { domainId: 'other' }),
    ];
    await setUp('raw-multi', '', { devices, organisationId: 'home' });
    await expect
      .poll(() =>
        [...document.querySelectorAll('section ul a small')].map((name) => name.textContent),
      )
      .toHaveLength(2);
    expect(
      [...document.querySelectorAll('section ul a')].map((row) => row.textContent).join(),
    ).toMatch(/A-OWN.*C-BORROWED/);
  });

  it('the search finds a device by its room, its type or its serial', async () => {
    await setUp('raw-multi', '');
    const search = page.getByRole('searchbox');
    const shown = (): number => document.querySelectorAll('section ul a').length;
    for (const words of ['102', '心電', 'a-ecg']) {
      await search.fill(words);
      await expect.poll(shown).toBe(1);
      expect(document.querySelector('section ul a')?.textContent).toContain('A-ECG');
    }
    await search.fill('999');
    await expect.element(page.getByText('条件に合うものはありません')).toBeVisible();
  });

  const types = {
    ecg: ['ecg', 'button'],
    'bed-multi': ['impe', 'ecg', 'temperature'],
    prototype: ['temperature'],
  };

  it.each<[RawScreen, string[]]>([
    ['raw-ecg', ['B-BED', 'A-ECG']],
    ['raw-impe', ['B-BED']],
    ['raw-button', ['A-ECG']],
    ['raw-temparature', ['B-BED', 'C-NEW']],
    ['raw-multi', ['B-BED', 'A-ECG', 'C-NEW']],
  ])('the list for %s has those whose type declares its signal', async (screen, serials) => {
    await setUp(screen, '', { types });
    await expect
      .poll(() =>
        [...document.querySelectorAll('section ul a')].map((row) =>
          new URL(row.getAttribute('href') ?? '', 'http://yamori').searchParams.get('device'),
        ),
      )
      .toEqual(serials);
    expect(
      [...document.querySelectorAll('header select option')].map((option) =>
        option.getAttribute('value'),
      ),
    ).toEqual(['', ...serials]);
  });

  it("the list of all devices opens the screen of a device's only signal", async () => {
    await setUp('raw-multi', '', { types: { ...types, ecg: ['ecg'] } });
    const leads = () =>
      [...document.querySelectorAll('section ul a')].map((row) => row.getAttribute('href'));
    await expect
      .poll(leads)
      .toEqual([
        '/raw-multi?device=B-BED',
        '/raw-ecg?device=A-ECG',
        '/raw-temparature?device=C-NEW',
      ]);
  });

  it('the list says that no device sends this signal, and links to all devices', async () => {
    await setUp('raw-eit', '', { types });
    await expect.element(page.getByText('EITを送る機器がありません')).toBeVisible();
    expect(
      page.getByRole('link', { name: 'すべての機器を見る' }).element().getAttribute('href'),
    ).toMatch(/^\/monitoring-device\??$/);
  });

  it('the chosen device stays selected among those that send this signal', async () => {
    await setUp('raw-impe', '?device=A-ECG', { types });
    await expect
      .poll(() =>
        [...document.querySelectorAll('header select option')].map((option) =>
          option.getAttribute('value'),
        ),
      )
      .toEqual(['B-BED', 'A-ECG']);
    expect(document.querySelector('select option:checked')?.textContent).toBe(
      '102号室 心電計 · A-ECG',
    );
  });

  it('the empty list gives a reason', async () => {
    await setUp('raw-multi', '', { devices: [] });
    await expect.element(page.getByText('機器がありません')).toBeVisible();
  });
});

describe('a screen of one device', () => {
  it('the heading names the device and its other signals', async () => {
    await setUp('raw-ecg', '?device=A-ECG');
    await expect
      .poll(() => document.querySelector('select option:checked')?.textContent)
      .toBe('102号室 心電計 · A-ECG');
    await expect
      .poll(() => [...document.querySelectorAll('nav a')].map((tab) => tab.textContent))
      .toEqual(['複数の信号', '心電']);
    expect(document.querySelector('nav a[aria-current="page"]')?.textContent).toBe('心電');
  });

  it('the chart draws what the device sends, with its quality', async () => {
    const { source } = await setUp('raw-ecg', '?device=A-ECG');
    await expect.poll(() => document.querySelectorAll('[data-word]').length).toBeGreaterThan(0);
    sendEcg(source, 12);
    await expect
      .poll(() => document.querySelector('[data-word]')?.getAttribute('data-word'))
      .toMatch(/good|noisy/);
    expect(document.querySelector('canvas')?.getAttribute('aria-label')).toMatch(
      /^A-ECGの心電の波形。/,
    );
  });

  it('the keyboard freezes and measures', async () => {
    const { source } = await setUp('raw-ecg', '?device=A-ECG');
    await expect.poll(() => document.querySelectorAll('[data-word]').length).toBeGreaterThan(0);
    sendEcg(source, 12);
    const freeze = document.querySelector<HTMLButtonElement>('[role="toolbar"] button');
    freeze?.focus();
    await userEvent.keyboard(' ');
    await expect.element(page.getByText('停止中')).toBeVisible();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.poll(() => document.querySelectorAll('[role="slider"]').length).toBe(2);
    await expect.poll(() => document.querySelector('output strong')?.textContent).toMatch(/^Δ \d/);
  });

  it('the address holds the display settings', async () => {
    const { router } = await setUp('raw-ecg', '?device=A-ECG');
    await page.getByRole('combobox', { name: '速さ' }).selectOptions('50 mm/秒');
    await expect.poll(() => router.state.location.searchStr).toContain('device=A-ECG');
    await expect
      .element(page.getByRole('combobox', { name: '速さ' }))
      .toHaveDisplayValue('50 mm/秒');
  });

  it('a scrolling chart has a time scale below it', async () => {
    const streams = [
      {
        streamId: 3,
        kind: 'temperature',
        channels: 1,
        unit: '°C',
        sampleRateHz: 1,
        scale: 0.01,
        offset: 0,
      },
    ];
    await setUp('raw-temparature', '?device=A-ECG', { streams });
    await expect
      .poll(() =>
        [...document.querySelectorAll('ol[aria-label="時刻の目盛り"] li')].map(
          (mark) => mark.textContent,
        ),
      )
      .toEqual(['10分前', '7.5分前', '5分前', '2.5分前', '今']);
  });
});

describe('obstacles on a screen of one device', () => {
  it('the screen reports an unknown device', async () => {
    await setUp('raw-ecg', '?device=GONE');
    await expect.element(page.getByText('機器 GONE が見つかりません')).toBeVisible();
    await expect.element(page.getByRole('link', { name: '機器を選ぶ' })).toBeVisible();
  });

  it('the screen reports a device without this signal', async () => {
    await setUp('raw-impe', '?device=A-ECG');
    await expect.element(page.getByText('この機器にはこの信号がありません')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: '心電', exact: true }).first())
      .toBeVisible();
  });

  it('the screen reports a silent device and its last contact', async () => {
    const status = aStatus({
      online: false,
      lastFrameAt: null,
      lastHeartbeatAt: new Date(NIGHT.getTime() - 60_000),
    });
    await setUp('raw-ecg', '?device=A-ECG', { devices: [aDevice('A-ECG', { status })] });
    await expect.element(page.getByText('心電計（A-ECG）から信号がありません')).toBeVisible();
    await expect.element(page.getByText(/最後の受信は1分前です/)).toBeVisible();
  });

  it('the screen reports a device that the server denies', async () => {
    const { source } = await setUp('raw-ecg', '?device=A-ECG');
    await expect.poll(() => source.watches.length).toBeGreaterThan(0);
    source.refuse('permission-denied');
    await expect.element(page.getByText('この機器を見る権限がありません')).toBeVisible();
  });

  it('the screen reports a missing decoder and offers to reload', async () => {
    await setUp('raw-ecg', '?device=A-ECG', {
      loadDecoder: () =>
        loadDecoder({
          download: async () => new Response('', { status: 404 }),
          wait: async () => undefined,
        }),
    });
    await expect
      .poll(() => document.querySelector('[role="alert"]')?.textContent)
      .toContain('波形を表示できません');
    await expect.element(page.getByRole('button', { name: '再読み込みする' })).toBeVisible();
  });

  it('old values turn grey when the connection is lost', async () => {
    const live = await setUp('raw-ecg', '?device=A-ECG', { link: { kind: 'lost', since: NIGHT } });
    await expect
      .poll(() => document.querySelector('[role="alert"]')?.textContent)
      .toMatch(/接続が切れました.*部屋を直接確認してください/);
    expect(
      getComputedStyle(document.querySelector('[data-link="lost"]') ?? document.body).filter,
    ).toBe('grayscale(1)');
    expect(document.querySelector('[role="alert"]')?.getAttribute('data-kind')).toBe('lost');
    await page.getByRole('button', { name: 'いますぐつなぎ直す' }).click();
    expect(live.wakes()).toBe(1);
  });
});
