import { describe, expect, it } from 'vitest';
import { encodeDeviceEvent, parseDeviceEvent, type DeviceEvent } from './device-event.ts';

const status: DeviceEvent = {
  kind: 'status',
  serial: 'A-1',
  atMs: 1_000,
  report: { online: true, batteryPercent: 80 },
  lastWill: false,
  clockOffsetSeconds: null,
  appliedOffsetSeconds: 0,
  framesReceived: 3,
  framesRefused: 0,
};

describe('device event', () => {
  it('events survive encoding and parsing', () => {
    for (const event of [
      status,
      { kind: 'connected', serial: 'A-1', atMs: 5 },
      { kind: 'disconnected', serial: 'A-1', atMs: 6, reason: 'lost' },
    ] satisfies DeviceEvent[]) {
      expect(parseDeviceEvent(encodeDeviceEvent(event))).toEqual(event);
    }
  });

  it('parseDeviceEvent returns null for other bytes', () => {
    for (const words of ['', '{', '{}', '{"kind":"other"}', '[1]'])
      expect(parseDeviceEvent(new TextEncoder().encode(words))).toBeNull();
  });
});
