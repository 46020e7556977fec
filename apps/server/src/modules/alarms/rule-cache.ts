import {
  createLocalMinutes,
  effectiveValues,
  parameterKey,
  roomCollection,
  buildRules,
  type AccidentKind,
  type EscalationGroup,
  type RoomRules,
} from '@yamori/domain';
import type { ChangeFeed, FeedChange } from '../../core/documents/change-feed.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { parseOverrides } from '../../core/documents/parameter-overrides.ts';
import { readDefinitions, readRuleSources } from './rule-sources.ts';

/** Configuration of a room: its rules, its notification groups, and the time of each group. */
export type RoomPlan = RoomRules & {
  readonly groups: readonly EscalationGroup[];
  /** Delay before the next group is notified, unless the group has its own. */
  readonly escalateAfterMinutes: (kind: AccidentKind) => number;
};

/**
 * Caches the plans of rooms until a source of them changes. A changed threshold applies within
 * seconds.
 */
export type RuleCache = {
  /** Null for an unknown room. */
  readonly getPlan: (roomId: string) => Promise<RoomPlan | null>;
  readonly close: () => void;
};

const ESCALATE_AFTER_MINUTES = 5;

export function openRuleCache({
  store,
  feed,
}: {
  readonly store: DocumentStore;
  readonly feed: ChangeFeed;
}): RuleCache {
  const plans = new Map<string, Promise<RoomPlan | null>>();
  /**
   * The fields of each room from which its plan derives. The room is written every second for other
   * reasons.
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
    getPlan(roomId) {
      const known = plans.get(roomId);
      if (known !== undefined) return known;
      const plan = readPlan(store, roomId);
      plans.set(roomId, plan);
      // A failed read is retried by the next caller.
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
    [...chain.map(({ overrides }) => overrides), parseOverrides(room)],
    await readDefinitions(store),
  );
  return {
    rules: buildRules(values),
    toLocalMinute: createLocalMinutes(chain.at(-1)?.timeZone ?? 'Asia/Tokyo'),
    groups: chain.findLast(({ escalation }) => escalation.length > 0)?.escalation ?? [],
    escalateAfterMinutes: (kind) => {
      const minutes = values.get(parameterKey(kind, 'escalateAfterMinutes'));
      return typeof minutes === 'number' ? minutes : ESCALATE_AFTER_MINUTES;
    },
  };
}
