import { describe, expect, it } from 'vitest';
import { isStatusWorthWriting, STATUS_REFRESH_AFTER_MS } from './live-writes.ts';
import { aDeviceStatus } from '../testing/live-states.ts';

const at = new Date('2026-11-21T18:00:00Z');
const later = new Date(at.getTime() + 5000);
const button = aDeviceStatus({ lastFrameAt: null, lastHeartbeatAt: at });
const due = (next: typeof button, afterMs: number): boolean =>
  isStatusWorthWriting(button, next, 0, afterMs);

describe('isStatusWorthWriting', () => {
  it('writes a heartbeat of a device that sends no frames as rarely as other times', () => {
    const beats = { ...button, lastHeartbeatAt: later };
    expect([
      due(beats, STATUS_REFRESH_AFTER_MS - 1),
      due(beats, STATUS_REFRESH_AFTER_MS),
      due(button, STATUS_REFRESH_AFTER_MS),
    ]).toEqual([false, true, false]);
  });

  it('writes the first status, a changed state and a rejected frame immediately', () => {
    expect(isStatusWorthWriting(null, button, 0, 0)).toBe(true);
    expect([
      due({ ...button, online: false }, 0),
      due({ ...button, fault: 'sensorOff' }, 0),
      due({ ...button, framesRefused: 1 }, 0),
      due(button, 0),
    ]).toEqual([true, true, true, false]);
  });
});
