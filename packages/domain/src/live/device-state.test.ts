import { describe, expect, it } from 'vitest';
import { deviceState, lastHeardAt } from './device-state.ts';

const [early, late] = [new Date('2026-11-21T18:00:00Z'), new Date('2026-11-21T18:00:05Z')];
const status = { online: true, fault: 'none', lastFrameAt: early, lastHeartbeatAt: null } as const;

describe('how a device is', () => {
  it.each([
    ['one that sends', status, 'fine'],
    [
      'a button that was never pressed and gives its sign of life',
      { ...status, lastFrameAt: null, lastHeartbeatAt: late },
      'fine',
    ],
    [
      'such a button that fell silent',
      {
        ...status,
        online: false,
        fault: 'deviceOffline',
        lastFrameAt: null,
        lastHeartbeatAt: late,
      },
      'offline',
    ],
    ['one that is connected and never said anything', { ...status, lastFrameAt: null }, 'never'],
    [
      'one that is away and never said anything',
      { ...status, online: false, fault: 'deviceOffline', lastFrameAt: null },
      'never',
    ],
    ['one that nobody knows anything of', null, 'never'],
    ['one whose document came without', undefined, 'never'],
    ['one that is away', { ...status, online: false }, 'offline'],
    ['one that is lost', { ...status, fault: 'deviceOffline' }, 'offline'],
    ['a low battery', { ...status, fault: 'batteryLow' }, 'batteryLow'],
    ['a sensor that came off', { ...status, fault: 'sensorOff' }, 'sensorOff'],
    ['noise', { ...status, fault: 'noisy' }, 'noisy'],
  ] as const)('%s', (_, known, state) => {
    expect(deviceState({ status: known, retiredAt: null })).toBe(state);
    expect(deviceState({ status: known, retiredAt: early })).toBe('retired');
  });

  it('is heard by whatever came last', () => {
    expect(lastHeardAt({ lastFrameAt: early, lastHeartbeatAt: late })).toEqual(late);
    expect(lastHeardAt({ lastFrameAt: late, lastHeartbeatAt: early })).toEqual(late);
    expect(lastHeardAt({ lastFrameAt: null, lastHeartbeatAt: early })).toEqual(early);
    expect([lastHeardAt({ lastFrameAt: null, lastHeartbeatAt: null }), lastHeardAt(null)]).toEqual([
      null,
      null,
    ]);
  });
});
