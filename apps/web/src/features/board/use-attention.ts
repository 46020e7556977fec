import { useSyncExternalStore } from 'react';
import { useClock } from '../../kit/clock/clock-context.tsx';
import { ATTENTION_LOOKS, attentionOf, isPressing } from '../../shared/room-state/attention.ts';
import type { Tone } from '../../shared/room-state/shape-words.ts';
import type { RoomRows } from './room-rows.ts';

/**
 * The colour's meaning of what presses in a room, for its edge; undefined when nothing does. It is
 * all that the frame of a card follows, so that the link around it is not made anew with every
 * figure.
 */
export function useAttentionTone(rows: RoomRows, roomId: string): Tone | undefined {
  const clock = useClock();
  const subscribe = (listener: () => void): (() => void) => {
    const stops = [rows.subscribeRow(roomId, listener), clock.subscribe(listener)];
    return () => stops.forEach((stop) => stop());
  };
  return useSyncExternalStore(subscribe, () => {
    const attention = attentionOf(rows.row(roomId)?.live ?? null, clock.now());
    return attention === null || !isPressing(attention)
      ? undefined
      : ATTENTION_LOOKS[attention.reason].tone;
  });
}
