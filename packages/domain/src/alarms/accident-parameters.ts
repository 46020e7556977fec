import type { AccidentKind } from '../collections/accident.ts';
import type { ParameterValue } from '../collections/organisation.ts';

/** Kinds that rules raise. People raise the others. */
export const WATCHED_KINDS = [
  'fall',
  'bedExit',
  'longAbsence',
  'noMovement',
  'apnea',
  'respirationHigh',
  'respirationLow',
  'heartRateHigh',
  'heartRateLow',
  'temperatureHigh',
  'temperatureLow',
  'deviceOffline',
  'sensorOff',
  'batteryLow',
  'clockSkew',
] as const satisfies readonly AccidentKind[];
export type WatchedKind = (typeof WATCHED_KINDS)[number];

/**
 * A parameter of the alarm rules: a row of the collection `parameter` whose key begins with
 * `accident.`. Its labels belong to the web client. Domains and rooms can override it
 * (`parameterOverrides`).
 */
export type AccidentParameter = {
  readonly key: string;
  readonly group: string;
  readonly kind: 'number' | 'toggle' | 'text';
  readonly unit: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly step: number | null;
  readonly default: ParameterValue;
  readonly scope: 'room';
};

type Ranged = {
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly default: number;
};
type Catalogue = {
  readonly enabled: boolean;
  readonly limit?: Ranged;
  readonly delayMinutes?: number;
  /** Local times between which the rule applies; equal times mean always. */
  readonly between?: readonly [from: string, until: string];
  readonly repeats?: { readonly times: number; readonly withinMinutes: number };
  readonly clears: boolean;
  readonly escalateAfterMinutes: number;
};

const ALWAYS = ['00:00', '00:00'] as const;
const NIGHT = ['20:00', '07:00'] as const;
const heart = (value: number): Ranged => ({
  unit: '/min',
  min: 20,
  max: 220,
  step: 5,
  default: value,
});
const breaths = (value: number): Ranged => ({
  unit: '/min',
  min: 2,
  max: 60,
  step: 1,
  default: value,
});
const degrees = (value: number): Ranged => ({
  unit: '°C',
  min: 25,
  max: 43,
  step: 0.1,
  default: value,
});
const TECHNICAL = { enabled: true, clears: true, escalateAfterMinutes: 15 } as const;

/**
 * Defaults for elderly people asleep. The rate limits follow the National Early Warning Score
 * (NEWS2, Royal College of Physicians 2017): respiration of 25 and more or 8 and less; pulse over
 * 110 or 40 and less; held for two minutes. A value at its limit is within it, because estimates
 * fluctuate there. Temperatures are skin temperatures, so the limits of NEWS2 do not apply, and
 * their rules are off. Bed exit is off too: it is switched on only for people who must not get up
 * alone. Technical alarms are always on.
 */
const CATALOGUE: Readonly<Record<WatchedKind, Catalogue>> = {
  fall: { enabled: true, between: ALWAYS, clears: false, escalateAfterMinutes: 3 },
  bedExit: {
    enabled: false,
    delayMinutes: 0,
    between: NIGHT,
    clears: true,
    escalateAfterMinutes: 3,
  },
  longAbsence: {
    enabled: true,
    delayMinutes: 15,
    between: NIGHT,
    clears: true,
    escalateAfterMinutes: 5,
  },
  noMovement: {
    enabled: false,
    limit: { unit: 'min', min: 30, max: 360, step: 10, default: 120 },
    between: NIGHT,
    clears: true,
    escalateAfterMinutes: 15,
  },
  apnea: {
    enabled: true,
    limit: { unit: 's', min: 10, max: 60, step: 5, default: 20 },
    between: ALWAYS,
    repeats: { times: 3, withinMinutes: 10 },
    clears: false,
    escalateAfterMinutes: 5,
  },
  respirationHigh: {
    enabled: true,
    limit: breaths(25),
    delayMinutes: 2,
    between: ALWAYS,
    clears: false,
    escalateAfterMinutes: 5,
  },
  respirationLow: {
    enabled: true,
    limit: breaths(8),
    delayMinutes: 2,
    between: ALWAYS,
    clears: false,
    escalateAfterMinutes: 5,
  },
  heartRateHigh: {
    enabled: true,
    limit: heart(110),
    delayMinutes: 2,
    between: ALWAYS,
    clears: false,
    escalateAfterMinutes: 5,
  },
  heartRateLow: {
    enabled: true,
    limit: heart(40),
    delayMinutes: 2,
    between: ALWAYS,
    clears: false,
    escalateAfterMinutes: 5,
  },
  temperatureHigh: {
    enabled: false,
    limit: degrees(38),
    delayMinutes: 10,
    between: ALWAYS,
    clears: true,
    escalateAfterMinutes: 15,
  },
  temperatureLow: {
    enabled: false,
    limit: degrees(34),
    delayMinutes: 10,
    between: ALWAYS,
    clears: true,
    escalateAfterMinutes: 15,
  },
  // A lost device always raises an alarm, at any time of day and without delay.
  deviceOffline: TECHNICAL,
  sensorOff: { ...TECHNICAL, delayMinutes: 1 },
  batteryLow: { ...TECHNICAL, delayMinutes: 0, escalateAfterMinutes: 60 },
  clockSkew: {
    ...TECHNICAL,
    limit: { unit: 's', min: 10, max: 3600, step: 10, default: 60 },
    delayMinutes: 1,
    escalateAfterMinutes: 60,
  },
};

/** Kinds that cannot be switched off. */
const ALWAYS_ON: readonly AccidentKind[] = ['deviceOffline'];
/** Minutes until escalation for the kinds that people raise. */
const REPORTED_KINDS = { call: 3, staffReport: 5 } as const;

export const MAX_DELAY_MINUTES = 20;
const MAX_ESCALATION_MINUTES = 120;

export const parameterKey = (kind: AccidentKind, name: string): string =>
  `accident.${kind}.${name}`;

export const ACCIDENT_PARAMETERS: readonly AccidentParameter[] = [
  ...WATCHED_KINDS.flatMap((kind) => buildParameters(kind, CATALOGUE[kind])),
  ...Object.entries(REPORTED_KINDS).map(([kind, minutes]) =>
    ranged(`accident.${kind}.escalateAfterMinutes`, {
      unit: 'min',
      min: 1,
      max: MAX_ESCALATION_MINUTES,
      step: 1,
      default: minutes,
    }),
  ),
];

function buildParameters(
  kind: WatchedKind,
  { limit, delayMinutes, between, repeats, ...rest }: Catalogue,
): AccidentParameter[] {
  const named = (name: string): string => parameterKey(kind, name);
  const minutes = (value: number, min: number, max: number): Ranged => ({
    unit: 'min',
    min,
    max,
    step: 1,
    default: value,
  });
  return [
    ...(ALWAYS_ON.includes(kind) ? [] : [toggle(named('enabled'), rest.enabled)]),
    ...(limit === undefined ? [] : [ranged(named('limit'), limit)]),
    ...(delayMinutes === undefined
      ? []
      : [ranged(named('delayMinutes'), minutes(delayMinutes, 0, MAX_DELAY_MINUTES))]),
    ...(between === undefined
      ? []
      : [time(named('from'), between[0]), time(named('until'), between[1])]),
    ...(repeats === undefined
      ? []
      : [
          ranged(named('repeats'), { unit: '', min: 1, max: 20, step: 1, default: repeats.times }),
          ranged(named('withinMinutes'), minutes(repeats.withinMinutes, 1, 120)),
        ]),
    toggle(named('clears'), rest.clears),
    ranged(
      named('escalateAfterMinutes'),
      minutes(rest.escalateAfterMinutes, 1, MAX_ESCALATION_MINUTES),
    ),
  ];
}

function base(key: string) {
  return { key, group: key.slice(0, key.lastIndexOf('.')), scope: 'room' as const };
}
function ranged(key: string, range: Ranged): AccidentParameter {
  return { ...base(key), kind: 'number', ...range };
}

function toggle(key: string, value: boolean): AccidentParameter {
  return {
    ...base(key),
    kind: 'toggle',
    unit: '',
    min: null,
    max: null,
    step: null,
    default: value,
  };
}

function time(key: string, value: string): AccidentParameter {
  return { ...base(key), kind: 'text', unit: '', min: null, max: null, step: null, default: value };
}
