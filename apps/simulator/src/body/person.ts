import type { Random } from '../random.ts';
import { createHeart, type HeartBeat, type HeartSettings, type Rhythm } from './heart.ts';
import { createLungs } from './lungs.ts';

type Posture = 'supine' | 'left' | 'right' | 'prone' | 'upright';
export type Condition = 'asleep' | 'dozing' | 'awake' | 'sitting' | 'walking' | 'fallen';

/**
 * A simulated person: state set by a script, signals read by sensors. Times are seconds of the
 * simulation.
 */
export type Person = {
  readonly condition: () => Condition;
  readonly inBed: () => boolean;
  readonly become: (condition: Condition) => void;
  readonly turnTo: (posture: Posture, atSeconds: number) => void;
  readonly stopBreathing: (fromSeconds: number, forSeconds: number) => void;
  readonly setHeart: (change: {
    readonly ratePerMinute?: number;
    readonly rhythm?: Rhythm;
    readonly prematureShare?: number;
  }) => void;
  readonly setBreathing: (ratePerMinute: number) => void;
  /** Advances slow changes such as restlessness. */
  readonly advanceTo: (timeSeconds: number) => void;
  readonly lungVolume: (timeSeconds: number) => number;
  readonly beatsAround: (timeSeconds: number) => readonly HeartBeat[];
  /** Strength of movement in g, 0 when still. */
  readonly movement: (timeSeconds: number) => number;
  /** Acceleration of the trunk when it hits the floor, in g. */
  readonly impact: (timeSeconds: number) => number;
  /** Unit vector of an accelerometer at rest: x to the left, y to the head, z out of the chest. */
  readonly up: (timeSeconds: number) => readonly [number, number, number];
  readonly skinTemperature: (timeSeconds: number) => number;
  readonly rates: () => { readonly heart: number; readonly respiration: number };
};

type Traits = {
  readonly heart: number;
  readonly respiration: number;
  readonly restless: number;
  readonly temperature: number;
};
type Drive = {
  readonly heart: number;
  readonly respiration: number;
  readonly irregularity: number;
  readonly turnsPerHour: number;
  readonly movement: number;
};

/** Effect of each condition: factors of the resting rates, movement in g. */
const DRIVES: Readonly<Record<Condition, Drive>> = {
  asleep: { heart: 0.92, respiration: 0.9, irregularity: 0.05, turnsPerHour: 4, movement: 0 },
  dozing: { heart: 0.97, respiration: 0.97, irregularity: 0.09, turnsPerHour: 8, movement: 0 },
  awake: { heart: 1.05, respiration: 1.1, irregularity: 0.18, turnsPerHour: 70, movement: 0.004 },
  sitting: {
    heart: 1.15,
    respiration: 1.15,
    irregularity: 0.18,
    turnsPerHour: 90,
    movement: 0.012,
  },
  walking: { heart: 1.35, respiration: 1.3, irregularity: 0.15, turnsPerHour: 0, movement: 0.18 },
  fallen: { heart: 1.4, respiration: 1.4, irregularity: 0.25, turnsPerHour: 120, movement: 0.01 },
};

const UP: Readonly<Record<Posture, readonly [number, number, number]>> = {
  supine: [0, 0.1, 0.995],
  prone: [0, 0.1, -0.995],
  left: [-0.99, 0.1, 0.1],
  right: [0.99, 0.1, 0.1],
  upright: [0, 0.98, 0.2],
};
const LYING: readonly Posture[] = [
  'supine',
  'left',
  'supine',
  'right',
  'supine',
  'left',
  'right',
  'prone',
];
const TURN_SECONDS = 2.5;
const TURN_STRENGTH_G = 0.09;
/**
 * Duration of a fall onto the floor, and duration and strength of the impact (measured falls:
 * packages/signal, `createFallWatch`).
 */
const FALL_SECONDS = 0.6;
const IMPACT_SECONDS = 0.12;
const IMPACT_G = 3.2;

export function createPerson(random: Random): Person {
  const traits: Traits = {
    heart: 58 + 22 * random.uniform(),
    respiration: 12.5 + 5 * random.uniform(),
    restless: 0.6 + 0.9 * random.uniform(),
    temperature: 36.1 + 0.6 * random.uniform(),
  };
  let condition: Condition = 'asleep';
  let heart: HeartSettings = { ratePerMinute: traits.heart, rhythm: 'sinus', prematureShare: 0 };
  let respirationPerMinute = traits.respiration;
  let breathless = { from: 0, until: 0 };
  let turn: { at: number; seconds: number; from: Posture; to: Posture } = {
    at: -Infinity,
    seconds: TURN_SECONDS,
    from: 'supine',
    to: 'supine',
  };
  let fellAt = -Infinity;
  let lastAdvance: number | null = null;
  let now = 0;

  const drive = (): Drive => DRIVES[condition];
  const isBreathless = (): boolean => now >= breathless.from && now < breathless.until;
  const lungs = createLungs(random, () => ({
    ratePerMinute: isBreathless() ? 0 : respirationPerMinute * drive().respiration,
    depth: now >= breathless.until && now < breathless.until + 12 && breathless.until > 0 ? 1.8 : 1,
    irregularity: drive().irregularity,
  }));
  const heartBeats = createHeart(
    random,
    () => ({ ...heart, ratePerMinute: heart.ratePerMinute * drive().heart }),
    lungs.volume,
  );

  const turnTo = (posture: Posture, atSeconds: number, seconds = TURN_SECONDS): void => {
    turn = { at: atSeconds, seconds, from: turn.to, to: posture };
  };
  const fall = (): void => {
    fellAt = now;
    turnTo('prone', now, FALL_SECONDS);
  };

  return {
    condition: () => condition,
    inBed: () => condition !== 'walking' && condition !== 'fallen',
    become(next) {
      const upright = (which: Condition): boolean => which === 'sitting' || which === 'walking';
      if (upright(next) && turn.to !== 'upright') turnTo('upright', now);
      if (next === 'fallen' && condition !== 'fallen') fall();
      else if (!upright(next) && turn.to === 'upright') turnTo('supine', now);
      condition = next;
    },
    turnTo: (posture, atSeconds) => turnTo(posture, atSeconds),
    stopBreathing(fromSeconds, forSeconds) {
      breathless = { from: fromSeconds, until: fromSeconds + forSeconds };
    },
    setHeart(change) {
      heart = { ...heart, ...change };
    },
    setBreathing(ratePerMinute) {
      respirationPerMinute = ratePerMinute;
    },
    advanceTo(timeSeconds) {
      const passed = lastAdvance === null ? 0 : timeSeconds - lastAdvance;
      lastAdvance = timeSeconds;
      now = timeSeconds;
      const turns = (drive().turnsPerHour * traits.restless * passed) / 3600;
      if (random.uniform() >= turns) return;
      turnTo(
        condition === 'sitting'
          ? 'upright'
          : (LYING[Math.floor(random.uniform() * LYING.length)] ?? 'supine'),
        timeSeconds,
      );
    },
    lungVolume: lungs.volume,
    beatsAround: heartBeats.around,
    movement(timeSeconds) {
      const since = timeSeconds - turn.at;
      const turning =
        since >= 0 && since < turn.seconds
          ? TURN_STRENGTH_G * Math.sin((Math.PI * since) / turn.seconds)
          : 0;
      return drive().movement + turning;
    },
    impact(timeSeconds) {
      const since = timeSeconds - fellAt - FALL_SECONDS;
      return since >= 0 && since < IMPACT_SECONDS
        ? IMPACT_G * Math.sin((Math.PI * since) / IMPACT_SECONDS)
        : 0;
    },
    up: (timeSeconds) =>
      between(UP[turn.from], UP[turn.to], (timeSeconds - turn.at) / turn.seconds),
    skinTemperature: (timeSeconds) =>
      traits.temperature +
      0.15 * Math.sin(timeSeconds / 2400) +
      (condition === 'walking' ? -0.2 : 0),
    rates: () => ({
      heart: heart.ratePerMinute * drive().heart,
      respiration: isBreathless() ? 0 : respirationPerMinute * drive().respiration,
    }),
  };
}

function between(
  from: readonly [number, number, number],
  to: readonly [number, number, number],
  share: number,
): [number, number, number] {
  const part = Math.min(1, Math.max(0, share));
  const eased = part * part * (3 - 2 * part);
  const [x, y, z] = [0, 1, 2].map(
    (axis) => (from[axis] ?? 0) * (1 - eased) + (to[axis] ?? 0) * eased,
  );
  const length = Math.hypot(x ?? 0, y ?? 0, z ?? 1) || 1;
  return [(x ?? 0) / length, (y ?? 0) / length, (z ?? 1) / length];
}
