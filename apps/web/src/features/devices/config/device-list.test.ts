import { toUploadSerial } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { parseListState } from '../../../kit/list/list-url-state.ts';
import { DEVICE_LIST, needsAllDevices, filterDevices } from './device-list.ts';
import type { Device } from './device-source.ts';

const at = new Date('2026-11-21T00:00:00Z');
const status = (more: object = {}): Device['status'] => ({
  online: true,
  onlineSince: at,
  lastFrameAt: at,
  lastHeartbeatAt: at,
  batteryPercent: 80,
  signalDbm: -60,
  fault: 'none',
  faultSince: at,
  clockOffsetSeconds: 0,
  framesReceived: 1,
  framesRefused: 0,
  ...more,
});
const device = (serial: string, more: Partial<Device> = {}): Device => ({
  documentReferenceId: serial,
  documentPath: `device/${serial}`,
  updatedAt: at,
  serial,
  typeId: 't',
  domainId: 'd',
  rootDomainId: 'd',
  roomId: null,
  name: '',
  firmware: '',
  connection: 'network',
  keyHash: null,
  status: status(),
  borrowedBy: null,
  borrowedUntil: null,
  calibration: {},
  note: '',
  retiredAt: null,
  ...more,
});
const names = { getRoom: ({ roomId }: Device) => roomId ?? '', getTypeName: () => 'ECG' };
const shown = (devices: readonly Device[], address: string) =>
  filterDevices(
    devices,
    parseListState(Object.fromEntries(new URLSearchParams(address)), DEVICE_LIST),
    names,
  ).map(({ serial }) => serial);

describe('the devices of a list', () => {
  const all = [
    device('A-10', { roomId: '201', status: status({ batteryPercent: 5 }) }),
    device('A-9', { name: '窓側' }),
    device('A-2', { status: null, borrowedBy: 'x' }),
  ];
  it('devices are sorted by reading order, or as chosen', () => {
    expect(shown(all, '')).toEqual(['A-2', 'A-9', 'A-10']);
    expect(shown(all, 'sort=battery')).toEqual(['A-2', 'A-10', 'A-9']);
    expect(shown(all, 'sort=-battery')).toEqual(['A-9', 'A-10', 'A-2']);
    expect(shown(all, 'sort=-state')).toEqual(['A-9', 'A-10', 'A-2']);
    // An unused button counts as heard by its heartbeat.
    const button = device('A-1', {
      status: status({ lastFrameAt: null, lastHeartbeatAt: new Date(at.getTime() + 1000) }),
    });
    expect(shown([...all, button], 'sort=-lastFrame')[0]).toBe('A-1');
  });
  it('devices are found by text, state and place', () => {
    expect(shown(all, 'q=窓')).toEqual(['A-9']);
    expect(shown(all, 'state=never')).toEqual(['A-2']);
    // An unknown state or place filters nothing.
    expect([shown(all, 'state=zzz'), shown(all, 'place=zzz'), shown(all, 'state=retired')]).toEqual(
      Array.from({ length: 3 }, () => ['A-2', 'A-9', 'A-10']),
    );
    expect(
      shown(
        [device('A-1', { status: status({ lastFrameAt: null, lastHeartbeatAt: null }) })],
        'state=fine',
      ),
    ).toEqual([]);
    expect(shown(all, 'place=none')).toEqual(['A-2', 'A-9']);
    expect(shown(all, 'place=lent')).toEqual(['A-2']);
  });
  it('imported files and devices can be listed separately (P45)', () => {
    const file = toUploadSerial('0c5f9a3e-6b1d-4c5e-8a39-1f6f3a8d7b21');
    const both = [...all, device(file, { connection: 'file' })];
    expect(shown(both, '')).toHaveLength(4);
    expect(shown(both, 'origin=device')).toEqual(['A-2', 'A-9', 'A-10']);
    expect(shown(both, 'origin=file')).toEqual([file]);
    expect(needsAllDevices(parseListState({ origin: 'file' }, DEVICE_LIST))).toBe(true);
  });
});
