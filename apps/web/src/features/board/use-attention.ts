import { useSyncExternalStore } from 'react';
import { useClock } from '../../kit/clock/clock-context.tsx';
import { ATTENTION_LOOKS, getAttention, isPressing } from '../../shared/room-state/attention.ts';
import type { Tone } from '../../shared/room-state/use-shape-labels.ts';
import type { RoomRows } from './room-rows.ts';

/**
 * Tone of a room's most urgent reason, for its border; undefined without one. The frame of a card
 * depends on nothing else, so that the surrounding link does not rerender with every value.
 */
export function useAttentionTone(rows: RoomRows, roomId: string): Tone | undefined {
  const clock = useClock();
  const subscribe = (listener: () => void): (() => void) => {
    const stops = [rows.subscribeRow(roomId, listener), clock.subscribe(listener)];
    return () => stops.forEach((stop) => stop());
  };
  return useSyncExternalStore(subscribe, () => {
    const attention = getAttention(rows.row(roomId)?.live ?? null, clock.now());
    return attention === null || !isPressing(attention)
      ? undefined
      : ATTENTION_LOOKS[attention.reason].tone;
  });
}
