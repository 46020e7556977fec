import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderList, type ListSetup } from '../../../kit/testing/list-fixture.tsx';
import { SerialScreen } from './serial-screen.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const device = (serial: string, roomId: string | null) => ({
  serial,
  typeId: 't',
  domainId: 'home',
  rootDomainId: 'home',
  roomId,
  name: '',
  firmware: '',
  connection: 'network',
  keyHash: null,
  status: null,
  borrowedBy: null,
  borrowedUntil: null,
  calibration: {},
  note: '',
  retiredAt: null,
});
const DEVICES = Object.fromEntries(
  [
    ['A-1', 'r1'],
    ['A-2', null],
    ['Twin-1', null],
    ['TWIN-1', null],
  ].map(([serial = '', roomId = null]) => [`device/${serial ?? ''}`, device(serial ?? '', roomId)]),
);
const stamp = {
  createdAt: '2026-11-22T02:00:00.000Z',
  updatedAt: '2026-11-22T02:00:00.000Z',
  version: '1',
};
/** The server's answer to a serial: all devices that match it without regard to case. */
const answers = Object.fromEntries(
  ['a-1', 'twin-1', 'OTHER-1'].map((typed) => [
    `/api/devices/${typed}/alike`,
    () => ({
      body: {
        documents: Object.entries(DEVICES)
          .filter(([, { serial }]) => serial.toLowerCase() === typed.toLowerCase())
          .map(([path, data]) => ({ path, data, ...stamp })),
      },
    }),
  ]),
);
async function scan(value: string, accessLevel: NonNullable<ListSetup['accessLevel']>) {
  const fixture = await renderList({
    Screen: SerialScreen,
    route: '/sn/$value',
    address: `/sn/${value}`,
    documents: DEVICES,
    accessLevel,
    answers,
  });
  cleanups.push(fixture.end);
  return () =>
    `${fixture.router.state.location.pathname} ${new URLSearchParams(fixture.search()).toString()}`.trim();
}

describe('the code on a device', () => {
  it.each([
    ["a manager to the device's room", 'A-1', 3, '/room/r1/sleep'],
    [
      "general staff, who cannot open rooms, to the room's settings",
      'A-1',
      2,
      '/room-config/room-list-card room=r1',
    ],
    ['to a device without a room', 'A-2', 3, '/device-config/device-list-card device=A-2'],
    ['to a device that differs in case and width', '%EF%BD%81-1', 3, '/room/r1/sleep'],
    [
      'to the exact device, if another differs only in case',
      'TWIN-1',
      3,
      '/device-config/device-list-card device=TWIN-1',
    ],
    [
      'to the prefilled registration, for an unknown device',
      'OTHER-1',
      3,
      '/device-config/device-list-card register=OTHER-1',
    ],
  ] as const)('it leads %s', async (_what, value, level, address) => {
    const at = await scan(value, level);
    await expect.poll(() => at()).toBe(address);
  });

  it('two devices that differ only in case are both offered, and the choice is opened', async () => {
    const at = await scan('twin-1', 3);
    await expect
      .element(page.getByRole('heading', { name: '大文字と小文字だけが違う番号の機器があります' }))
      .toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Twin-1', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'TWIN-1', exact: true }).click();
    await expect.poll(() => at()).toBe('/device-config/device-list-card device=TWIN-1');
  });

  it('readers without access or permission to register get a refusal that reveals nothing', async () => {
    await scan('OTHER-1', 2);
    await expect
      .element(page.getByRole('heading', { name: 'この番号の機器は開けません' }))
      .toBeVisible();
  });

  it('an invalid serial is reported', async () => {
    await scan('%E9%83%A8%E5%B1%8B', 3);
    await expect
      .element(page.getByRole('heading', { name: '製造番号として読み取れません' }))
      .toBeVisible();
  });
});
