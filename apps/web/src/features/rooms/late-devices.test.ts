import { expect, it } from 'vitest';
import { lateDevices } from './late-devices.ts';

const HOUR_MS = 3_600_000;
const END = new Date('2026-11-21T03:00:00Z');
const night = { from: new Date(END.getTime() - 24 * HOUR_MS), to: END };
const aDevice = (change: object = {}) => ({
  serial: 'W2-0001',
  createdAt: new Date('2026-01-01T00:00:00Z'),
  retiredAt: null,
  status: {
    online: false,
    lastFrameAt: new Date(END.getTime() - HOUR_MS),
    battery: null,
    signal: null,
    fault: 'none' as const,
    firmware: null,
  },
  ...change,
});
const late = (change: object, afterEndMs = HOUR_MS): readonly string[] =>
  lateDevices(night, [aDevice(change) as never], END.getTime() + afterEndMs);

it('waits for an offline device that stopped before the end of the night', () =>
  expect(late({})).toEqual(['W2-0001']));

it('waits for a device that never sent', () => expect(late({ status: null })).toEqual(['W2-0001']));

it('does not wait for a device that is online, as it sends in order', () =>
  expect(late({ status: { online: true, lastFrameAt: null } })).toEqual([]));

it('does not wait for a device that sent after the end of the night', () =>
  expect(late({ status: { online: false, lastFrameAt: new Date(END.getTime() + 1000) } })).toEqual(
    [],
  ));

it('does not wait for a device that is out of use or came after the night', () => {
  expect(late({ retiredAt: END })).toEqual([]);
  expect(late({ createdAt: END })).toEqual([]);
});

it('waits no longer than two days, as long as the server recomputes a night', () =>
  expect(late({}, 49 * HOUR_MS)).toEqual([]));
