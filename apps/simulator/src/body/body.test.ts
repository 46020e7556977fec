import { describe, expect, it } from 'vitest';
import { createRandom, seedFrom } from '../random.ts';
import { createHeart, type HeartBeat, type HeartSettings } from './heart.ts';
import { createLungs, type BreathSettings } from './lungs.ts';
import { createPerson, type Condition, type Person } from './person.ts';

const RESTING: HeartSettings = { ratePerMinute: 60, rhythm: 'sinus', prematureShare: 0 };

/** Every beat of a period, queried ten times a second. */
function simulateBeats(
  seconds: number,
  settings: Partial<HeartSettings>,
  lungVolume: (seconds: number) => number = () => 0.5,
): HeartBeat[] {
  const heart = createHeart(createRandom(3), () => ({ ...RESTING, ...settings }), lungVolume);
  const beats = new Map<number, HeartBeat>();
  for (let tenth = 0; tenth <= seconds * 10; tenth++)
    for (const beat of heart.around(tenth / 10)) beats.set(beat.atSeconds, beat);
  return [...beats.values()]
    .filter((beat) => beat.atSeconds >= 0 && beat.atSeconds <= seconds)
    .toSorted((a, b) => a.atSeconds - b.atSeconds);
}
const intervals = (beats: readonly HeartBeat[]): number[] =>
  beats.slice(1).map((beat, index) => beat.atSeconds - (beats[index]?.atSeconds ?? 0));
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const spread = (values: readonly number[]): number =>
  Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));

describe('createHeart', () => {
  it.each([40, 60, 90, 150])('beats %d times a minute', (ratePerMinute) => {
    expect(simulateBeats(120, { ratePerMinute }).length / 2).toBeGreaterThan(ratePerMinute * 0.95);
    expect(simulateBeats(120, { ratePerMinute }).length / 2).toBeLessThan(ratePerMinute * 1.05);
  });

  it('beats evenly in sinus rhythm and irregularly in fibrillation', () => {
    expect(spread(intervals(simulateBeats(120, {})))).toBeLessThan(0.08);
    expect(spread(intervals(simulateBeats(120, { rhythm: 'fibrillation' })))).toBeGreaterThan(0.12);
  });

  it('beats faster while the lungs are full', () => {
    expect(mean(intervals(simulateBeats(60, {}, () => 1)))).toBeLessThan(
      mean(intervals(simulateBeats(60, {}, () => 0))),
    );
  });

  it('beats prematurely for the configured share, each time early and followed by a pause', () => {
    const beats = simulateBeats(600, { prematureShare: 0.2 });
    const gaps = intervals(beats);
    const early = beats
      .slice(0, -1)
      .flatMap((beat, index) =>
        index > 0 && beat.kind === 'premature'
          ? [{ before: gaps[index - 1] ?? 0, after: gaps[index] ?? 0 }]
          : [],
      );
    expect(early.length / beats.length).toBeGreaterThan(0.11);
    expect(early.length / beats.length).toBeLessThan(0.22);
    for (const { before, after } of early) expect(after).toBeGreaterThan(before * 1.5);
    expect(simulateBeats(60, {}).every((beat) => beat.kind === 'normal')).toBe(true);
  });

  it('restarts after a long gap between calls instead of filling it beat by beat', () => {
    const heart = createHeart(
      createRandom(1),
      () => RESTING,
      () => 0.5,
    );
    heart.around(10);
    const beats = heart.around(1e7);
    expect(beats.length).toBeLessThan(10);
    expect(Math.abs((beats[0]?.atSeconds ?? 0) - 1e7)).toBeLessThan(3.5);
  });
});

describe('createLungs', () => {
  const settings: BreathSettings = { ratePerMinute: 15, depth: 1, irregularity: 0 };
  const volumes = (
    seconds: number,
    of: (seconds: number) => Partial<BreathSettings> = () => ({}),
  ): number[] => {
    let now = 0;
    const lungs = createLungs(createRandom(1), () => ({ ...settings, ...of(now) }));
    return Array.from({ length: seconds * 20 }, (_, index) => lungs.volume((now = index / 20)));
  };
  const tops = (values: readonly number[]): number =>
    values.filter(
      (value, index) =>
        index > 0 &&
        value > (values[index - 1] ?? 0) &&
        value >= (values[index + 1] ?? 0) &&
        value > 0.3,
    ).length;

  it.each([6, 15, 30])('breathes %d times a minute, from empty to full', (ratePerMinute) => {
    const values = volumes(60, () => ({ ratePerMinute }));
    expect(Math.abs(tops(values) - ratePerMinute)).toBeLessThanOrEqual(1);
    expect(Math.min(...values)).toBeCloseTo(0, 1);
    expect(Math.max(...values)).toBeCloseTo(1, 1);
  });

  it('breathes in faster than out', () => {
    const breath = volumes(4);
    expect(breath.indexOf(Math.max(...breath)) / breath.length).toBeCloseTo(0.42, 1);
  });

  it('breathes to the configured depth', () => {
    expect(Math.max(...volumes(30, () => ({ depth: 1.8 })))).toBeCloseTo(1.8, 1);
  });

  it('holds still while breathing has stopped, and resumes within a second', () => {
    const values = volumes(60, (seconds) => ({
      ratePerMinute: seconds >= 20 && seconds < 40 ? 0 : 15,
    }));
    expect(Math.max(...values.slice(25 * 20, 40 * 20))).toBe(0);
    expect(Math.max(...values.slice(40 * 20, 43 * 20))).toBeGreaterThan(0.9);
  });

  it('never has a negative volume or a jump, however irregular', () => {
    const values = volumes(300, () => ({ irregularity: 0.3 }));
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(
      Math.max(...values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? 0)))),
    ).toBeLessThan(0.3);
  });
});

describe('createPerson', () => {
  const aPerson = (seed = 1): Person => createPerson(createRandom(seed));
  const after = (person: Person, seconds: number): Person => {
    for (let second = 1; second <= seconds; second++) person.advanceTo(second);
    return person;
  };

  it.each<[Condition, boolean]>([
    ['asleep', true],
    ['dozing', true],
    ['awake', true],
    ['sitting', true],
    ['walking', false],
    ['fallen', false],
  ])('a person who is %s is in bed: %s', (condition, inBed) => {
    const person = aPerson();
    person.become(condition);
    expect([person.condition(), person.inBed()]).toEqual([condition, inBed]);
  });

  it('heart and respiration rates rise from sleep to walking', () => {
    const person = aPerson();
    const rates = (['asleep', 'dozing', 'awake', 'sitting', 'walking'] as const).map(
      (condition) => {
        person.become(condition);
        return person.rates();
      },
    );
    expect(rates.map((rate) => rate.heart)).toEqual(
      rates.map((rate) => rate.heart).toSorted((a, b) => a - b),
    );
    expect(rates.map((rate) => rate.respiration)).toEqual(
      rates.map((rate) => rate.respiration).toSorted((a, b) => a - b),
    );
  });

  it('every person has other rates, within the human range', () => {
    const people = Array.from({ length: 50 }, (_, seed) => aPerson(seed).rates());
    expect(new Set(people.map((rate) => rate.heart)).size).toBe(50);
    for (const { heart, respiration } of people) {
      expect(heart).toBeGreaterThan(50);
      expect(heart).toBeLessThan(80);
      expect(respiration).toBeGreaterThan(10);
      expect(respiration).toBeLessThan(18);
    }
  });

  it.each([
    ['supine', 2, 1],
    ['prone', 2, -1],
    ['left', 0, -1],
    ['right', 0, 1],
  ] as const)(
    'turning to %s moves gravity to that axis, always as a unit vector',
    (posture, axis, sign) => {
      const person = aPerson();
      person.turnTo('upright', 0);
      person.turnTo(posture, 10);
      for (let tenth = 0; tenth < 200; tenth++)
        expect(Math.hypot(...person.up(tenth / 10))).toBeCloseTo(1, 6);
      expect((person.up(13)[axis] ?? 0) * sign).toBeGreaterThan(0.95);
      expect(person.up(9)[1]).toBeGreaterThan(0.95);
    },
  );

  it('turning over causes movement, which is absent before and after', () => {
    const person = aPerson();
    person.turnTo('left', 10);
    expect([9, 11, 13].map((seconds) => person.movement(seconds) > 0.05)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('walking makes the person upright, and sleep makes them lie', () => {
    const person = after(aPerson(), 1);
    person.become('walking');
    expect(person.up(60)[1]).toBeGreaterThan(0.95);
    person.become('asleep');
    expect(person.up(120)[2]).toBeGreaterThan(0.95);
    person.become('sitting');
    person.become('fallen');
    expect(person.up(240)[2]).toBeLessThan(-0.95);
  });

  it('a pause in breathing lasts as long as set, with deeper breaths afterwards', () => {
    const person = aPerson();
    person.stopBreathing(10, 20);
    const volumes: number[] = [];
    for (let tenth = 0; tenth < 500; tenth++) {
      person.advanceTo(tenth / 10);
      volumes.push(person.lungVolume(tenth / 10));
    }
    expect(person.rates().respiration).toBeGreaterThan(0);
    expect(Math.max(...volumes.slice(170, 298))).toBeLessThan(0.1);
    expect(Math.max(...volumes.slice(300, 420))).toBeGreaterThan(1.3);
  });

  it('an awake person moves more often than a sleeping one', () => {
    const turns = (condition: Condition): number => {
      const person = aPerson(5);
      person.become(condition);
      let moved = 0;
      for (let second = 1; second <= 3600; second++) {
        person.advanceTo(second);
        if (person.movement(second + 1) > 0.05) moved += 1;
      }
      return moved;
    };
    expect(turns('awake')).toBeGreaterThan(turns('asleep') * 3);
  });
});

describe('createRandom and seedFrom', () => {
  it('the same seed gives the same numbers, uniform or normal', () => {
    const one = createRandom(9);
    const other = createRandom(9);
    expect(Array.from({ length: 5 }, one.uniform)).toEqual(
      Array.from({ length: 5 }, other.uniform),
    );
    const uniform = Array.from({ length: 20_000 }, one.uniform);
    expect(mean(uniform)).toBeCloseTo(0.5, 1);
    expect(Math.min(...uniform)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...uniform)).toBeLessThan(1);
    const normal = Array.from({ length: 20_000 }, one.normal);
    expect(mean(normal)).toBeCloseTo(0, 1);
    expect(spread(normal)).toBeCloseTo(1, 1);
  });

  it('every room and device has another seed', () => {
    expect(
      new Set([
        seedFrom(1, '201'),
        seedFrom(1, '202'),
        seedFrom(2, '201'),
        seedFrom(1, '201', 0),
        seedFrom('12', '01'),
      ]).size,
    ).toBe(5);
    expect(seedFrom(1, '201')).toBe(seedFrom(1, '201'));
  });
});
