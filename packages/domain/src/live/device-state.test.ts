import { describe, expect, it } from 'vitest';
import { deviceState, lastHeardAt } from './device-state.ts';

const early = new Date('2026-11-21T18:00:00Z');
const late = new Date('2026-11-21T18:00:05Z');
const status = { online: true, fault: 'none', lastFrameAt: early, lastHeartbeatAt: null } as const;

describe('deviceState', () => {
  it.each([
    ['a device that sends', status, 'fine'],
    [
      'a button with heartbeats that was never pressed',
      { ...status, lastFrameAt: null, lastHeartbeatAt: late },
      'fine',
    ],
    [
      'such a button without a connection',
      {
        ...status,
        online: false,
        fault: 'deviceOffline',
        lastFrameAt: null,
        lastHeartbeatAt: late,
      },
      'offline',
    ],
    ['a connected device that never sent anything', { ...status, lastFrameAt: null }, 'never'],
    [
      'a disconnected device that never sent anything',
      { ...status, online: false, fault: 'deviceOffline', lastFrameAt: null },
      'never',
    ],
    ['a device without a status', null, 'never'],
    ['a device whose document has no status', undefined, 'never'],
    ['a disconnected device', { ...status, online: false }, 'offline'],
    ['a lost device', { ...status, fault: 'deviceOffline' }, 'offline'],
    ['a device with a low battery', { ...status, fault: 'batteryLow' }, 'batteryLow'],
    ['a device with a detached sensor', { ...status, fault: 'sensorOff' }, 'sensorOff'],
    ['a device with noise', { ...status, fault: 'noisy' }, 'noisy'],
  ] as const)('%s has the state %s', (_, known, state) => {
    expect(deviceState({ status: known, retiredAt: null })).toBe(state);
    expect(deviceState({ status: known, retiredAt: early })).toBe('retired');
  });

  it('lastHeardAt returns the later of frame and heartbeat', () => {
    expect(lastHeardAt({ lastFrameAt: early, lastHeartbeatAt: late })).toEqual(late);
    expect(lastHeardAt({ lastFrameAt: late, lastHeartbeatAt: early })).toEqual(late);
    expect(lastHeardAt({ lastFrameAt: null, lastHeartbeatAt: early })).toEqual(early);
    expect([lastHeardAt({ lastFrameAt: null, lastHeartbeatAt: null }), lastHeardAt(null)]).toEqual([
      null,
      null,
    ]);
  });
});
