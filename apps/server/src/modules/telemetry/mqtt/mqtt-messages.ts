import { setTimeout as wait } from 'node:timers/promises';
import type { DeviceReport, FrameBatchReply } from '@yamori/domain';
import type { Client, PublishPacket } from 'aedes';
import type { IngestDevice } from '../ingest/ingest-device.ts';
import type { Origin } from '../ingest/ingest-context.ts';
import type { DeadLetterReason } from '../ingest/dead-letter-store.ts';
import type { MqttSession } from './mqtt-session-registry.ts';
import type { MqttContext, SessionHandler } from './mqtt-sessions.ts';

/** The frames of one PUBLISH packet; the payload is borrowed from the chunk. */
type FrameMessage = { readonly messageId: number; readonly payload: Buffer };

const PUBLISH_QOS_1 = 0x32;

/**
 * Parses a chunk of whole MQTT packets that are all PUBLISH with QoS 1, not duplicate and not
 * retained, to `topic` (MQTT 3.1.1, section 3.3): the usual traffic. Returns null for anything
 * else, which the broker must handle.
 */
export function readFrameMessages(chunk: Buffer, topic: Buffer): FrameMessage[] | null {
  const messages: FrameMessage[] = [];
  for (let at = 0; at < chunk.length;) {
    if (chunk[at] !== PUBLISH_QOS_1) return null;
    const head = readLength(chunk, at + 1);
    if (head === null) return null;
    const end = head.end + head.length;
    const idAt = head.end + 2 + topic.length;
    if (end > chunk.length || idAt + 2 > end) return null;
    if (
      chunk.readUInt16BE(head.end) !== topic.length ||
      chunk.compare(topic, 0, topic.length, head.end + 2, idAt) !== 0
    )
      return null;
    const messageId = chunk.readUInt16BE(idAt);
    if (messageId === 0) return null;
    messages.push({ messageId, payload: chunk.subarray(idAt + 2, end) });
    at = end;
  }
  return messages;
}

const MAX_LENGTH_BYTES = 4;

/** The remaining length: groups of 7 bits, least significant first (section 2.2.3). */
function readLength(
  chunk: Buffer,
  at: number,
): { readonly length: number; readonly end: number } | null {
  let length = 0;
  for (let index = 0; index < MAX_LENGTH_BYTES; index++) {
    const byte = chunk[at + index];
    if (byte === undefined) return null;
    length += (byte & 127) * 128 ** index;
    if (byte < 128) return { length, end: at + index + 1 };
  }
  return null;
}

export type MessageHandler = SessionHandler & {
  /**
   * Accepts a message of whole frames from an authenticated device. Validates and forwards before
   * it returns; resolves once everything is durable, and only then may the message be acknowledged.
   * Rejects (`ingest-unavailable`) if the queue is full. `bytes` must not change until it settles.
   */
  readonly accept: (
    device: IngestDevice,
    bytes: Uint8Array,
    origin: Origin,
  ) => Promise<FrameBatchReply>;
  /** How long a device must pause to be within its rates; 0 if it is. */
  readonly aheadMs: (device: IngestDevice) => number;
  /**
   * Accepts a status report as JSON text. Returns null if it is invalid; it then becomes a dead
   * letter.
   */
  readonly acceptStatus: (
    device: IngestDevice,
    json: string,
    origin: Origin,
    lastWill: boolean,
  ) => Promise<DeviceReport | null>;
  /** Stores a rejected message as a dead letter, for example one on another device’s topic. */
  readonly deadLetter: (
    device: IngestDevice,
    reason: DeadLetterReason,
    bytes: Uint8Array,
    origin: Origin,
  ) => void;
};

type Release = (error?: Error | null) => void;
type Message = Pick<PublishPacket, 'topic' | 'payload' | 'qos' | 'retain' | 'messageId'>;

const NOTHING = Buffer.alloc(0);
/** Topic for messages handled here; no client may subscribe to it. */
const NOWHERE = 'yamori/nowhere';

/**
 * Handles a message of a signed-in device instead of the broker. The broker must read on while
 * frames await their commit (live data is forwarded first), so the PUBACK of QoS 1 is written here,
 * after the commit. Reading pauses for a device with too many unacknowledged bytes, and for one
 * ahead of its rate (a backlog after hours offline): MQTT 3.1.1 cannot report a rejection.
 */
export function handleMessage(
  handler: MessageHandler,
  context: MqttContext,
  session: MqttSession,
  isCurrent: (session: MqttSession) => boolean,
  packet: Message,
  release: Release,
): void {
  const { client } = session;
  const { topic, qos, messageId } = packet;
  const payload = toBytes(packet.payload);
  const lastWill = client.closed;
  packet.topic = NOWHERE;
  packet.payload = NOTHING;
  packet.retain = false;
  const { device, origin } = session;

  if (topic !== session.topics.frames) {
    const isStatus = topic === session.topics.status;
    // The last will of a replaced connection is stale.
    if (isStatus && (!lastWill || isCurrent(session)))
      takeStatus(handler, context, session, payload, lastWill);
    if (!isStatus)
      handler.deadLetter(
        device,
        'foreignTopic',
        Buffer.concat([Buffer.from(`${topic.slice(0, 200)}\n`), payload]),
        origin,
      );
    // The broker acknowledges QoS 1 and 2: an invalid message must not be resent forever.
    release(null);
    return;
  }

  session.unacknowledgedBytes += payload.length;
  pauseOrResume(context, session);
  const isAhead = session.held > 0 || handler.aheadMs(device) > 0;
  const readsOnNow =
    qos !== 2 && !isAhead && session.unacknowledgedBytes <= context.limits.pendingBytesPerDevice;
  if (qos === 1) packet.qos = 0;
  if (readsOnNow) release(null);
  const stored = isAhead
    ? inTurn(handler, session, payload)
    : handler.accept(device, payload, origin);
  stored.then(
    () => {
      session.unacknowledgedBytes -= payload.length;
      pauseOrResume(context, session);
      if (qos === 1 && messageId !== undefined) acknowledge(client, messageId);
      if (!readsOnNow) release(null);
    },
    () => {
      session.unacknowledgedBytes -= payload.length;
      pauseOrResume(context, session);
      // Without PUBACK the device resends, but only over a new connection.
      session.ending = 'lost';
      if (readsOnNow) client.close();
      else release(new Error('not stored'));
    },
  );
}

/** One message passes through the broker this often, so that its keepalive sees traffic. */
const THROUGH_BROKER_EVERY_MS = 500;

/**
 * Handles packets that hold only frames without the broker. A device that must be slowed down and
 * any unusual packet go through the broker.
 */
export function takeFrames(
  handler: MessageHandler,
  context: MqttContext,
  session: MqttSession,
  isCurrent: (session: MqttSession) => boolean,
  packets: Buffer,
): boolean {
  const isFree =
    !session.client.closed &&
    session.held === 0 &&
    session.unacknowledgedBytes + packets.length <= context.limits.pendingBytesPerDevice &&
    handler.aheadMs(session.device) === 0;
  const nowMs = context.clock.nowMs();
  if (!isFree || Math.abs(nowMs - session.throughBrokerMs) > THROUGH_BROKER_EVERY_MS) {
    session.throughBrokerMs = nowMs;
    return false;
  }
  const messages = readFrameMessages(packets, session.topics.framesBytes);
  if (messages === null) return false;
  const { frames: topic } = session.topics;
  for (const { messageId, payload } of messages)
    handleMessage(
      handler,
      context,
      session,
      isCurrent,
      { topic, payload, qos: 1, retain: false, messageId },
      () => undefined,
    );
  return true;
}

/**
 * Pauses or resumes reading. The broker keeps reading while a message is unreleased; only a pause
 * leaves the bytes with the device.
 */
function pauseOrResume(context: MqttContext, session: MqttSession): void {
  const { client } = session;
  const paused = session.unacknowledgedBytes > context.limits.pendingBytesPerDevice;
  if (!isPausable(client) || paused === session.paused) return;
  session.paused = paused;
  if (paused) client.pause();
  else client.resume();
}

/** Missing from the broker’s types. */
type Pausable = { readonly pause: () => void; readonly resume: () => void };
const isPausable = (client: object): client is Pausable => 'pause' in client && 'resume' in client;

/** Accepts a message once the device is within its rate, after its earlier messages. */
async function inTurn(
  handler: MessageHandler,
  session: MqttSession,
  payload: Uint8Array,
): Promise<FrameBatchReply> {
  session.held += 1;
  const before = session.turn;
  const { promise: taken, resolve: pass } = Promise.withResolvers<void>();
  session.turn = taken;
  await before;
  await wait(handler.aheadMs(session.device));
  session.held -= 1;
  const stored = handler.accept(session.device, payload, session.origin);
  pass();
  return stored;
}

function takeStatus(
  handler: MessageHandler,
  context: MqttContext,
  session: MqttSession,
  payload: Uint8Array,
  lastWill: boolean,
): void {
  if (lastWill) session.ending = session.ending === 'closed' ? 'lost' : session.ending;
  handler
    .acceptStatus(session.device, Buffer.from(payload).toString(), session.origin, lastWill)
    .catch((error: unknown) => {
      context.log.error({ err: error, serial: session.device.serial }, 'status report failed');
    });
}

/** PUBACK (MQTT 3.1.1, section 3.4). */
function acknowledge(client: Client, messageId: number): void {
  if (!client.closed) client.conn.write(Uint8Array.of(0x40, 2, messageId >> 8, messageId & 255));
}

const toBytes = (payload: string | Buffer): Uint8Array =>
  typeof payload === 'string' ? Buffer.from(payload) : payload;
