import { z } from 'zod';

/** Subject on which servers tell each other that somebody has gone to see why a room called. */
export const CALL_CLEARED = 'calls.cleared';

/** `calledAtMs`: the call that is meant, as the room's document tells it; null for whichever stands. */
export type CallCleared = { readonly roomId: string; readonly calledAtMs: number | null };

const message = z.strictObject({ roomId: z.string(), calledAtMs: z.number().nullable() });

export const encodeCallCleared = (cleared: CallCleared): Uint8Array => new TextEncoder().encode(JSON.stringify(cleared));

/** @throws ZodError, SyntaxError for what no server of ours sends */
export const decodeCallCleared = (bytes: Uint8Array): CallCleared => message.parse(JSON.parse(new TextDecoder().decode(bytes)));
