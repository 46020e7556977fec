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
export type RoomAlarmConfig = RoomRules & {
  readonly groups: readonly EscalationGroup[];
  /** Delay before the next group is notified, unless the group has its own. */
  readonly escalateAfterMinutes: (kind: AccidentKind) => number;
};

/**
 * Caches the configuration of each room until a source of it changes. A changed threshold applies
 * within seconds.
 */
export type RuleCache = {
  /** Null for an unknown room. */
  readonly getConfig: (roomId: string) => Promise<RoomAlarmConfig | null>;
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
  const configs = new Map<string, Promise<RoomAlarmConfig | null>>();
  /**
   * The fields of each room from which its configuration derives. Rooms are written every second
   * for other reasons, which must not invalidate it.
   */
  const roomKeys = new Map<string, string>();

  const forget = ({ collection, path, after }: FeedChange): void => {
    if (collection === 'domain' || collection === 'parameter') return configs.clear();
    if (collection !== 'room') return;
    const roomId = path.slice('room/'.length);
    const key =
      after === null
        ? ''
        : JSON.stringify([after.data['domainId'], after.data['parameterOverrides']]);
    if (roomKeys.get(roomId) === key) return;
    roomKeys.set(roomId, key);
    configs.delete(roomId);
  };
  const following = feed.follow((event) => {
    if (event.kind === 'gap') configs.clear();
    else event.changes.forEach(forget);
  });

  return {
    getConfig(roomId) {
      const known = configs.get(roomId);
      if (known !== undefined) return known;
      const config = readConfig(store, roomId);
      configs.set(roomId, config);
      // A failed read is retried by the next caller.
      config.catch(() => {
        if (configs.get(roomId) === config) configs.delete(roomId);
      });
      return config;
    },
    close: () => following.close(),
  };
}

async function readConfig(store: DocumentStore, roomId: string): Promise<RoomAlarmConfig | null> {
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
