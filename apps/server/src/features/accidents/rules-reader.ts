import {
  ACCIDENT_PARAMETERS, createLocalMinutes, domainCollection, effectiveValues, isGood, parameterKey, parameterOverrides, roomCollection, rulesOf,
  type AccidentKind, type AccidentParameter, type EscalationGroup, type ParameterOverrides, type RoomRules,
} from '@yamori/domain';
import type { ReadDocument } from '../../documents/document-presentation.ts';
import type { ChangeFeed, FeedChange } from '../../documents/change-feed.ts';
import type { DocumentStore } from '../../documents/document-store.ts';

/** What holds in a room: the rules, who is told of an accident, and how long each group has. */
export type RoomPlan = RoomRules & {
  readonly groups: readonly EscalationGroup[];
  /** Until the next group is told, unless it says so itself. */
  readonly escalateAfterMinutes: (kind: AccidentKind) => number;
};

/** The plans of rooms, kept until something that they come from changes; a changed threshold acts within seconds. */
export type RulesReader = {
  /** Null for a room that there is not. */
  readonly planOf: (roomId: string) => Promise<RoomPlan | null>;
  readonly close: () => void;
};

const ESCALATE_AFTER_MINUTES = 5;
const MOST_PARAMETERS = 1_000;

export function openRulesReader({ store, feed }: { readonly store: DocumentStore; readonly feed: ChangeFeed }): RulesReader {
  const plans = new Map<string, Promise<RoomPlan | null>>();
  /** What of a room its plan comes from, as it was last told; a room is written every second for other things. */
  const roomKeys = new Map<string, string>();

  const forget = ({ collection, path, after }: FeedChange): void => {
    if (collection === 'domain' || collection === 'parameter') return plans.clear();
    if (collection !== 'room') return;
    const roomId = path.slice('room/'.length);
    const key = after === null ? '' : JSON.stringify([after.data['domainId'], after.data['parameterOverrides']]);
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
      plan.catch(() => { if (plans.get(roomId) === plan) plans.delete(roomId); });
      return plan;
    },
    close: () => following.close(),
  };
}

async function readPlan(store: DocumentStore, roomId: string): Promise<RoomPlan | null> {
  const [room] = await store.read([`room/${roomId}`]);
  if (room === null || room === undefined) return null;
  const { domainId, overrides } = roomFields(room);
  const [own] = domainId === null ? [] : await store.read([`domain/${domainId}`]);
  const ancestorIds = domainCollection.schema.shape.ancestorIds.catch([]).parse(own?.data['ancestorIds'] ?? []);
  const above = ancestorIds.length === 0 ? [] : await store.read(ancestorIds.map((id) => `domain/${id}`));
  const chain = [...above, own ?? null].flatMap((domain) => (domain === null ? [] : [domainFields(domain)]));
  const values = effectiveValues([...chain.map((domain) => domain.overrides), overrides], await definitionsOf(store));
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

/** The catalogue, with what the maker has set as the default of each. */
async function definitionsOf(store: DocumentStore): Promise<readonly AccidentParameter[]> {
  const rows = await store.list({ collection: 'parameter', group: false, filters: [], orderBy: [], offset: 0, limit: MOST_PARAMETERS });
  const set = new Map(rows.map(({ data }) => [data['key'], data['default']]));
  return ACCIDENT_PARAMETERS.map((definition) => {
    const given = set.get(definition.key);
    return (typeof given === 'number' || typeof given === 'string' || typeof given === 'boolean') && isGood(definition, given) ? { ...definition, default: given } : definition;
  });
}

const overridesOf = (data: ReadDocument['data']): ParameterOverrides => parameterOverrides.catch({}).parse(data['parameterOverrides'] ?? {});

const roomFields = ({ data }: ReadDocument) => ({ domainId: roomCollection.schema.shape.domainId.nullable().catch(null).parse(data['domainId'] ?? null), overrides: overridesOf(data) });

const domainFields = ({ data }: ReadDocument) => ({
  overrides: overridesOf(data),
  timeZone: domainCollection.schema.shape.timeZone.catch('Asia/Tokyo').parse(data['timeZone']),
  escalation: domainCollection.schema.shape.escalation.catch([]).parse(data['escalation']),
});
