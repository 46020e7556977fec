import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aRoom } from '../board/testing/room-builders.ts';
import { aLive, anAccident, aRing, NIGHT } from '../../shared/room-state/testing/live-builder.ts';
import type { RoomScreenName } from './raw-head.tsx';
import { RoomScreen } from './room-screen.tsx';
import { aDevice } from './testing/device-builder.ts';
import { renderLive } from './testing/live-fixture.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const ROOMS = [
  aRoom('r1', { name: '101号室', building: '本館', floor: '1階', deviceSerials: ['A', 'B'] }),
  aRoom('r2', { name: '102号室' }),
];
const DEVICES = [
  aDevice('A', { roomId: 'r1' }),
  aDevice('B', { roomId: 'r1', typeId: 'bed-multi' }),
];

async function setUp(screen: RoomScreenName, query: string, accessLevel: 2 | 3 = 3) {
  const live = await renderLive({
    accessLevel,
    address: `/monitoring-room/${screen}${query}`,
    screen: () => <RoomScreen screen={screen} />,
    rooms: ROOMS,
    devices: DEVICES,
  });
  cleanups.push(() => live.end());
  return live;
}

describe('a screen of one room', () => {
  it('the rooms and their states are listed until one is chosen', async () => {
    await setUp('raw-multi', '');
    await expect
      .poll(() => [...document.querySelectorAll('section ul a')].map((row) => row.textContent))
      .toEqual(['101号室睡眠中本館 1階5秒前から', '102号室睡眠中5秒前から']);
    expect(document.querySelector('section ul a')?.getAttribute('href')).toContain(
      '/monitoring-room/raw-multi?room=r1',
    );
  });

  it('a link leads to the nights of the room, for those who may see nights', async () => {
    await setUp('raw-multi', '?room=r1');
    await expect
      .element(page.getByRole('link', { name: '101号室の夜の記録' }))
      .toHaveAttribute('href', expect.stringMatching(/^\/room\/r1\/sleep/));
    cleanups.splice(0).forEach((cleanup) => cleanup());
    await setUp('raw-multi', '?room=r1', 2);
    await expect.poll(() => document.querySelector('header select')?.textContent).toContain('101');
    expect(page.getByRole('link', { name: /夜の記録/ }).elements()).toEqual([]);
  });

  it('one chart shows all of its devices, each with its name', async () => {
    await setUp('raw-multi', '?room=r1');
    await expect
      .poll(() =>
        [...document.querySelectorAll('section h2 small')].map((serial) => serial.textContent),
      )
      .toEqual(['A', 'B']);
    await expect
      .poll(() =>
        [...document.querySelectorAll('[aria-hidden="true"] small')].map(
          (device) => device.textContent,
        ),
      )
      .toEqual(['心電計', 'ベッド複合センサー']);
    expect(document.querySelectorAll('canvas')).toHaveLength(1);
  });

  it("the state line shows the room's state and answers its call or alarm", async () => {
    const live = await setUp('raw-multi', '?room=r1');
    await expect
      .poll(() => document.querySelector('header [class*="standing"]')?.textContent)
      .toBe('睡眠中5秒前から');
    live.putRoom(
      aRoom('r1', {
        name: '101号室',
        deviceSerials: ['A', 'B'],
        live: aLive({ call: aRing(), presence: 'outOfBed', fault: 'batteryLow' }),
      }),
    );
    await expect
      .poll(() => document.querySelector('header [class*="standing"]')?.textContent)
      .toBe('呼び出し5秒前から離床電池残量低下対応に向かう');
    live.putRoom(
      aRoom('r1', {
        name: '101号室',
        deviceSerials: ['A', 'B'],
        live: aLive({ accidents: [anAccident({ kind: 'apnea', overAt: NIGHT })] }),
      }),
    );
    await expect
      .poll(() => document.querySelector('header [class*="standing"]')?.textContent)
      .toContain('おさまりました・未確認');
    live.putRoom(
      aRoom('r1', {
        name: '101号室',
        deviceSerials: ['A', 'B'],
        live: aLive({ accidents: [anAccident()] }),
      }),
    );
    await expect
      .element(
        page
          .getByRole('group', { name: '101号室の転倒' })
          .getByRole('button', { name: '対応に向かう' }),
      )
      .toBeVisible();
  });

  it('the screen reports a room without a device for this signal', async () => {
    await setUp('raw-button', '?room=r1');
    await expect
      .element(page.getByText('この部屋にはこの信号を送る機器がありません'))
      .toBeVisible();
  });

  it('the screen reports an unknown room', async () => {
    await setUp('raw-multi', '?room=gone');
    await expect.element(page.getByText('部屋が見つかりません')).toBeVisible();
  });
});
