import {
  getAttention,
  byPressing,
  isPressing,
  type Attention,
} from '../../shared/room-state/attention.ts';
import { heldIds } from './board-list.ts';
import { byName } from './board-filter.ts';
import type { Room } from './room-store.ts';

export type AttentionEntry = { readonly room: Room; readonly attention: Attention };

/**
 * Keeps the previous order of rooms that are still listed and appends new ones: nothing moves under
 * a finger.
 */
export function heldEntries(
  before: readonly AttentionEntry[],
  fresh: readonly AttentionEntry[],
): readonly AttentionEntry[] {
  const now = new Map(fresh.map((entry) => [entry.room.documentReferenceId, entry]));
  return heldIds(
    before.map(({ room }) => room.documentReferenceId),
    [...now.keys()],
  ).flatMap((id) => now.get(id) ?? []);
}

/**
 * Rooms that need attention, the most urgent first; among equals, the one that has waited longest.
 */
export const attentionEntries = (
  rooms: readonly Room[],
  nowMs: number,
): readonly AttentionEntry[] =>
  rooms
    .flatMap((room): AttentionEntry[] => {
      const attention = getAttention(room.live, nowMs);
      return attention !== null && isPressing(attention) ? [{ room, attention }] : [];
    })
    .toSorted((a, b) => byPressing(a.attention, b.attention) || byName(a.room, b.room));
