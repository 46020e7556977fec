import { useTimed } from '../../kit/clock/clock-context.tsx';
import {
  ATTENTION_REASONS,
  getAttention,
  isPressing,
  type AttentionReason,
} from '../../shared/room-state/attention.ts';
import {
  useRoomsNeedingAttention,
  type RoomsNeedingAttention,
} from '../../shared/room-state/rooms-needing-attention.tsx';

export type AttentionCount = { readonly count: number; readonly most: AttentionReason | null };

/**
 * The number of accessible rooms that need attention, and the most urgent reason; null until all
 * are loaded.
 */
export function useAttentionCount(): AttentionCount | null {
  const { rooms, isKnown } = useRoomsNeedingAttention();
  // A string, so that components render only when the result changes.
  const [count = '0', rank = ''] = useTimed((nowMs) => summarise(rooms, nowMs)).split(' ');
  return isKnown
    ? { count: Number(count), most: rank === '' ? null : (ATTENTION_REASONS[Number(rank)] ?? null) }
    : null;
}

function summarise(rooms: RoomsNeedingAttention['rooms'], nowMs: number): string {
  const pressing = rooms.flatMap(({ live }) => {
    const attention = getAttention(live, nowMs);
    return attention !== null && isPressing(attention) ? [attention.rank] : [];
  });
  return pressing.length === 0 ? '0' : `${pressing.length} ${Math.min(...pressing)}`;
}
