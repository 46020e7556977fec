import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ChartHostContext } from '../../live/chart/chart-context.tsx';
import { createPageHost } from '../../live/chart/chart-host.ts';
import { loadDecoder } from '../../live/chart/engine/decoder-loader.ts';
import { playedSource } from '../../live/chart/testing/played-source.ts';
import { AgencyProvider } from '../../shared/agency/agency-context.tsx';
import { NIGHT } from '../../shared/room-state/testing/live-builder.ts';
import { renderList } from '../../kit/testing/list-fixture.tsx';
import { AgencyDevicesPage } from './agency-devices-page.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const row = {
  serial: 'A-1',
  name: '窓側',
  typeId: 'ecg',
  typeName: '心電計',
  customerId: 'home',
  customerName: 'ひなた園',
  roomId: 'a',
  roomName: '201',
  state: 'fine',
  battery: 80,
  firmware: '1',
  lastHeardAt: null,
  isLent: false,
};
const DOCUMENTS = {
  'domain/home': {
    code: 'home',
    name: 'ひなた園',
    nameKana: '',
    kind: 'facility',
    parentDomainId: null,
    rootDomainId: 'home',
    ancestorIds: [],
  },
  'deviceType/ecg': { code: 'ecg', name: '心電計', maker: '', streams: [], firmwareVersions: [] },
  'room/a': {
    domainId: 'home',
    rootDomainId: 'home',
    name: '201',
    building: '',
    floor: '2階',
    tags: [],
    capacity: 1,
    occupant: null,
    deviceSerials: [],
    sharedWith: [],
    viewId: null,
    parameterOverrides: {},
    archivedAt: null,
    live: null,
  },
  'device/A-1': {
    serial: 'A-1',
    typeId: 'ecg',
    domainId: 'home',
    rootDomainId: 'home',
    roomId: 'a',
    name: '窓側',
    firmware: '1',
    connection: 'network',
    keyHash: null,
    borrowedBy: null,
    borrowedUntil: null,
    calibration: {},
    note: '',
    retiredAt: null,
    status: {
      online: true,
      onlineSince: NIGHT,
      lastFrameAt: NIGHT,
      lastHeartbeatAt: NIGHT,
      batteryPercent: 80,
      signalDbm: -60,
      fault: 'none',
      faultSince: NIGHT,
      clockOffsetSeconds: 0,
      framesReceived: 1,
      framesRefused: 0,
    },
  },
};

async function open(address: string) {
  const host = createPageHost(playedSource([]), loadDecoder());
  const fixture = await renderList({
    Screen: AgencyDevicesPage,
    address,
    documents: DOCUMENTS,
    accessLevel: 51,
    serve: async (path) => {
      if (!path.startsWith('/api/agencies/')) return undefined;
      return path.includes('/customers')
        ? Response.json({ customers: [] })
        : Response.json({ devices: [row], total: 1, types: [] });
    },
    around: (screen) => (
      <ChartHostContext value={host}>
        <AgencyProvider value={{ id: 'home', timeZone: 'Asia/Tokyo' }}>{screen}</AgencyProvider>
      </ChartHostContext>
    ),
  });
  cleanups.push(fixture.end);
  return fixture;
}

describe('a device of an agency', () => {
  it.each([
    ['from the list', '/agency/devices', true],
    ['by its address', '/agency/devices?device=A-1', false],
  ])("setting it up over the agency's own list works, opened %s", async (_, address, press) => {
    const { router, search } = await open(address);
    if (press) await page.getByRole('button', { name: 'A-1 窓側' }).click();
    const panel = page.getByRole('dialog', { name: /A-1/ });
    await expect.element(panel.getByRole('textbox', { name: '名前' })).toHaveValue('窓側');
    expect([router.state.location.pathname, search()]).toEqual([
      '/agency/devices',
      { device: 'A-1' },
    ]);
    await panel.getByRole('button', { name: '閉じる' }).first().click();
    await expect
      .poll(() => [router.state.location.pathname, search()])
      .toEqual(['/agency/devices', {}]);
    await expect.element(page.getByRole('button', { name: 'A-1 窓側' })).toBeVisible();
  });
});
