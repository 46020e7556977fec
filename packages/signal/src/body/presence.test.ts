import { describe, expect, it } from 'vitest';
import type { Posture } from './posture.ts';
import { createPresence, type PresenceEstimator, type PresenceEvidence } from './presence.ts';
import { noReading, type Reading, uncertainReading, valueReading } from '../reading/reading.ts';

const movement = (mg: number): Reading => valueReading(mg, 1, 0);
const posture = (value: Posture): Reading<Posture> => valueReading(value, 1, 0);
const breathes = valueReading(15, 0.9, 0);
const flat = uncertainReading('flat', 0);

const asleep: PresenceEvidence = {
  movement: movement(3),
  posture: posture('supine'),
  respiration: breathes,
};
const walks: PresenceEvidence = {
  movement: movement(180),
  posture: posture('upright'),
  respiration: uncertainReading('movement', 0),
};
const sits: PresenceEvidence = {
  movement: movement(8),
  posture: posture('upright'),
  respiration: breathes,
};
const empty: PresenceEvidence = {
  movement: movement(0.6),
  posture: posture('supine'),
  respiration: flat,
};

/** Feeds the same evidence once a second; returns the time afterwards. */
function hold(
  presence: PresenceEstimator,
  evidence: PresenceEvidence,
  seconds: number,
  fromMs: number,
): number {
  for (let second = 0; second < seconds; second++)
    presence.update(evidence, fromMs + second * 1000);
  return fromMs + seconds * 1000;
}

const getValue = (reading: Reading<string>) =>
  reading.kind === 'value' ? reading.value : reading.kind;

describe('createPresence', () => {
  it('reads none without evidence', () => {
    const presence = createPresence();
    expect(presence.read(0)).toEqual({ kind: 'none' });
    expect(
      presence.update({ movement: noReading, posture: noReading, respiration: noReading }, 0),
    ).toEqual({ kind: 'none' });
  });

  it('settles, then finds a sleeper in bed', () => {
    const presence = createPresence();
    const now = hold(presence, asleep, 5, 0);
    expect(presence.read(now)).toMatchObject({ kind: 'uncertain', reason: 'settling' });
    expect(getValue(presence.read(hold(presence, asleep, 6, now)))).toBe('inBed');
  });

  it('finds a walker out of bed within six seconds', () => {
    const presence = createPresence();
    const now = hold(presence, asleep, 20, 0);
    expect(getValue(presence.read(hold(presence, walks, 4, now)))).toBe('inBed');
    expect(getValue(presence.read(hold(presence, walks, 7, now)))).toBe('outOfBed');
  });

  it('keeps a wearer who sits up in bed', () => {
    const presence = createPresence();
    const now = hold(presence, asleep, 20, 0);
    expect(getValue(presence.read(hold(presence, sits, 600, now)))).toBe('inBed');
  });

  it('reads out of bed after 45 still seconds', () => {
    const presence = createPresence();
    const now = hold(presence, asleep, 20, 0);
    expect(getValue(presence.read(hold(presence, empty, 40, now)))).toBe('inBed');
    expect(getValue(presence.read(hold(presence, empty, 50, now)))).toBe('outOfBed');
  });

  it.each(['irregular', 'noisy', 'saturated', 'settling', 'movement'] as const)(
    'keeps a sleeper whose breathing is %s in bed',
    (reason) => {
      const presence = createPresence();
      const now = hold(presence, asleep, 20, 0);
      const uneven: PresenceEvidence = {
        movement: noReading,
        posture: noReading,
        respiration: uncertainReading(reason, 0),
      };
      expect(getValue(presence.read(hold(presence, uneven, 120, now)))).toBe('inBed');
    },
  );

  it('keeps a still wearer with a heart rate in bed', () => {
    const presence = createPresence();
    const now = hold(presence, asleep, 20, 0);
    const heart = { ...empty, heartRate: valueReading(62, 0.9, 0) };
    expect(getValue(presence.read(hold(presence, heart, 120, now)))).toBe('inBed');
    expect(
      getValue(
        presence.read(
          hold(presence, { ...empty, heartRate: uncertainReading('flat', 0) }, 60, now + 120_000),
        ),
      ),
    ).toBe('outOfBed');
  });

  it('does not flicker when hints change faster than their hold time', () => {
    const presence = createPresence();
    let now = hold(presence, asleep, 20, 0);
    for (let round = 0; round < 20; round++) {
      now = hold(presence, walks, 3, now);
      now = hold(presence, asleep, 3, now);
      expect(getValue(presence.read(now))).toBe('inBed');
    }
  });

  it('reads in bed again after lying down', () => {
    const presence = createPresence();
    const now = hold(presence, walks, 30, hold(presence, asleep, 20, 0));
    expect(getValue(presence.read(hold(presence, asleep, 10, now)))).toBe('inBed');
  });

  it('needs no accelerometer if impedance or EIT shows breathing', () => {
    const presence = createPresence();
    const evidence = { movement: noReading, posture: noReading, respiration: breathes };
    expect(getValue(presence.read(hold(presence, evidence, 10, 0)))).toBe('inBed');
  });

  it('does not read an empty bed from a settling or moving respiration', () => {
    for (const reason of ['settling', 'movement'] as const) {
      const presence = createPresence();
      const now = hold(presence, asleep, 20, 0);
      const evidence = {
        movement: movement(1),
        posture: posture('supine'),
        respiration: uncertainReading(reason, 0),
      };
      expect(getValue(presence.read(hold(presence, evidence, 100, now)))).toBe('inBed');
    }
  });

  it('lowers the certainty while the evidence disagrees', () => {
    const presence = createPresence();
    const now = hold(presence, asleep, 20, 0);
    const sure = presence.read(now);
    const unsure = presence.read(hold(presence, sits, 5, now));
    if (sure.kind === 'value' && unsure.kind === 'value')
      expect(unsure.certainty).toBeLessThan(sure.certainty);
    expect(unsure.kind).toBe('value');
  });

  it('reads none after half a minute without evidence', () => {
    const presence = createPresence();
    const now = hold(presence, asleep, 20, 0);
    expect(presence.read(now + 31_000)).toEqual({ kind: 'none' });
    presence.update(asleep, now + 60_000);
    expect(presence.read(now + 60_000)).toMatchObject({ kind: 'uncertain' });
  });
});
