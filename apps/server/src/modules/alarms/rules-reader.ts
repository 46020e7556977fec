import {
  createLocalMinutes,
  effectiveValues,
  parameterKey,
  roomCollection,
  rulesOf,
  type AccidentKind,
  type EscalationGroup,
  type RoomRules,
} from '@yamori/domain';
import type { ChangeFeed, FeedChange } from '../../core/documents/change-feed.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { overridesOf } from '../../core/documents/set-parameters.ts';
import { readDefinitions, readRuleSources } from './rule-sources.ts';

/** What holds in a room: the rules, who is told of an accident, and how long each group has. */
export type RoomPlan = RoomRules & {
  readonly groups: readonly EscalationGroup[];
  /** Until the next group is told, unless it says so itself. */
  readonly escalateAfterMinutes: (kind: AccidentKind) => number;
};

/**
 * The plans of rooms, kept until something that they come from changes; a changed threshold acts
 * within seconds.
 */
export type RulesReader = {
  /** Null for a room that there is not. */
  readonly planOf: (roomId: string) => Promise<RoomPlan | null>;
  readonly close: () => void;
};

const ESCALATE_AFTER_MINUTES = 5;

export function openRulesReader({
  store,
  feed,
}: {
  readonly store: DocumentStore;
  readonly feed: ChangeFeed;
}): RulesReader {
  const plans = new Map<string, Promise<RoomPlan | null>>();
  /**
   * What of a room its plan comes from, as it was last told; a room is written every second for
   * other things.
   */
  const roomKeys = new Map<string, string>();

  const forget = ({ collection, path, after }: FeedChange): void => {
    if (collection === 'domain' || collection === 'parameter') return plans.clear();
    if (collection !== 'room') return;
    const roomId = path.slice('room/'.length);
    const key =
      after === null
        ? ''
        : JSON.stringify([after.data['domainId'], after.data['parameterOverrides']]);
    if (roomKeys.get(roomId) === key) return;
    roomKeys.set(roomId, key);
    plans.delete(roomId);
  };
  const following = feed.follow((event) => {
    if (event.kind === 'gap') plans.clear();
    else event.changes.forEach(forget);
  });

  return {
    planOf(roomId) {
      const known = plans.get(roomId);
      if (known !== undefined) return known;
      const plan = readPlan(store, roomId);
      plans.set(roomId, plan);
      // What could not be read is asked for again by the next who wants it.
      plan.catch(() => {
        if (plans.get(roomId) === plan) plans.delete(roomId);
      });
      return plan;
    },
    close: () => following.close(),
  };
}

async function readPlan(store: DocumentStore, roomId: string): Promise<RoomPlan | null> {
  const [room] = await store.read([`room/${roomId}`]);
  if (room === null || room === undefined) return null;
  const chain = await readRuleSources(
    store,
    roomCollection.schema.shape.domainId
      .nullable()
      .catch(null)
      .parse(room.data['domainId'] ?? null),
  );
  const values = effectiveValues(
    [...chain.map(({ overrides }) => overrides), overridesOf(room)],
    await readDefinitions(store),
  );
  return {
    rules: rulesOf(values),
    localMinuteOf: createLocalMinutes(chain.at(-1)?.timeZone ?? 'Asia/Tokyo'),
    groups: chain.findLast(({ escalation }) => escalation.length > 0)?.escalation ?? [],
    escalateAfterMinutes: (kind) => {
      const minutes = values.get(parameterKey(kind, 'escalateAfterMinutes'));
      return typeof minutes === 'number' ? minutes : ESCALATE_AFTER_MINUTES;
    },
  };
}
