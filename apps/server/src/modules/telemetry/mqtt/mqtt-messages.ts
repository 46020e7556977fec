import { setTimeout as wait } from 'node:timers/promises';
import type { DeviceReport, FrameBatchReply } from '@yamori/domain';
import type { Client, PublishPacket } from 'aedes';
import type { IngestDevice } from '../ingest/ingest-device.ts';
import type { Origin } from '../ingest/ingest-parts.ts';
import type { RefusalReason } from '../ingest/refused-store.ts';
import { readFrameMessages } from './frame-messages.ts';
import type { MqttParts, MqttSession, SessionDoor } from './mqtt-sessions.ts';

export type MessageDoor = SessionDoor & {
  readonly accept: (
    device: IngestDevice,
    bytes: Uint8Array,
    origin: Origin,
  ) => Promise<FrameBatchReply>;
  readonly aheadMs: (device: IngestDevice) => number;
  readonly acceptStatus: (
    device: IngestDevice,
    json: string,
    origin: Origin,
    lastWill: boolean,
  ) => Promise<DeviceReport | null>;
  readonly setAside: (
    device: IngestDevice,
    reason: RefusalReason,
    bytes: Uint8Array,
    origin: Origin,
  ) => void;
};

type Release = (error?: Error | null) => void;
type Message = Pick<PublishPacket, 'topic' | 'payload' | 'qos' | 'retain' | 'messageId'>;

const NOTHING = Buffer.alloc(0);
/** Where the broker's own delivery of a message ends: nobody may subscribe to it. */
const NOWHERE = 'yamori/nowhere';

/**
 * Takes a message of a signed-in device in place of the broker. The broker must read on while
 * frames wait for their commit (live data is forwarded meanwhile), so the acknowledgement of QoS 1
 * is written here and later; only a device with much unacknowledged is not read on until some of it
 * is, and one that is ahead of its rate (a backlog after hours off the network) not until it keeps
 * it: over MQTT it could not be told that something was refused.
 */
export function handleMessage(
  door: MessageDoor,
  parts: MqttParts,
  session: MqttSession,
  isCurrent: (session: MqttSession) => boolean,
  packet: Message,
  release: Release,
): void {
  const { client } = session;
  const { topic, qos, messageId } = packet;
  const payload = bytesOf(packet.payload);
  const lastWill = client.closed;
  packet.topic = NOWHERE;
  packet.payload = NOTHING;
  packet.retain = false;
  const { device, origin } = session;

  if (topic !== session.topics.frames) {
    const isStatus = topic === session.topics.status;
    // The last will of a connection that a newer one took over says nothing about the device.
    if (isStatus && (!lastWill || isCurrent(session)))
      takeStatus(door, parts, session, payload, lastWill);
    if (!isStatus)
      door.setAside(
        device,
        'foreignTopic',
        Buffer.concat([Buffer.from(`${topic.slice(0, 200)}\n`), payload]),
        origin,
      );
    // QoS 1 and 2 are acknowledged by the broker: a wrong message must not come again and again.
    release(null);
    return;
  }

  session.unacknowledgedBytes += payload.length;
  readOn(parts, session);
  const isAhead = session.held > 0 || door.aheadMs(device) > 0;
  const readOnAtOnce =
    qos !== 2 && !isAhead && session.unacknowledgedBytes <= parts.limits.pendingBytesPerDevice;
  if (qos === 1) packet.qos = 0;
  if (readOnAtOnce) release(null);
  const stored = isAhead ? inTurn(door, session, payload) : door.accept(device, payload, origin);
  stored.then(
    () => {
      session.unacknowledgedBytes -= payload.length;
      readOn(parts, session);
      if (qos === 1 && messageId !== undefined) acknowledge(client, messageId);
      if (!readOnAtOnce) release(null);
    },
    () => {
      session.unacknowledgedBytes -= payload.length;
      readOn(parts, session);
      // Without an acknowledgement the device sends it again, but only over a new connection.
      session.ending = 'lost';
      if (readOnAtOnce) client.close();
      else release(new Error('not stored'));
    },
  );
}

/**
 * A message this often goes through the broker even so: it is how it knows that the device is
 * there.
 */
const THROUGH_BROKER_EVERY_MS = 500;

/**
 * Takes packets that hold nothing but frames past the broker, which would only read them and hand
 * them back. A device that has to be slowed down, and everything that is not quite usual, goes the
 * broker's way.
 */
export function takeFrames(
  door: MessageDoor,
  parts: MqttParts,
  session: MqttSession,
  isCurrent: (session: MqttSession) => boolean,
  packets: Buffer,
): boolean {
  const isFree =
    !session.client.closed &&
    session.held === 0 &&
    session.unacknowledgedBytes + packets.length <= parts.limits.pendingBytesPerDevice &&
    door.aheadMs(session.device) === 0;
  const nowMs = parts.clock.nowMs();
  if (!isFree || Math.abs(nowMs - session.throughBrokerMs) > THROUGH_BROKER_EVERY_MS) {
    session.throughBrokerMs = nowMs;
    return false;
  }
  const messages = readFrameMessages(packets, session.topics.framesBytes);
  if (messages === null) return false;
  const { frames: topic } = session.topics;
  for (const { messageId, payload } of messages)
    handleMessage(
      door,
      parts,
      session,
      isCurrent,
      { topic, payload, qos: 1, retain: false, messageId },
      () => undefined,
    );
  return true;
}

/**
 * The broker reads on while a message is not released, whenever more bytes come: only a pause
 * leaves them with the device.
 */
function readOn(parts: MqttParts, session: MqttSession): void {
  const { client } = session;
  const paused = session.unacknowledgedBytes > parts.limits.pendingBytesPerDevice;
  if (!isPausable(client) || paused === session.paused) return;
  session.paused = paused;
  if (paused) client.pause();
  else client.resume();
}

/** The broker's types leave these two out. */
type Pausable = { readonly pause: () => void; readonly resume: () => void };
const isPausable = (client: object): client is Pausable => 'pause' in client && 'resume' in client;

/** Takes a message when the device keeps its rate again, after the messages before it. */
async function inTurn(
  door: MessageDoor,
  session: MqttSession,
  payload: Uint8Array,
): Promise<FrameBatchReply> {
  session.held += 1;
  const before = session.turn;
  const { promise: taken, resolve: pass } = Promise.withResolvers<void>();
  session.turn = taken;
  await before;
  await wait(door.aheadMs(session.device));
  session.held -= 1;
  const stored = door.accept(session.device, payload, session.origin);
  pass();
  return stored;
}

function takeStatus(
  door: MessageDoor,
  parts: MqttParts,
  session: MqttSession,
  payload: Uint8Array,
  lastWill: boolean,
): void {
  if (lastWill) session.ending = session.ending === 'closed' ? 'lost' : session.ending;
  door
    .acceptStatus(session.device, Buffer.from(payload).toString(), session.origin, lastWill)
    .catch((error: unknown) => {
      parts.log.error({ err: error, serial: session.device.serial }, 'a status report failed');
    });
}

/** PUBACK (MQTT 3.1.1, section 3.4). */
function acknowledge(client: Client, messageId: number): void {
  if (!client.closed) client.conn.write(Uint8Array.of(0x40, 2, messageId >> 8, messageId & 255));
}

const bytesOf = (payload: string | Buffer): Uint8Array =>
  typeof payload === 'string' ? Buffer.from(payload) : payload;
