import { deviceTopic } from '@yamori/domain';
import type { Aedes, AedesOptions, Client } from 'aedes';
import type { Logger } from 'pino';
import type { Duplex } from 'node:stream';
import type { Bus } from '../../../core/messaging/bus.ts';
import type { DeviceEvent } from '../../../core/messaging/device-event.ts';
import type { Clock } from '../../../core/timeline/timeline-frame.ts';
import type { IngestDevice, Admission } from '../ingest/ingest-device.ts';
import type { IngestTally } from '../ingest/ingest-counters.ts';
import type { IngestLimits } from '../ingest/ingest-limits.ts';
import type { Origin } from '../ingest/ingest-parts.ts';
import { createSignInTurns } from './sign-in-turns.ts';

export type MqttParts = {
  readonly clock: Clock;
  readonly log: Logger;
  readonly bus: Bus;
  readonly limits: IngestLimits;
  readonly instanceId: string;
  readonly tally: IngestTally;
  readonly sayOnce: (name: string) => boolean;
};

export type SessionDoor = {
  readonly admit: (serial: string, key: Uint8Array, origin: Origin) => Admission;
  readonly announce: (event: DeviceEvent) => void;
};

/** A device that is signed in. */
export type MqttSession = {
  /** Replaced when its document changes. */
  device: IngestDevice;
  readonly client: Client;
  readonly origin: Origin;
  readonly topics: {
    readonly frames: string;
    readonly framesBytes: Buffer;
    readonly status: string;
  };
  /** Time of its last message through the broker, which closes connections that seem idle. */
  throughBrokerMs: number;
  /** Bytes not acknowledged yet. */
  unacknowledgedBytes: number;
  /** Whether reading is paused because of them. */
  paused: boolean;
  /** Messages above the rate that wait, and the promise of the last one. */
  held: number;
  turn: Promise<void>;
  ending: 'closed' | 'keyWithdrawn' | 'silent' | 'lost';
  /**
   * Until the broker has accepted it: the previous session, and the release of the sign-in queue.
   */
  entering: { readonly before: MqttSession | undefined; readonly endTurn: () => void } | null;
};

/** A connection, and the device once it is signed in and accepted. */
type Arrival = { readonly address: string; session: MqttSession | null };

/**
 * The sessions on this server; a device has one connection across all servers, and the newest wins.
 */
export type MqttSessions = Required<
  Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizeSubscribe'>
> & {
  readonly of: (client: Client) => MqttSession | undefined;
  readonly isCurrent: (session: MqttSession) => boolean;
  readonly noteArrival: (connection: Duplex, address: string) => Arrival;
  readonly follow: (broker: Aedes) => void;
  readonly deviceChanged: (serial: string, device: IngestDevice | null) => void;
  readonly count: () => number;
  readonly close: () => void;
};

// MQTT 3.1.1, section 3.2.2.3.
const SERVER_UNAVAILABLE = 3;
const BAD_USER_OR_PASSWORD = 4;
const SESSION_SUBJECT = 'sessions';

export function createMqttSessions(door: SessionDoor, parts: MqttParts): MqttSessions {
  const arrivals = new WeakMap<object, Arrival>();
  const byClient = new WeakMap<Client, MqttSession>();
  const current = new Map<string, MqttSession>();
  const turns = createSignInTurns();

  // A device that connects to another server has left this one.
  const elsewhere = parts.bus.subscribe(`${SESSION_SUBJECT}.>`, (subject, bytes) => {
    if (Buffer.from(bytes).toString() === parts.instanceId) return;
    const serial = subject.slice(SESSION_SUBJECT.length + 1);
    const session = current.get(serial);
    current.delete(serial);
    session?.client.close();
  });

  /** Queues only with a valid key: invalid attempts must not delay the real device. */
  async function signIn(client: Client, serial: string, key: Uint8Array): Promise<number | null> {
    const origin: Origin = { transport: 'mqtt', address: arrivals.get(client.conn)?.address ?? '' };
    const first = door.admit(serial, key, origin);
    if (first.kind === 'refused') return BAD_USER_OR_PASSWORD;
    const { waited, end } = await turns.next(serial);
    // The key may have been revoked during the wait.
    const admission = waited ? door.admit(serial, key, origin) : first;
    if (admission.kind === 'admitted' && !client.closed) {
      enter(client, admission.device, origin, end);
      return null;
    }
    end();
    return admission.kind === 'admitted' ? SERVER_UNAVAILABLE : BAD_USER_OR_PASSWORD;
  }

  function enter(client: Client, device: IngestDevice, origin: Origin, endTurn: () => void): void {
    const { serial } = device;
    const frames = deviceTopic(serial, 'frames');
    const session: MqttSession = {
      device,
      client,
      origin,
      topics: { frames, framesBytes: Buffer.from(frames), status: deviceTopic(serial, 'status') },
      throughBrokerMs: parts.clock.nowMs(),
      unacknowledgedBytes: 0,
      paused: false,
      held: 0,
      turn: Promise.resolve(),
      ending: 'closed',
      entering: { before: current.get(serial), endTurn },
    };
    byClient.set(client, session);
    // From here the previous connection is stale: ignore its last will and its close.
    current.set(serial, session);
    // The broker reports the close only of clients still registered under the device’s name.
    client.conn.once('close', () => ended(session));
  }

  function entered(session: MqttSession): void {
    const { serial } = session.device;
    const before = session.entering?.before;
    session.entering?.endTurn();
    session.entering = null;
    before?.client.close();
    if (current.get(serial) !== session) return;
    const arrival = arrivals.get(session.client.conn);
    if (arrival !== undefined) arrival.session = session;
    parts.bus.publish(`${SESSION_SUBJECT}.${serial}`, Buffer.from(parts.instanceId));
    door.announce({ kind: 'connected', serial, atMs: parts.clock.nowMs() });
  }

  function ended(session: MqttSession): void {
    const {
      device: { serial },
      entering,
    } = session;
    session.entering = null;
    if (current.get(serial) === session) {
      current.delete(serial);
      const before = entering?.before;
      // A connection that fails during sign-in must not affect the current one, unless it has
      // already replaced it.
      if (before !== undefined && !before.client.closed) current.set(serial, before);
      else
        door.announce({
          kind: 'disconnected',
          serial,
          atMs: parts.clock.nowMs(),
          reason: session.ending,
        });
    }
    entering?.endTurn();
  }

  return {
    of: (client) => byClient.get(client),
    isCurrent: (session) => current.get(session.device.serial) === session,
    noteArrival(connection, address) {
      const arrival: Arrival = { address, session: null };
      arrivals.set(connection, arrival);
      return arrival;
    },
    preConnect(_client, packet, done) {
      // The serial is the client id, so a device cannot take over another’s connection. Sessions
      // are clean: the device keeps unacknowledged data itself.
      packet.clientId = packet.username ?? '';
      packet.clean = true;
      done(null, packet.clientId !== '');
    },
    authenticate(client, serial, key, answer) {
      signIn(client, serial ?? '', key ?? new Uint8Array(0)).then(
        (returnCode) =>
          returnCode === null
            ? answer(null, true)
            : answer(Object.assign(new Error('sign-in rejected'), { returnCode }), false),
        () =>
          answer(
            Object.assign(new Error('sign-in failed'), { returnCode: SERVER_UNAVAILABLE }),
            false,
          ),
      );
    },
    authorizeSubscribe(client, subscription, done) {
      const serial = byClient.get(client)?.device.serial;
      const own =
        serial !== undefined &&
        (['frames', 'status'] as const).some(
          (kind) => deviceTopic(serial, kind) === subscription.topic,
        );
      if (!own && parts.sayOnce(`subscribe/${serial}`))
        parts.log.warn(
          { serial, topic: subscription.topic.slice(0, 100) },
          'subscription to a foreign topic rejected',
        );
      done(null, own ? subscription : null);
    },
    follow(broker) {
      broker.on('clientReady', (client) => {
        const session = byClient.get(client);
        if (session !== undefined) entered(session);
      });
      broker.on('keepaliveTimeout', (client) => {
        endsWith(byClient.get(client), 'silent');
      });
      broker.on('clientError', (client, error) => {
        endsWith(byClient.get(client), 'lost');
        parts.log.debug(
          { serial: byClient.get(client)?.device.serial, reason: error.message },
          'device connection failed',
        );
      });
      broker.on('connectionError', (_client, error) =>
        parts.log.debug({ reason: error.message }, 'connection ended before sign-in'),
      );
    },
    deviceChanged(serial, device) {
      const session = current.get(serial);
      if (session === undefined) return;
      if (device === null || device.keyHash !== session.device.keyHash) {
        session.ending = 'keyWithdrawn';
        session.client.close();
      } else session.device = device;
    },
    count: () => current.size,
    close: () => {
      elsewhere.close();
    },
  };
}

/** Keeps the first reason. */
function endsWith(session: MqttSession | undefined, ending: MqttSession['ending']): void {
  if (session?.ending === 'closed') session.ending = ending;
}
