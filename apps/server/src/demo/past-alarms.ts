import {
  ACCIDENT_TRAITS,
  acknowledgedAccident,
  arrivedAccident,
  escalatedAccident,
  overAccident,
  raisedAccident,
  repeatedAccident,
  resolvedAccident,
  type Accident,
  type AccidentKind,
  type AccidentOutcome,
  type Responder,
} from '@yamori/domain';
import { ALARM_WORDS } from './locales/past-words.ts';
import { createHash } from 'node:crypto';

/** Sensor events of one night of a room, in chronological order. */
export type RoomNightEvents = {
  readonly roomId: string;
  readonly night: string;
  /** 1 is the last night. */
  readonly back: number;
  readonly fromMs: number;
  readonly events: readonly {
    readonly kind: string;
    readonly fromMs: number;
    readonly streamId: number | null;
  }[];
};

type PastAlarmOptions = {
  readonly nights: readonly RoomNightEvents[];
  /** The device that raises a room's alarms. */
  readonly getSerial: (roomId: string) => string | null;
  /** Staff of a room's home. Without staff, only alarms that clear on their own are created. */
  readonly getCarers: (roomId: string) => readonly Responder[];
};

type PastAlarm = { readonly path: string; readonly accident: Accident };

/** An alarm before it is answered, and its outcome. */
type AlarmPlan = {
  readonly kind: AccidentKind;
  /** When the condition of the rule began. */
  readonly sinceMs: number;
  readonly atMs: number;
  readonly repeatsMs: readonly number[];
  /** When it cleared on its own; null if a carer has to respond. */
  readonly overMs: number | null;
  readonly streamId: number | null;
  readonly value: number | null;
  readonly limit: number | null;
  readonly found: Found;
};
type Found = {
  readonly outcome: AccidentOutcome;
  readonly useful: boolean | null;
  readonly note: keyof typeof ALARM_WORDS | null;
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The delay of the rule of long absences. */
const ABSENCE_MINUTES = 15;
/** The apnoea rule: this many pauses of at least `limitSeconds` within this time. */
const APNEA = { times: 3, windowMs: 10 * MINUTE_MS, limitSeconds: 20 } as const;
/** The second notification group follows the first after this time. */
const SECOND_GROUP_MS = 3 * MINUTE_MS;

/**
 * Alarms of the last month, each with its outcome. Calls, long absences and apnoeas derive from the
 * events of the nights; the others are spread over the month. Equal nights give equal alarms.
 */
export function pastAlarms({ nights, getSerial, getCarers }: PastAlarmOptions): PastAlarm[] {
  return nights.flatMap((night) => {
    const { roomId } = night;
    const draws = createDraws(roomId, night.back, 'alarms');
    const carers = getCarers(roomId);
    return [...planFromEvents(night, draws), ...planFromList(night, draws)]
      .filter(({ kind }) => carers.length > 0 || ACCIDENT_TRAITS[kind].clears)
      .map((plan, index) => ({
        path: `room/${roomId}/accident/demo-${night.night}-${index + 1}`,
        accident: toAccident(plan, getSerial(roomId), carers, draws),
      }));
  });
}

function planFromEvents({ events }: RoomNightEvents, draws: Draws): AlarmPlan[] {
  return [
    ...planCalls(events, draws),
    ...planAbsences(events, draws),
    ...planApneas(events, draws),
  ];
}

function planCalls(events: RoomNightEvents['events'], draws: Draws): AlarmPlan[] {
  return events
    .filter(({ kind }) => kind === 'call')
    .map(({ fromMs, streamId }) => ({
      ...createPlan('call', fromMs),
      streamId,
      found: {
        outcome: 'helped',
        useful: true,
        note: draws.pick(['thirst', 'pillow', 'toilet', null]),
      },
    }));
}

function planAbsences(events: RoomNightEvents['events'], draws: Draws): AlarmPlan[] {
  return events.flatMap(({ kind, fromMs }, index): AlarmPlan[] => {
    const back = events.slice(index).find((later) => later.kind === 'bedReturn');
    const atMs = fromMs + ABSENCE_MINUTES * MINUTE_MS;
    if (kind !== 'bedExit' || back === undefined || back.fromMs <= atMs) return [];
    return [
      {
        ...createPlan('longAbsence', atMs),
        sinceMs: fromMs,
        overMs: back.fromMs,
        found: { outcome: 'helped', useful: true, note: draws.pick(['toilet', 'corridor', null]) },
      },
    ];
  });
}

/** The first cluster of a night raises an alarm. Later pauses repeat it while it is open. */
function planApneas(events: RoomNightEvents['events'], draws: Draws): AlarmPlan[] {
  const pauses = events.flatMap(({ kind, fromMs }) => (kind === 'apnea' ? [fromMs] : []));
  const third = pauses.findIndex(
    (atMs, index) => atMs - (pauses[index - APNEA.times + 1] ?? -Infinity) <= APNEA.windowMs,
  );
  const atMs = pauses[third];
  const sinceMs = pauses[third - APNEA.times + 1];
  if (atMs === undefined || sinceMs === undefined) return [];
  return [
    {
      ...createPlan('apnea', atMs),
      sinceMs,
      repeatsMs: pauses.filter((later) => later > atMs && later < atMs + MINUTE_MS),
      value: APNEA.times,
      limit: APNEA.limitSeconds,
      found: {
        outcome: draws.pick(['helped', 'other']),
        useful: draws.pick([true, true, false, null]),
        note: draws.pick(['breath', null]),
      },
    },
  ];
}

/** Alarms without a sensor event: room, nights back, hours after the evening began. */
const SCHEDULE: readonly {
  readonly roomId: string;
  readonly back: number;
  readonly hours: number;
  readonly kind: AccidentKind;
  readonly value?: number;
  readonly limit?: number;
  /** The alarm clears on its own after this time. */
  readonly overMinutes?: number;
  readonly found: Found;
}[] = [
  at('demo-akane-206', 3, 6.2, 'fall', { outcome: 'helped', useful: true, note: 'fallHelped' }),
  at('demo-akane-202', 11, 3.6, 'fall', {
    outcome: 'falseAlarm',
    useful: false,
    note: 'fallFalse',
  }),
  at('demo-akane-208', 19, 8.9, 'fall', { outcome: 'helped', useful: true, note: 'fallHelped' }),
  {
    ...at('demo-akane-201', 2, 7.4, 'heartRateHigh', {
      outcome: 'other',
      useful: true,
      note: 'fast',
    }),
    value: 114,
    limit: 110,
  },
  {
    ...at('demo-akane-303', 8, 5.1, 'heartRateHigh', {
      outcome: 'falseAlarm',
      useful: false,
      note: 'electrode',
    }),
    value: 128,
    limit: 110,
  },
  {
    ...at('demo-akane-203', 14, 4.4, 'respirationHigh', {
      outcome: 'helped',
      useful: true,
      note: 'breath',
    }),
    value: 26,
    limit: 25,
  },
  {
    ...at('demo-akane-303', 22, 6.7, 'heartRateLow', {
      outcome: 'other',
      useful: null,
      note: null,
    }),
    value: 39,
    limit: 40,
  },
  at('demo-akane-305', 1, 5.5, 'staffReport', { outcome: 'helped', useful: null, note: 'report' }),
  at('demo-akane-306', 6, 4.8, 'staffReport', { outcome: 'helped', useful: null, note: 'skin' }),
  technical('demo-akane-201', 5, 4.1, 'sensorOff', 18),
  technical('demo-akane-303', 8, 5.3, 'sensorOff', 11),
  technical('demo-akane-307', 9, 2.2, 'batteryLow', 95),
  technical('demo-akane-302', 13, 9.4, 'deviceOffline', 7),
  technical('demo-akane-207', 17, 1.4, 'sensorOff', 26),
  technical('demo-mizuki-103', 4, 3.3, 'sensorOff', 14),
  technical('demo-mizuki-106', 7, 8.2, 'deviceOffline', 5),
  technical('demo-mizuki-101', 12, 2.9, 'batteryLow', 130),
  technical('demo-mizuki-110', 21, 6.6, 'deviceOffline', 9),
  technical('demo-home', 10, 3.7, 'sensorOff', 16),
];

function at(roomId: string, back: number, hours: number, kind: AccidentKind, found: Found) {
  return { roomId, back, hours, kind, found };
}

function technical(
  roomId: string,
  back: number,
  hours: number,
  kind: AccidentKind,
  overMinutes: number,
) {
  const found: Found = { outcome: 'other', useful: null, note: null };
  return { roomId, back, hours, kind, found, overMinutes };
}

/** The evening begins this long after the night. */
const EVENING_MS = 8 * HOUR_MS;

function planFromList({ roomId, back, fromMs }: RoomNightEvents, draws: Draws): AlarmPlan[] {
  return SCHEDULE.filter((one) => one.roomId === roomId && one.back === back).map((one) => {
    const atMs = fromMs + EVENING_MS + one.hours * HOUR_MS + draws.between(0, 20) * MINUTE_MS;
    return {
      ...createPlan(one.kind, Math.round(atMs / SECOND_MS) * SECOND_MS),
      overMs: one.overMinutes === undefined ? null : atMs + one.overMinutes * MINUTE_MS,
      value: one.value ?? null,
      limit: one.limit ?? null,
      found: one.found,
    };
  });
}

const createPlan = (kind: AccidentKind, atMs: number): Omit<AlarmPlan, 'found'> => ({
  kind,
  sinceMs: atMs,
  atMs,
  repeatsMs: [],
  overMs: null,
  streamId: null,
  value: null,
  limit: null,
});

/** Runs the alarm through the product's own state machine, from raised to resolved. */
function toAccident(
  plan: AlarmPlan,
  serial: string | null,
  carers: readonly Responder[],
  draws: Draws,
): Accident {
  const { severity, source } = ACCIDENT_TRAITS[plan.kind];
  const carer = carers.length === 0 ? null : draws.pick(carers);
  const raised = raisedAccident({
    kind: plan.kind,
    severity,
    source,
    at: new Date(plan.atMs),
    since: new Date(plan.sinceMs),
    serial: source === 'staff' ? null : serial,
    streamId: plan.streamId,
    reason: getReason(plan),
    by: source === 'staff' ? carer : null,
    note: '',
    escalatesAt: null,
  });
  const repeated = plan.repeatsMs.reduce(
    (accident, atMs) => repeatedAccident(accident, new Date(atMs)) ?? accident,
    raised,
  );
  const isTechnical = severity === 'technical';
  const isAnswered = carer !== null && !isTechnical;
  return isAnswered
    ? answerAlarm(repeated, plan, carer, draws)
    : (overAccident(repeated, new Date(plan.overMs ?? plan.atMs + 9 * MINUTE_MS), true) ??
        repeated);
}

/**
 * A carer answers, mostly within two minutes, sometimes only after the second group is notified.
 */
function answerAlarm(raised: Accident, plan: AlarmPlan, carer: Responder, draws: Draws): Accident {
  const isEscalated = draws.between(0, 1) < 0.12;
  const answeredMs =
    (raised.lastAt ?? raised.raisedAt).getTime() +
    (isEscalated
      ? SECOND_GROUP_MS + draws.between(20, 120) * SECOND_MS
      : draws.between(12, 110) * SECOND_MS);
  const arrivedMs = answeredMs + draws.between(30, 200) * SECOND_MS;
  const resolvedMs = arrivedMs + draws.between(2, 14) * MINUTE_MS;
  const escalated = isEscalated
    ? escalatedAccident(raised, 1, new Date(plan.atMs + SECOND_GROUP_MS), null)
    : null;
  const going = acknowledgedAccident(escalated ?? raised, carer, toWholeSecond(answeredMs));
  const arrived = arrivedAccident(going ?? raised, carer, toWholeSecond(arrivedMs));
  const { outcome, useful, note } = plan.found;
  const resolved = resolvedAccident(arrived ?? raised, carer, toWholeSecond(resolvedMs), {
    outcome,
    ...(useful === null ? {} : { useful }),
    ...(note === null ? {} : { note: ALARM_WORDS[note] }),
  });
  return resolved ?? raised;
}

const toWholeSecond = (atMs: number): Date => new Date(Math.round(atMs / SECOND_MS) * SECOND_MS);

/** The default rule of each kind; absent if no rule raises it. */
const RULES: Readonly<Partial<Record<AccidentKind, NonNullable<Accident['reason']>>>> = {
  longAbsence: createRule({ rule: 'duration', delayMinutes: ABSENCE_MINUTES }),
  apnea: createRule({
    rule: 'repeating',
    times: APNEA.times,
    withinMinutes: APNEA.windowMs / MINUTE_MS,
  }),
  heartRateHigh: createRule({ rule: 'duration', delayMinutes: 2 }),
  heartRateLow: createRule({ rule: 'duration', delayMinutes: 2 }),
  respirationHigh: createRule({ rule: 'duration', delayMinutes: 2 }),
  fall: createRule({}),
  deviceOffline: createRule({}),
  sensorOff: createRule({}),
  batteryLow: createRule({}),
};

function createRule(
  known: Partial<NonNullable<Accident['reason']>>,
): NonNullable<Accident['reason']> {
  return {
    rule: 'simple',
    value: null,
    limit: null,
    delayMinutes: 0,
    times: null,
    withinMinutes: null,
    ...known,
  };
}

function getReason({ kind, value, limit }: AlarmPlan): Accident['reason'] {
  const rule = RULES[kind];
  return rule === undefined ? null : { ...rule, value, limit };
}

/** Pseudo-random draws. Equal seeds give equal draws. */
type Draws = {
  readonly between: (least: number, most: number) => number;
  readonly pick: <Choice>(choices: readonly [Choice, ...Choice[]] | readonly Choice[]) => Choice;
};

function createDraws(...words: readonly (string | number)[]): Draws {
  let count = 0;
  const uniform = (): number => {
    count += 1;
    const hash = createHash('sha256').update([...words, count].join('\n'));
    return hash.digest().readUInt32BE() / 2 ** 32;
  };
  return {
    between: (least, most) => least + (most - least) * uniform(),
    pick(choices) {
      const found = choices[Math.floor(uniform() * choices.length)];
      if (found === undefined) throw new Error('cannot pick from an empty list');
      return found;
    },
  };
}
