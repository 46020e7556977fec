import { z } from 'zod';
import { streamDeclaration } from '../collections/device.ts';
import { query, wireDocument } from './document-messages.ts';
import { problem } from './problem-schema.ts';

/**
 * The one socket of a browser, `/live`. Text messages are JSON of the shapes below; binary messages
 * are frames:
 *
 *   u32 little-endian  slot (which watched device, from `watching`)
 *   then               one or more whole device frames, byte for byte as the device sent them
 */
export const LIVE_PATH = '/live';
export const FRAME_MESSAGE_HEADER_BYTES = 4;

/** The server sends `beat` this often; a page that misses two says that its link is lost. */
export const BEAT_INTERVAL_SECONDS = 4;

/**
 * A live list holds at most as many documents; one that is read on page by page asks for more of
 * them each time.
 */
export const LIVE_MOST_DOCUMENTS = 10_000;
/** Characters of a resume token. */
export const RESUME_TOKEN_MAX = 2_000;

const subscriptionId = z.int().min(1);
const target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('document'), path: z.string().min(1).max(400) }),
  z.strictObject({
    kind: z.literal('query'),
    query: query.extend({ limit: z.int().min(1).max(LIVE_MOST_DOCUMENTS).optional() }),
  }),
]);
export type SubscriptionTarget = z.infer<typeof target>;

export const clientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), version: z.int() }),
  /**
   * `resume` is the last token received for the same target: changes since then follow instead of a
   * full load.
   */
  z.strictObject({
    type: z.literal('subscribe'),
    id: subscriptionId,
    target,
    resume: z.string().max(RESUME_TOKEN_MAX).optional(),
  }),
  z.strictObject({ type: z.literal('unsubscribe'), id: subscriptionId }),
  /**
   * Frames of one device from now on, after those of the last `historySeconds` that the server
   * still holds.
   */
  z.strictObject({
    type: z.literal('watch'),
    id: subscriptionId,
    serial: z.string().min(1).max(40),
    streamIds: z.array(z.int()).max(32).optional(),
    historySeconds: z.number().min(0).max(30).default(0),
  }),
  z.strictObject({ type: z.literal('unwatch'), id: subscriptionId }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('added'), document: wireDocument }),
  z.strictObject({ kind: z.literal('modified'), document: wireDocument }),
  z.strictObject({ kind: z.literal('removed'), path: z.string() }),
]);
export type WireChange = z.infer<typeof change>;

export const serverMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('welcome'),
    version: z.int(),
    serverTime: z.string(),
    userId: z.string(),
  }),
  z.strictObject({ type: z.literal('beat'), serverTime: z.string() }),
  /**
   * Changes of a subscription in commit order. `reset`: forget what you hold, what follows is
   * everything. `current`: you now hold what the database holds as of `token`.
   */
  z.strictObject({
    type: z.literal('changes'),
    id: subscriptionId,
    changes: z.array(change),
    reset: z.boolean(),
    current: z.boolean(),
    token: z.string(),
  }),
  /**
   * A device is watched; its frames carry `slot`. Sent again when its type or calibration changes.
   */
  z.strictObject({
    type: z.literal('watching'),
    id: subscriptionId,
    slot: z.int().min(0),
    serial: z.string(),
    streams: z.array(streamDeclaration),
    clockOffsetSeconds: z.number().nullable(),
  }),
  /** Frames of this slot were dropped because the viewer reads too slowly. */
  z.strictObject({ type: z.literal('dropped'), slot: z.int(), frames: z.int() }),
  /**
   * The subscription or watch has ended, or was refused: rights fell, the device went, a limit was
   * met.
   */
  z.strictObject({ type: z.literal('failed'), id: subscriptionId, problem }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;
