import { describe, expect, it } from 'vitest';
import { getAttention } from './attention.ts';
import { anAccident, aGoing, aLive, aRing, NIGHT } from './testing/live-builder.ts';
import { getBedStatus, getPrimaryStatus, getFaultMark, getPersonStatus } from './room-status.ts';
import { vitalText, getDoubt, getReading } from './vital-number.tsx';

describe('status of a room', () => {
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
  ])('one word describes the state of a room', (live, word) =>
    expect(getPersonStatus(live).word).toBe(word),
  );

  it('a fall precedes a call, and a call precedes less urgent alarms', () => {
    expect(getPrimaryStatus(aLive({ call: aRing(), accidents: [anAccident()] }))).toMatchObject({
      word: 'accident',
      accident: 'fall',
    });
    expect(
      getPrimaryStatus(
        aLive({
          call: aRing(),
          accidents: [anAccident({ kind: 'bedExit', severity: 'medium' })],
        }),
      ).word,
    ).toBe('call');
    expect(
      getPrimaryStatus(
        aLive({
          call: aRing(),
          accidents: [anAccident({ state: 'acknowledged' })],
        }),
      ).word,
    ).toBe('call');
    expect(getPrimaryStatus(aLive({ call: aGoing('佐藤'), accidents: [anAccident()] })).word).toBe(
      'accident',
    );
    expect(getPrimaryStatus(aLive({ call: aGoing('佐藤') }))).toMatchObject({
      word: 'answering',
      who: '佐藤',
      since: NIGHT,
    });
    expect(getPrimaryStatus(aLive({ accidents: [anAccident()] })).word).toBe('accident');
    expect(getPrimaryStatus(aLive()).word).toBe('sleep.asleep');
  });

  it('the room also shows the bed if another fact leads', () => {
    const beside = (change: Parameters<typeof aLive>[0]) =>
      getBedStatus(aLive(change))?.word ?? null;
    expect(
      [
        {},
        { call: aRing() },
        { call: aRing(), presence: 'outOfBed' as const },
        { call: aGoing('佐藤'), presence: 'unknown' as const },
        { accidents: [anAccident()] },
      ].map(beside),
    ).toEqual([null, 'presence.inBed', 'presence.outOfBed', 'presence.unknown', 'presence.inBed']);
    expect([
      beside({ call: aRing(), fault: 'deviceOffline', presence: 'outOfBed' }),
      getBedStatus(null),
    ]).toEqual(['fault.deviceOffline', null]);
  });

  it('stays in front while another device of the room goes on, with a mark for the silent one', () => {
    const lastFrameAt = new Date(NIGHT.getTime() + 20_000);
    const live = aLive({ fault: 'deviceOffline', faultSerial: 'W2-0001', lastFrameAt });
    expect(getPersonStatus(live).word).toBe('sleep.asleep');
    expect(getFaultMark(live)?.word).toBe('fault.deviceOffline');
  });

  it('needs attention when a device is silent, but not while no device has ever sent', () => {
    const nowMs = NIGHT.getTime();
    expect(getAttention(aLive({ fault: 'deviceOffline' }), nowMs)?.reason).toBe('deviceOffline');
    expect(getAttention(aLive({ fault: 'deviceOffline', lastFrameAt: null }), nowMs)).toBeNull();
    expect(getAttention(aLive({ faultSerial: 'W2-0001' }), nowMs)).toBeNull();
  });

  it('a fault that leaves the rest readable adds a mark', () => {
    expect([
      getFaultMark(aLive({ fault: 'batteryLow' }))?.shape,
      getFaultMark(aLive({ fault: 'deviceOffline' })),
      getFaultMark(null),
    ]).toEqual(['battery', null, null]);
  });
});

describe('a reading', () => {
  const at = (second: number) => new Date(NIGHT.getTime() + second * 1000);
  const reading = (second: number) => ({ value: 14, at: at(second), certainty: 1 });
  const measured = {
    heartRate: reading(16),
    respirationRate: reading(14),
    temperature: reading(15),
  };
  const KINDS = ['heartRate', 'respirationRate', 'temperature'] as const;

  it('a reading from before a device fell silent is withheld, however young; one of another device remains', () => {
    const silent = aLive({ ...measured, fault: 'deviceOffline', faultSince: at(15) });
    expect(KINDS.map((kind) => getReading(silent, kind))).toEqual([
      reading(16),
      { withheld: 'silent' },
      { withheld: 'silent' },
    ]);
  });

  it.each([
    ['outOfBed', { presence: 'outOfBed' }],
    ['noisy', { fault: 'noisy' }],
    ['outOfBed', { presence: 'outOfBed', fault: 'noisy' }],
  ] as const)('all readings of a room that is %s are withheld', (withheld, change) => {
    const live = aLive({ ...measured, ...change });
    expect(KINDS.map((kind) => getReading(live, kind))).toEqual([
      { withheld },
      { withheld },
      { withheld },
    ]);
    expect(KINDS.map((kind) => vitalText(kind, getReading(live, kind), at(16).getTime()))).toEqual([
      '--',
      '--',
      '--',
    ]);
  });

  it.each(['movement', 'saturated', 'flat', 'noisy'] as const)(
    'a reading that the server withholds is missing with its reason: %s',
    (doubt) => {
      const doubts = { heartRate: null, respirationRate: doubt };
      expect(getReading(aLive({ respirationRate: null, doubts }), 'respirationRate')).toEqual({
        withheld: doubt,
      });
      expect([
        getReading(aLive({ heartRate: null, doubts }), 'heartRate'),
        getReading(aLive({ doubts }), 'temperature'),
      ]).toEqual([null, null]);
      expect(
        getDoubt(getReading(aLive({ respirationRate: null, doubts }), 'respirationRate')),
      ).toBe(doubt);
      expect(
        getReading(
          aLive({ presence: 'outOfBed', respirationRate: null, doubts }),
          'respirationRate',
        ),
      ).toEqual({ withheld: 'outOfBed' });
    },
  );

  it('a reading states no doubt about its trace if the bed is empty or the device silent', () => {
    expect(
      [
        getReading(aLive(), 'heartRate'),
        { withheld: 'silent' } as const,
        { withheld: 'outOfBed' } as const,
        null,
      ].map(getDoubt),
    ).toEqual([null, null, null, null]);
  });

  it.each(['none', 'sensorOff', 'batteryLow'] as const)('remains with the fault %s', (fault) => {
    expect(
      getReading(
        aLive({ fault, faultSince: at(15), respirationRate: reading(14) }),
        'respirationRate',
      ),
    ).toEqual(reading(14));
  });

  it('remains while presence in bed is unknown', () => {
    expect(getReading(aLive({ ...measured, presence: 'unknown' }), 'heartRate')).toEqual(
      reading(16),
    );
  });

  it('a reading of a kind that no device measures differs from a missing one', () => {
    const live = aLive({ measures: ['respirationRate'], heartRate: null, respirationRate: null });
    expect(getReading(live, 'heartRate')).toEqual({ withheld: 'noSensor' });
    expect(getReading(live, 'respirationRate')).toBeNull();
    expect(getReading({ ...live, presence: 'outOfBed' }, 'heartRate')).toEqual({
      withheld: 'noSensor',
    });
    expect(getDoubt(getReading(live, 'heartRate'))).toBeNull();
  });

  it('a room without a state has no reading', () =>
    expect(getReading(null, 'heartRate')).toBeNull());
});

describe('a vital number', () => {
  const reading = { value: 71.6, at: NIGHT, certainty: 1 };

  it('a number is shown up to its maximum age and never after', () => {
    expect(vitalText('heartRate', reading, NIGHT.getTime() + 15_000)).toBe('72');
    expect(vitalText('heartRate', reading, NIGHT.getTime() + 15_001)).toBe('--');
    expect(vitalText('respirationRate', reading, NIGHT.getTime() + 30_000)).toBe('72');
    expect(vitalText('temperature', { ...reading, value: 36.55 }, NIGHT.getTime() + 120_000)).toBe(
      '36.5',
    );
  });

  it('two dashes replace a missing number', () =>
    expect(vitalText('temperature', null, 0)).toBe('--'));
});
