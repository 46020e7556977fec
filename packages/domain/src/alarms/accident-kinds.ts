import type {
  ACCIDENT_SEVERITIES,
  ACCIDENT_SOURCES,
  AccidentKind,
} from '../collections/accident.ts';

/**
 * Properties shared by all alarms of a kind. `clears`: whether the alarm resolves when its
 * condition ends, unless a parameter overrides it.
 */
type AccidentTraits = {
  readonly severity: (typeof ACCIDENT_SEVERITIES)[number];
  readonly source: (typeof ACCIDENT_SOURCES)[number];
  readonly clears: boolean;
};

const sensor = (severity: AccidentTraits['severity'], clears: boolean): AccidentTraits => ({
  severity,
  source: 'sensor',
  clears,
});
const TECHNICAL: AccidentTraits = { severity: 'technical', source: 'system', clears: true };

/**
 * Alarms about a person's health stay open until staff look, even if the condition has ended: a
 * fast heart rate five minutes ago still matters. Alarms whose room shows that all is well again
 * resolve on their own.
 */
export const ACCIDENT_TRAITS: Readonly<Record<AccidentKind, AccidentTraits>> = {
  fall: sensor('high', false),
  bedExit: sensor('medium', true),
  longAbsence: sensor('high', true),
  noMovement: sensor('low', true),
  apnea: sensor('high', false),
  respirationHigh: sensor('medium', false),
  respirationLow: sensor('high', false),
  heartRateHigh: sensor('medium', false),
  heartRateLow: sensor('high', false),
  temperatureHigh: sensor('low', true),
  temperatureLow: sensor('low', true),
  call: { severity: 'high', source: 'button', clears: false },
  deviceOffline: TECHNICAL,
  sensorOff: TECHNICAL,
  batteryLow: TECHNICAL,
  clockSkew: TECHNICAL,
  // Staff have to look: the data that rules did not evaluate may contain any alarm.
  monitoringGap: { severity: 'medium', source: 'system', clears: false },
  staffReport: { severity: 'medium', source: 'staff', clears: false },
  other: { severity: 'low', source: 'system', clears: false },
  // A staff member tests alarm delivery; the alarm resolves after a few seconds (decision 041).
  test: { severity: 'low', source: 'system', clears: true },
};

/** Whether an alarm is about a device rather than a person. */
export const isTechnical = (kind: AccidentKind): boolean =>
  ACCIDENT_TRAITS[kind].severity === 'technical';

/** Momentary kinds: they have no duration, so they cannot end. */
const MOMENTS: readonly AccidentKind[] = [
  'fall',
  'call',
  'monitoringGap',
  'staffReport',
  'other',
  'test',
];

/** Whether alarms of this kind watch a condition that can end. */
export const hasCondition = (kind: AccidentKind): boolean => !MOMENTS.includes(kind);
