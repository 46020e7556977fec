import { z } from 'zod';
import { streamDeclaration } from '../collections/device.ts';
import { query, wireDocument } from './document-messages.ts';
import { problem } from './problem-schema.ts';

/**
 * The WebSocket of a browser, `/live`. Text messages are JSON of the shapes below. Binary messages
 * are frames:
 *
 *   u32 little-endian  slot of the watched device, from `watching`
 *   rest               one or more device frames, byte for byte as sent by the device
 */
export const LIVE_PATH = '/live';
export const FRAME_MESSAGE_HEADER_BYTES = 4;

/** Interval of `beat` messages. A page that misses two reports a lost connection. */
export const BEAT_INTERVAL_SECONDS = 4;

/** Maximum documents in a live list. Each further page of a list requests a larger limit. */
export const MAX_LIVE_DOCUMENTS = 10_000;
/** Characters of a resume token. */
export const RESUME_TOKEN_MAX = 2_000;

const subscriptionId = z.int().min(1);
const target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('document'), path: z.string().min(1).max(400) }),
  z.strictObject({
    kind: z.literal('query'),
    query: query.extend({ limit: z.int().min(1).max(MAX_LIVE_DOCUMENTS).optional() }),
  }),
]);
export type SubscriptionTarget = z.infer<typeof target>;

export const clientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), version: z.int() }),
  /**
   * `resume` is the last token of the same target: the server sends only the changes since then.
   */
  z.strictObject({
    type: z.literal('subscribe'),
    id: subscriptionId,
    target,
    resume: z.string().max(RESUME_TOKEN_MAX).optional(),
  }),
  z.strictObject({ type: z.literal('unsubscribe'), id: subscriptionId }),
  /**
   * Streams the frames of one device, starting with those of the last `historySeconds` in memory.
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
   * Changes of a subscription in commit order. `reset`: discard all documents, a full load follows.
   * `current`: the client now has the state of the database as of `token`.
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
   * Confirms a watch; the device's frames carry `slot`. Sent again when the type or calibration
   * changes.
   */
  z.strictObject({
    type: z.literal('watching'),
    id: subscriptionId,
    slot: z.int().min(0),
    serial: z.string(),
    streams: z.array(streamDeclaration),
    clockOffsetSeconds: z.number().nullable(),
  }),
  /** The client reads too slowly, so frames of this slot were dropped. */
  z.strictObject({ type: z.literal('dropped'), slot: z.int(), frames: z.int() }),
  /**
   * The subscription or watch was rejected or has ended: permission lost, device deleted, or limit
   * exceeded.
   */
  z.strictObject({ type: z.literal('failed'), id: subscriptionId, problem }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;
