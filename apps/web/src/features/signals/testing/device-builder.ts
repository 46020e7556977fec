import { NIGHT } from '../../../shared/room-state/testing/live-builder.ts';
import type { Device } from '../device-source.ts';

type DeviceStatus = NonNullable<Device['status']>;

/** A device that sends. */
export const aDevice = (serial: string, change: Partial<Device> = {}): Device => ({
  documentReferenceId: serial,
  documentPath: `device/${serial}`,
  createdAt: NIGHT,
  updatedAt: NIGHT,
  serial,
  typeId: 'ecg',
  domainId: 'home',
  rootDomainId: 'home',
  roomId: null,
  name: '',
  firmware: '',
  connection: 'network',
  keyHash: null,
  status: aStatus(),
  borrowedBy: null,
  borrowedUntil: null,
  calibration: {},
  note: '',
  retiredAt: null,
  ...change,
});

export const aStatus = (change: Partial<DeviceStatus> = {}): DeviceStatus => ({
  online: true,
  onlineSince: NIGHT,
  lastFrameAt: NIGHT,
  lastHeartbeatAt: NIGHT,
  batteryPercent: 80,
  signalDbm: -60,
  fault: 'none',
  faultSince: NIGHT,
  clockOffsetSeconds: 0,
  framesReceived: 10,
  framesRefused: 0,
  ...change,
});
