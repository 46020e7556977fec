import type {
  ACCIDENT_SEVERITIES,
  ACCIDENT_SOURCES,
  AccidentKind,
} from '../collections/accident.ts';

/**
 * What every accident of a kind has in common. `clears`: whether it ends by itself unless a
 * parameter says otherwise.
 */
export type AccidentTraits = {
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
 * What says something of the person stays until somebody has looked, although it may be over (a
 * heart that was fast for five minutes was fast); where the room shows by itself that all is well
 * again, nobody need say so.
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
  staffReport: { severity: 'medium', source: 'staff', clears: false },
  other: { severity: 'low', source: 'system', clears: false },
  // Somebody tries out whether alarms arrive; it ends by itself (decision 041).
  test: { severity: 'low', source: 'system', clears: true },
};

/** Whether an alarm is of a device and not of a person: its kind says so, wherever it is asked. */
export const isTechnical = (kind: AccidentKind): boolean =>
  ACCIDENT_TRAITS[kind].severity === 'technical';

/** Kinds of one moment: nothing about them holds for a while, so nothing can be over. */
const MOMENTS: readonly AccidentKind[] = ['fall', 'call', 'staffReport', 'other', 'test'];

/** Whether an accident of this kind watches a condition that can end. */
export const hasCondition = (kind: AccidentKind): boolean => !MOMENTS.includes(kind);
