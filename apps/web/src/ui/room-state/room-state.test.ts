import { describe, expect, it } from 'vitest';
import { aLive, NIGHT } from './testing/live-builder.ts';
import { leadOf, sideMarkOf, standingOf } from './room-standing.ts';
import { vitalText } from './vital-number.tsx';

describe('standing of a room', () => {
  it.each([
    [null, 'noState'],
    [aLive({ fault: 'undeployed' }), 'fault.undeployed'],
    [aLive({ fault: 'deviceOffline' }), 'fault.deviceOffline'],
    [aLive(), 'sleep.asleep'],
    [aLive({ sleepState: 'dozing' }), 'sleep.dozing'],
    [aLive({ sleepState: 'awake' }), 'sleep.awake'],
    [aLive({ sleepState: 'unknown' }), 'presence.inBed'],
    [aLive({ presence: 'outOfBed' }), 'presence.outOfBed'],
    [aLive({ presence: 'unknown' }), 'presence.unknown'],
    [aLive({ fault: 'batteryLow' }), 'sleep.asleep'],
  ])('is told by one word', (live, word) => expect(standingOf(live).word).toBe(word));

  it('is led by a call, then by an accident', () => {
    expect(leadOf(aLive({ calledAt: NIGHT, openAccidents: 1 })).word).toBe('call');
    expect(leadOf(aLive({ openAccidents: 1 })).word).toBe('accident');
    expect(leadOf(aLive()).word).toBe('sleep.asleep');
  });

  it('has a mark beside it for faults that leave the rest readable', () => {
    expect([sideMarkOf(aLive({ fault: 'batteryLow' }))?.shape, sideMarkOf(aLive({ fault: 'deviceOffline' })), sideMarkOf(null)]).toEqual(['battery', null, null]);
  });
});

describe('a vital number', () => {
  const reading = { value: 71.6, at: NIGHT, certainty: 1 };

  it('is shown up to its maximum age and never after', () => {
    expect(vitalText('heartRate', reading, NIGHT.getTime() + 15_000)).toBe('72');
    expect(vitalText('heartRate', reading, NIGHT.getTime() + 15_001)).toBe('--');
    expect(vitalText('respirationRate', reading, NIGHT.getTime() + 30_000)).toBe('72');
    expect(vitalText('temperature', { ...reading, value: 36.55 }, NIGHT.getTime() + 120_000)).toBe('36.5');
  });

  it('is two dashes when there is none', () => expect(vitalText('temperature', null, 0)).toBe('--'));
});
