import type { DeviceStatus, MeasuredLive } from '@yamori/domain';

const since = new Date('2026-01-01T00:00:00Z');

/** A quiet room without faults. */
export const aRoomLive = (more: Partial<MeasuredLive> = {}): MeasuredLive => ({
  presence: 'unknown',
  presenceSince: since,
  sleepState: 'unknown',
  sleepStateSince: since,
  heartRate: null,
  respirationRate: null,
  temperature: null,
  doubts: { heartRate: null, respirationRate: null },
  measures: ['heartRate', 'respirationRate', 'temperature'],
  posture: 'unknown',
  postureAt: null,
  lastFrameAt: null,
  fault: 'none',
  faultSince: since,
  faultSerial: null,
  ...more,
});

/** A healthy device. */
export const aDeviceStatus = (more: Partial<DeviceStatus> = {}): DeviceStatus => ({
  online: true,
  onlineSince: since,
  lastFrameAt: null,
  lastHeartbeatAt: null,
  batteryPercent: 80,
  signalDbm: null,
  fault: 'none',
  faultSince: since,
  clockOffsetSeconds: 3,
  framesReceived: 0,
  framesRefused: 0,
  ...more,
});
