import type { DeviceRecorded } from '@yamori/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { NIGHT } from '../../shared/room-state/testing/live-builder.ts';
import { renderMaster, type MasterAnswers } from '../../kit/testing/master-fixture.tsx';
import { DevicePage } from './device-page.tsx';
import { expectAccessible } from '../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const ago = (seconds: number): Date => new Date(NIGHT.getTime() - seconds * 1000);
const DOCUMENTS = {
  'domain/akane': {
    code: 'akane',
    name: 'あかね苑',
    nameKana: '',
    kind: 'facility',
    parentDomainId: null,
    rootDomainId: 'akane',
    ancestorIds: [],
  },
  'deviceType/bed': {
    code: 'bed',
    name: 'ベッド複合センサー',
    maker: '',
    streams: [
      {
        streamId: 1,
        kind: 'impe',
        channels: 1,
        unit: 'Ω',
        sampleRateHz: 50,
        scale: 0.01,
        offset: 500,
      },
      { streamId: 2, kind: 'button', channels: 1, unit: '', sampleRateHz: 0, scale: 1, offset: 0 },
    ],
    firmwareVersions: [],
  },
  'device/A-1': {
    serial: 'A-1',
    typeId: 'bed',
    domainId: 'akane',
    rootDomainId: 'akane',
    roomId: null,
    name: '窓側',
    firmware: '1.4.2',
    connection: 'network',
    keyHash: 'a'.repeat(64),
    borrowedBy: null,
    borrowedUntil: null,
    calibration: { gain: 1.02 },
    note: '',
    retiredAt: null,
    status: {
      online: false,
      onlineSince: null,
      lastFrameAt: ago(3600),
      lastHeartbeatAt: ago(3600),
      batteryPercent: 12,
      signalDbm: -71,
      fault: 'deviceOffline',
      faultSince: ago(3500),
      clockOffsetSeconds: 2.5,
      framesReceived: 12_345,
      framesRefused: 3,
    },
  },
  'deviceLoan/l': {
    serial: 'A-1',
    fromDomainId: 'akane',
    toDomainId: 'akane',
    from: ago(1e6),
    until: ago(5e5),
    returnedAt: ago(5e5),
    note: '',
  },
  'device/A-1/deviceService/s': {
    kind: 'calibration',
    at: ago(86_400),
    text: '基準の重りで確認',
    values: {},
    writtenBy: 'u',
  },
};
const RECORDED: DeviceRecorded = {
  clockOffsetSeconds: 600,
  refused: [{ reason: 'badCrc', count: 7, last: ago(60).toISOString() }],
  streams: [
    {
      streamId: 1,
      from: '2026-11-01T00:00:00.000Z',
      to: ago(3600).toISOString(),
      recentFrames: 86_000,
      recentBytes: 4_500_000,
      frames: [
        {
          sequence: 4711,
          at: ago(3600).toISOString(),
          receivedAt: ago(3599.5).toISOString(),
          samples: 50,
          encoding: 'delta',
        },
      ],
    },
    {
      streamId: 9,
      from: '2026-11-01T00:00:00.000Z',
      to: ago(90_000).toISOString(),
      recentFrames: 1,
      recentBytes: 40,
      frames: [],
    },
  ],
};

async function open(
  replies: MasterAnswers = { 'GET /api/devices/A-1/recorded': { body: RECORDED } },
  serial = 'A-1',
) {
  const fixture = await renderMaster({
    Screen: DevicePage,
    address: `/master/device/${serial}`,
    route: '/master/device/$deviceSerial',
    documents: DOCUMENTS,
    replies,
    answers: {
      '/api/devices/A-1/stays': () => ({
        body: {
          stays: [
            {
              serial: 'A-1',
              roomId: 'r',
              roomName: '101',
              deviceName: '',
              from: '2026-11-01T00:00:00.000Z',
              to: null,
            },
          ],
        },
      }),
    },
  });
  cleanups.push(fixture.end);
  return fixture;
}

describe('one device in the platform view', () => {
  it('the page shows reports, recordings, rooms, loans and service entries', async () => {
    const { place } = await open();
    await expect.element(page.getByRole('heading', { name: 'A-1' })).toBeVisible();
    await expect.element(page.getByText('信号なし')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'ベッド複合センサー' })).toBeVisible();
    await expect
      .element(
        page.getByRole('row', { name: /1 インピーダンス 1 50 Hz 0\.01 Ω .* 86,000 4\.5 MB/ }),
      )
      .toBeVisible();
    await expect
      .element(page.getByRole('row', { name: /2 ボタン 1 操作のたび 1 届いていません -- -- --/ }))
      .toBeVisible();
    await expect
      .element(page.getByRole('row', { name: /9 機種にない信号 -- -- --/ }))
      .toBeVisible();
    await expect
      .element(page.getByRole('row', { name: /4,711 インピーダンス .* 0\.5 秒 50 delta/ }))
      .toBeVisible();
    await expect
      .element(page.getByText('機器の時計が 600 秒ずれているため', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByRole('row', { name: /検査符号が合わない 7/ })).toBeVisible();
    await expect.element(page.getByRole('row', { name: /101 .* 置かれています/ })).toBeVisible();
    await expect.element(page.getByRole('row', { name: /あかね苑 返却済み/ })).toBeVisible();
    await expect.element(page.getByText('基準の重りで確認')).toBeVisible();
    await expect.element(page.getByText('1.02')).toBeVisible();
    await expectAccessible(place);
  });

  it('a section that cannot be read shows an error, and the rest of the page stays', async () => {
    await open({
      'GET /api/devices/A-1/recorded': { status: 503, body: { code: 'database-unavailable' } },
    });
    await expect
      .element(page.getByRole('region', { name: '信号と最後のフレーム' }).getByRole('alert'))
      .toBeVisible();
    await expect.element(page.getByText('12%')).toBeVisible();
  });

  it('an unknown device is reported', async () => {
    await open({}, 'B-9');
    await expect
      .element(page.getByText('製造番号「B-9」の機器は登録されていません。', { exact: false }))
      .toBeVisible();
  });
});
