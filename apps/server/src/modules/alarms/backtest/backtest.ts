import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  accidentCollection,
  createLocalMinutes,
  effectiveValues,
  encodeValue,
  getNightDate,
  nightRange,
  daysLater,
  roomCollection,
  buildRules,
  WATCHED_KINDS,
  type AccidentParameter,
  type ParameterOverrides,
  type RehearsalCall,
  type RehearsalLine,
  type RehearsalResult,
  type RoomRules,
  type WatchedKind,
} from '@yamori/domain';
import type { ReadDocument } from '../../../core/documents/document-presentation.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import { listAll } from '../../../core/documents/list-all.ts';
import { readNightZone, type NightZone } from '../../../core/documents/room-place.ts';
import { parseOverrides } from '../../../core/documents/parameter-overrides.ts';
import type { RoomFactsStore } from '../room-facts-store.ts';
import { readDefinitions, readRuleSources } from '../rule-sources.ts';
import { wouldBeRaised, backtestRoom, type Episode, type BacktestedRoom } from './room-backtest.ts';

export type BacktestOptions = {
  readonly store: DocumentStore;
  readonly facts: RoomFactsStore;
  readonly now: () => Date;
};

const MAX_LISTED = 50;

/**
 * Replays the last nights of the rooms under the current thresholds and under the requested ones,
 * and reports its progress.
 */
export async function* backtestThresholds(
  options: BacktestOptions,
  { place, overrides, nights }: RehearsalCall,
  rooms: readonly ReadDocument[],
  stopped: AbortSignal,
): AsyncGenerator<RehearsalLine, void, void> {
  const definitions = await readDefinitions(options.store);
  const total = newTotal();
  for (const [index, room] of rooms.entries()) {
    const zone = await readNightZone(options.store, getDomainId(room) ?? '');
    const range = lastNights(zone, nights, options.now().getTime());
    const rules = await rulesFor(options, room, place, overrides, definitions);
    const backtest = backtestRoom(rules.before, rules.after);
    const seen = new Set<string>();
    for await (const part of options.facts.each(room.id, range.fromMs, range.toMs)) {
      if (stopped.aborted) return;
      backtest.take(part);
      const night = getNightDate(part.beginsAtMs, zone.timeZone, zone.nightStartsAt);
      if (!seen.has(night)) {
        seen.add(night);
        yield {
          kind: 'progress',
          done: index * nights + Math.min(seen.size, nights),
          of: rooms.length * nights,
        };
      }
      // Live frames and alarms have priority.
      await yieldToEventLoop();
    }
    addRoom(total, {
      room,
      zone,
      seen,
      backtested: backtest.end(),
      helped: await helpedIn(options.store, room.id, range),
    });
    yield { kind: 'progress', done: (index + 1) * nights, of: rooms.length * nights };
  }
  yield { kind: 'done', result: toResult(total, rooms.length) };
}

const getDomainId = ({ data }: ReadDocument): string | null =>
  roomCollection.schema.shape.domainId
    .nullable()
    .catch(null)
    .parse(data['domainId'] ?? null);

/** Complete nights up to the current one. */
function lastNights(
  { timeZone, nightStartsAt }: NightZone,
  nights: number,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  const tonight = getNightDate(nowMs, timeZone, nightStartsAt);
  return {
    fromMs: nightRange(daysLater(tonight, -nights), timeZone, nightStartsAt).fromMs,
    toMs: nowMs,
  };
}

/** The current rules of a room, and those with other overrides at the requested place. */
async function rulesFor(
  { store }: BacktestOptions,
  room: ReadDocument,
  place: RehearsalCall['place'],
  changed: ParameterOverrides,
  definitions: readonly AccidentParameter[],
): Promise<{ readonly before: RoomRules; readonly after: RoomRules }> {
  const sources = await readRuleSources(store, getDomainId(room));
  const toLocalMinute = createLocalMinutes(sources.at(-1)?.timeZone ?? 'Asia/Tokyo');
  const own = parseOverrides(room);
  const under = (chain: readonly ParameterOverrides[]): RoomRules => ({
    rules: buildRules(effectiveValues(chain, definitions)),
    toLocalMinute,
  });
  return {
    before: under([...sources.map((source) => source.overrides), own]),
    after: under([
      ...sources.map(({ domainId, overrides }) =>
        place.kind === 'domain' && place.domainId === domainId ? changed : overrides,
      ),
      place.kind === 'room' ? changed : own,
    ]),
  };
}

type Helped = { readonly id: string; readonly kind: WatchedKind; readonly raisedAtMs: number };

/** Useful alarms that rules raised. */
async function helpedIn(
  store: DocumentStore,
  roomId: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly Helped[]> {
  const found = await listAll(store, {
    collection: `room/${roomId}/accident`,
    group: false,
    filters: [
      { field: ['raisedAt'], op: '>=', value: encodeValue(new Date(fromMs)) },
      { field: ['raisedAt'], op: '<', value: encodeValue(new Date(toMs)) },
    ],
  });
  return found.flatMap((document): Helped[] => {
    const { kind, outcome, useful, raisedAt, source } = accidentCollection.schema.parse(
      document.data,
    );
    const watched = WATCHED_KINDS.find((one) => one === kind);
    // A rule cannot raise what staff reported.
    return watched === undefined || source === 'staff' || (useful ?? outcome === 'helped') !== true
      ? []
      : [{ id: document.id, kind: watched, raisedAtMs: raisedAt.getTime() }];
  });
}

type Counts = { before: number; after: number };
type Total = {
  readonly nights: Map<string, Counts>;
  readonly kinds: Map<WatchedKind, Counts>;
  helped: number;
  readonly missed: RehearsalResult['missedAlarms'][number][];
};
type AddedRoom = {
  readonly room: ReadDocument;
  readonly zone: NightZone;
  readonly seen: ReadonlySet<string>;
  readonly backtested: BacktestedRoom;
  readonly helped: readonly Helped[];
};

const newTotal = (): Total => ({ nights: new Map(), kinds: new Map(), helped: 0, missed: [] });

function addRoom(total: Total, { room, zone, seen, backtested, helped }: AddedRoom): void {
  const countIn = <Key>(counts: Map<Key, Counts>, key: Key): Counts => {
    const known = counts.get(key) ?? { before: 0, after: 0 };
    counts.set(key, known);
    return known;
  };
  for (const night of seen) countIn(total.nights, night);
  const add = (episodes: readonly Episode[], side: keyof Counts): void => {
    for (const { kind, fromMs } of episodes) {
      countIn(total.kinds, kind)[side] += 1;
      countIn(total.nights, getNightDate(fromMs, zone.timeZone, zone.nightStartsAt))[side] += 1;
    }
  };
  add(backtested.before, 'before');
  add(backtested.after, 'after');
  const name = typeof room.data['name'] === 'string' ? room.data['name'] : '';
  // Alarms that the log does not contain, or that the current thresholds would not raise, cannot be
  // compared and are not counted.
  const comparable = helped.filter(({ kind, raisedAtMs }) =>
    wouldBeRaised(backtested.before, kind, raisedAtMs),
  );
  total.helped += comparable.length;
  for (const { id, kind, raisedAtMs } of comparable) {
    if (!wouldBeRaised(backtested.after, kind, raisedAtMs))
      total.missed.push({
        roomId: room.id,
        roomName: name,
        accidentId: id,
        kind,
        raisedAt: new Date(raisedAtMs).toISOString(),
      });
  }
}

function toResult({ nights, kinds, helped, missed }: Total, rooms: number): RehearsalResult {
  return {
    rooms,
    helped,
    missed: missed.length,
    missedAlarms: missed
      .toSorted((one, other) => (one.raisedAt < other.raisedAt ? 1 : -1))
      .slice(0, MAX_LISTED),
    nights: [...nights]
      .map(([night, counts]) => ({ night, ...counts }))
      .toSorted((one, other) => (one.night < other.night ? -1 : 1)),
    kinds: WATCHED_KINDS.flatMap((kind) => {
      const counts = kinds.get(kind);
      return counts === undefined ? [] : [{ kind, ...counts }];
    }),
  };
}
