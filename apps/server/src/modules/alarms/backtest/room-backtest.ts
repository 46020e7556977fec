import type { RuleEvent, RoomRules, WatchedKind } from '@yamori/domain';
import { createReplay } from '../replay-facts.ts';
import type { FactsPart } from '../room-facts-store.ts';

/** What would have been one alarm: the time from its raise to its end. */
export type Episode = {
  readonly kind: WatchedKind;
  readonly fromMs: number;
  readonly toMs: number;
};

/** One room's log under the current rules and under others. Parts must be added in time order. */
type RoomBacktest = {
  readonly take: (part: FactsPart) => void;
  readonly end: () => BacktestedRoom;
};
export type BacktestedRoom = {
  readonly before: readonly Episode[];
  readonly after: readonly Episode[];
};

/**
 * Both sides start with the log, so they differ only in their rules. As in the room, repeats of a
 * persisting condition count for one alarm.
 */
export function backtestRoom(before: RoomRules, after: RoomRules): RoomBacktest {
  const [was, would] = [episodesUnder(before), episodesUnder(after)];
  return {
    take(part) {
      was.take(part);
      would.take(part);
    },
    end: () => ({ before: was.end(), after: would.end() }),
  };
}

function episodesUnder(rules: RoomRules) {
  const replay = createReplay(rules, 'anew');
  const open = new Map<WatchedKind, number>();
  const episodes: Episode[] = [];
  let endsAtMs = 0;
  const collectEpisodes = (ruleEvents: readonly RuleEvent[]): void => {
    for (const { type, kind, atMs } of ruleEvents) {
      const fromMs = open.get(kind);
      if (type === 'fired' && fromMs === undefined) open.set(kind, atMs);
      if (type !== 'cleared' || fromMs === undefined) continue;
      episodes.push({ kind, fromMs, toMs: atMs });
      open.delete(kind);
    }
  };
  return {
    take(part: FactsPart): void {
      collectEpisodes(replay.take(part));
      endsAtMs = part.endsAtMs;
    },
    end(): readonly Episode[] {
      collectEpisodes(replay.end());
      for (const [kind, fromMs] of open) episodes.push({ kind, fromMs, toMs: endsAtMs });
      return episodes;
    },
  };
}

/**
 * Under other rules an alarm may be raised this much later and still count as the same. It exceeds
 * their longest delay.
 */
const MATCH_WINDOW_MS = 25 * 60_000;

/** Whether an alarm raised at that time would also have been raised under these rules. */
export const wouldBeRaised = (
  episodes: readonly Episode[],
  kind: WatchedKind,
  raisedAtMs: number,
): boolean =>
  episodes.some(
    (episode) =>
      episode.kind === kind &&
      episode.fromMs <= raisedAtMs + MATCH_WINDOW_MS &&
      episode.toMs >= raisedAtMs,
  );
