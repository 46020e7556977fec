import {
  ACCIDENT_PARAMETERS,
  createLocalMinutes,
  effectiveRules,
  UNKNOWN_FACTS,
  type Observed,
  type ParameterOverrides,
  type RoomFacts,
} from '@yamori/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { readLines, writeLine } from './facts-log.ts';
import { replayFacts } from './replay-facts.ts';
import { createRoomFactsStore, type FactsLines, type FactsPart } from './room-facts-store.ts';
import type { RoomAlarmConfig } from './rule-cache.ts';
import { resumeEvaluation } from './room-evaluation.ts';

const NIGHT_MS = Date.UTC(2026, 10, 22, 14);
const configWith = (overrides: ParameterOverrides = {}): RoomAlarmConfig => ({
  rules: effectiveRules([overrides], ACCIDENT_PARAMETERS),
  toLocalMinute: createLocalMinutes('Asia/Tokyo'),
  groups: [],
  escalateAfterMinutes: () => 5,
});
const asleep: RoomFacts = {
  ...UNKNOWN_FACTS,
  areDevicesUnknown: false,
  presence: 'inBed',
  presenceSinceMs: NIGHT_MS - 60_000,
  sleepState: 'asleep',
  heartRate: 60,
  respirationRate: 14,
  breath: { kind: 'seen' },
};

type Told = readonly [second: number, change: Partial<RoomFacts>, falls: number];
const anyObservation: fc.Arbitrary<Told> = fc.tuple(
  fc.integer({ min: 0, max: 3 * 3600 }),
  fc.oneof(
    fc.record({ heartRate: fc.constantFrom(null, 38, 60, 108, 112, 125) }),
    fc.record({
      presence: fc.constantFrom('inBed' as const, 'outOfBed' as const, 'unknown' as const),
    }),
    fc.record({ deviceOffline: fc.constantFrom(null, 'A', 'B') }),
    fc.record({ respirationRate: fc.constantFrom(null, 6, 14, 27.5) }),
    fc.constant({}),
  ),
  fc.constantFrom(0, 0, 0, 2),
);
const night = fc
  .array(anyObservation, { minLength: 1, maxLength: 50 })
  .map((changes) => changes.toSorted(([one], [another]) => one - another));

/**
 * A step of one second is unnecessary here. Returns the rule events, and the log in batches.
 */
function live(changes: readonly Told[], config: RoomAlarmConfig) {
  const room = resumeEvaluation('r', null, config, NIGHT_MS);
  let facts = asleep;
  const parts: FactsLines[] = [];
  const take = (nowMs: number): void => {
    do parts.push(room.drainLines(nowMs));
    while (parts.at(-1)?.beginsAtMs !== room.beginsAtMs());
  };
  changes.forEach(([second, change, falls], index) => {
    facts = {
      ...facts,
      ...change,
      ...(change.presence === undefined ? {} : { presenceSinceMs: NIGHT_MS + second * 1000 }),
    };
    const atMs = NIGHT_MS + second * 1000;
    room.observe(
      {
        atMs,
        facts,
        events: Array.from({ length: falls }, () => ({
          kind: 'fall' as const,
          atMs,
          serial: 'A',
          streamId: 1,
          deviceTimeUs: atMs * 1000,
        })),
      },
      config,
      null,
    );
    if (index % 7 === 3) take(atMs);
  });
  const endMs = NIGHT_MS + 4 * 3_600_000;
  room.observe({ atMs: endMs }, config, null);
  take(endMs);
  return { parts, said: room.waiting };
}

/** The stored parts: the lines of each part joined. */
function createParts(lines: readonly FactsLines[]): FactsPart[] {
  const begins = [...new Set(lines.map(({ beginsAtMs }) => beginsAtMs))];
  return begins.flatMap((beginsAtMs): FactsPart[] => {
    const own = lines.filter((one) => one.beginsAtMs === beginsAtMs);
    const [first] = own;
    if (first === undefined) return [];
    return [
      {
        roomId: 'r',
        beginsAtMs,
        endsAtMs: own.at(-1)?.endsAtMs ?? beginsAtMs,
        state: first.state,
        observed: readLines(
          own.flatMap((one) => one.lines).join('\n'),
          beginsAtMs,
          first.state.facts,
        ),
        length: 0,
      },
    ];
  });
}

/** Merges repeats, as the live evaluator does while they wait. */
const counted = (
  ruleEvents: readonly {
    readonly kind: string;
    readonly type: string;
    readonly atMs: number;
    readonly count?: number;
  }[],
) =>
  ruleEvents
    .filter(({ type }) => type !== 'repeated')
    .map(({ kind, type, atMs }) => `${atMs - NIGHT_MS} ${kind} ${type}`)
    .toSorted();
const repeats = (ruleEvents: readonly { readonly type: string; readonly count?: number }[]) =>
  ruleEvents.reduce((sum, { type, count = 1 }) => sum + (type === 'repeated' ? count : 0), 0);

describe('replayFacts', () => {
  it('returns the live rule events for any night when the rules are unchanged', () => {
    fc.assert(
      fc.property(night, (changes) => {
        const config = configWith({
          'accident.bedExit.enabled': true,
          'accident.bedExit.until': '00:30',
        });
        const { parts, said } = live(changes, config);
        const replayed = replayFacts(createParts(parts), config, 'asItStood');
        expect(counted(replayed)).toEqual(counted(said));
        expect(repeats(replayed)).toBe(repeats(said));
      }),
      { numRuns: 150 },
    );
  });

  it('returns the rule events that live would have raised under changed rules', () => {
    fc.assert(
      fc.property(night, (changes) => {
        const changed = configWith({
          'accident.heartRateHigh.limit': 105,
          'accident.heartRateHigh.delayMinutes': 0,
          'accident.longAbsence.delayMinutes': 3,
        });
        const { parts } = live(changes, configWith());
        expect(counted(replayFacts(createParts(parts), changed, 'anew'))).toEqual(
          counted(live(changes, changed).said),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('returns nothing without a log and for unobserved hours', () => {
    expect(replayFacts([], configWith(), 'anew')).toEqual([]);
    const state = {
      atMs: NIGHT_MS,
      facts: { ...asleep, presence: 'outOfBed' as const, presenceSinceMs: NIGHT_MS },
      countFromMs: 0,
      kinds: {},
    };
    const part = (beginsAtMs: number, endsAtMs: number): FactsPart => ({
      roomId: 'r',
      beginsAtMs,
      endsAtMs,
      state: { ...state, atMs: beginsAtMs },
      observed: [],
      length: 0,
    });
    const inBed = {
      ...part(NIGHT_MS + 7_200_000, NIGHT_MS + 7_300_000),
      state: { ...state, facts: asleep },
    };
    expect(replayFacts([part(NIGHT_MS, NIGHT_MS + 60_000), inBed], configWith(), 'anew')).toEqual(
      [],
    );
    expect(
      replayFacts([part(NIGHT_MS, NIGHT_MS + 960_000)], configWith(), 'anew').map(
        ({ kind }) => kind,
      ),
    ).toEqual(['longAbsence']);
  });
});

describe('the log of observed facts', () => {
  it('reads back as written and contains only changes', () => {
    const first: Observed = {
      atMs: NIGHT_MS + 1000,
      facts: { ...asleep, heartRate: 72 },
      events: [
        { kind: 'fall', atMs: NIGHT_MS, serial: 'A', streamId: 1, deviceTimeUs: NIGHT_MS * 1000 },
      ],
    };
    const line = writeLine(asleep, first, NIGHT_MS);
    expect(line).toBe(`[1000,{"h":72},[["fall",${NIGHT_MS},"A",1,${NIGHT_MS}000]]]`);
    // The format of earlier versions.
    expect(readLines(`[1000,{"h":72},[["fall",${NIGHT_MS},"A",1]]]\n`, NIGHT_MS, asleep)).toEqual([
      first,
    ]);
    expect(readLines(`${line}\n`, NIGHT_MS, asleep)).toEqual([first]);
    expect(writeLine(asleep, { atMs: NIGHT_MS, facts: asleep }, NIGHT_MS)).toBeNull();
    expect(() => readLines('[1,{"h":"x"}]', NIGHT_MS, asleep)).toThrow();
  });
});

describe('createRoomFactsStore', () => {
  let temporary: TemporaryDatabase;
  beforeAll(async () => {
    temporary = await openTemporaryDatabase();
  });
  afterAll(() => temporary.drop());

  const state = { atMs: NIGHT_MS, countFromMs: 0, facts: asleep, kinds: {} };
  const lines = (beginsAtMs: number, endsAtMs: number, ...own: string[]): FactsLines => ({
    roomId: 'r1',
    beginsAtMs,
    endsAtMs,
    state: { ...state, atMs: beginsAtMs },
    offset: 0,
    lines: own,
  });

  it('appends to a part, and returns the parts of a range, each cut where the next begins', async () => {
    const store = createRoomFactsStore(temporary.database, 40);
    await store.append([lines(NIGHT_MS, NIGHT_MS + 1000, '[1000,{"h":70}]')]);
    const offset = (await store.last('r1', NIGHT_MS))?.length ?? 0;
    await store.append([
      { ...lines(NIGHT_MS, NIGHT_MS + 9000, '[1000,{"h":71}]', '[6000,{"h":99}]'), offset },
    ]);
    await store.append([lines(NIGHT_MS + 5000, NIGHT_MS + 20_000, '[1000,{"h":72}]')]);
    const parts = await store.between('r1', NIGHT_MS, NIGHT_MS + 60_000);
    expect(
      parts.map(({ observed, endsAtMs }) => [
        endsAtMs - NIGHT_MS,
        observed.map(({ facts }) => facts?.heartRate),
      ]),
    ).toEqual([
      [5000, [70, 71]],
      [20_000, [72]],
    ]);
    expect((await store.last('r1', NIGHT_MS + 60_000))?.beginsAtMs).toBe(NIGHT_MS + 5000);
    // A part from a wrong clock does not hide it.
    expect((await store.last('r1', NIGHT_MS))?.beginsAtMs).toBe(NIGHT_MS);
    expect([
      await store.last('r2', NIGHT_MS + 60_000),
      await store.between('r1', NIGHT_MS + 60_000, NIGHT_MS + 90_000),
    ]).toEqual([null, []]);
  });

  it('stores a fall once when an append is repeated with more lines after a lost reply', async () => {
    const store = createRoomFactsStore(temporary.database, 40);
    const room = resumeEvaluation('repeated', null, configWith(), NIGHT_MS);
    const appendAll = async (atMs: number, isAnswerLost: boolean): Promise<void> => {
      const taken = room.drainLines(atMs);
      await store.append([taken]);
      if (isAnswerLost) room.requeue(taken);
    };
    room.observe({ atMs: NIGHT_MS + 1000, facts: asleep }, configWith(), null);
    await appendAll(NIGHT_MS + 1000, false);
    const fall = {
      kind: 'fall' as const,
      atMs: NIGHT_MS + 1500,
      serial: 'A',
      streamId: 1,
      deviceTimeUs: 1_000_000,
    };
    room.observe({ atMs: NIGHT_MS + 2000, events: [fall] }, configWith(), NIGHT_MS + 2000);
    await appendAll(NIGHT_MS + 2000, true);
    await appendAll(NIGHT_MS + 2000, true);
    room.observe(
      { atMs: NIGHT_MS + 3000, facts: { ...asleep, heartRate: 72 } },
      configWith(),
      null,
    );
    await appendAll(NIGHT_MS + 3000, false);
    // A server with a slow clock appends to it, at the time when this part began.
    const other = resumeEvaluation(
      'repeated',
      await store.last('repeated', NIGHT_MS),
      configWith(),
      NIGHT_MS,
    );
    other.observe(
      { atMs: NIGHT_MS + 4000, facts: { ...asleep, heartRate: 73 } },
      configWith(),
      null,
    );
    await store.append([other.drainLines(NIGHT_MS + 4000)]);
    const parts = await store.between('repeated', NIGHT_MS, NIGHT_MS + 60_000);
    const observed = parts.flatMap((part) => part.observed);
    expect(observed.flatMap(({ events }) => events ?? [])).toEqual([fall]);
    expect(observed.at(-1)?.facts?.heartRate).toBe(73);
  });

  it('deletes parts after their retention', async () => {
    const store = createRoomFactsStore(temporary.database, 40);
    await store.append([
      { ...lines(NIGHT_MS - 41 * 86_400_000, NIGHT_MS - 41 * 86_400_000), roomId: 'old' },
    ]);
    await store.append([{ ...lines(NIGHT_MS, NIGHT_MS), roomId: 'new' }]);
    expect([
      await store.last('old', NIGHT_MS + 60_000),
      (await store.last('new', NIGHT_MS + 60_000))?.roomId,
    ]).toEqual([null, 'new']);
  });
});
