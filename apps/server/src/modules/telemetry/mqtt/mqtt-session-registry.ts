import { deviceTopic } from '@yamori/domain';
import type { Client } from 'aedes';
import type { Duplex } from 'node:stream';
import type { Bus } from '../../../core/messaging/bus.ts';
import type { DeviceEvent } from '../../../core/messaging/device-event.ts';
import type { Clock } from '../../../core/timeline/timeline-frame.ts';
import type { IngestDevice } from '../ingest/ingest-device.ts';
import type { Origin } from '../ingest/ingest-context.ts';

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
   * Until the broker has accepted it: the previous session, and the release of the sign-in lock.
   */
  entering: { readonly before: MqttSession | undefined; readonly release: () => void } | null;
};

/** A connection, and the device once it is signed in and accepted. */
export type MqttConnection = { readonly address: string; session: MqttSession | null };

/** The sessions on this server. A device has one across all servers, and the newest wins. */
type MqttSessionRegistry = {
  readonly addConnection: (connection: Duplex, address: string) => MqttConnection;
  readonly getAddress: (client: Client) => string;
  /** Adds the session of a device that has signed in, until its connection closes. */
  readonly add: (session: NewSession) => void;
  /** The broker has accepted the client: closes the previous session of the device. */
  readonly accept: (client: Client) => void;
  readonly get: (client: Client) => MqttSession | undefined;
  readonly getCurrent: (serial: string) => MqttSession | undefined;
  readonly isCurrent: (session: MqttSession) => boolean;
  /** Sets why a session ends. Keeps the first reason. */
  readonly setEnding: (client: Client, ending: MqttSession['ending']) => void;
  readonly count: () => number;
  readonly close: () => void;
};

type NewSession = {
  readonly client: Client;
  readonly device: IngestDevice;
  readonly origin: Origin;
  /** Releases the sign-in lock of the device. */
  readonly release: () => void;
};

type RegistryOptions = {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly instanceId: string;
  readonly announce: (event: DeviceEvent) => void;
};

const SESSION_SUBJECT = 'sessions';

export function createMqttSessionRegistry({
  bus,
  clock,
  instanceId,
  announce,
}: RegistryOptions): MqttSessionRegistry {
  const connections = new WeakMap<object, MqttConnection>();
  const byClient = new WeakMap<Client, MqttSession>();
  const current = new Map<string, MqttSession>();

  // A device that connects to another server has left this one.
  const elsewhere = bus.subscribe(`${SESSION_SUBJECT}.>`, (subject, bytes) => {
    if (Buffer.from(bytes).toString() === instanceId) return;
    const serial = subject.slice(SESSION_SUBJECT.length + 1);
    const session = current.get(serial);
    current.delete(serial);
    session?.client.close();
  });

  function end(session: MqttSession): void {
    const { serial } = session.device;
    const { entering } = session;
    session.entering = null;
    if (current.get(serial) === session) {
      current.delete(serial);
      const before = entering?.before;
      // A connection that fails during sign-in must not affect the current one, unless it has
      // already replaced it.
      if (before !== undefined && !before.client.closed) current.set(serial, before);
      else
        announce({
          kind: 'disconnected',
          serial,
          atMs: clock.nowMs(),
          reason: session.ending,
        });
    }
    entering?.release();
  }

  return {
    addConnection(connection, address) {
      const added: MqttConnection = { address, session: null };
      connections.set(connection, added);
      return added;
    },
    getAddress: (client) => connections.get(client.conn)?.address ?? '',
    add({ client, device, origin, release }) {
      const { serial } = device;
      const entering = { before: current.get(serial), release };
      const session = newSession(client, device, origin, entering, clock.nowMs());
      byClient.set(client, session);
      // From here the previous connection is stale: ignore its last will and its close.
      current.set(serial, session);
      // On `close`, because the broker reports only clients that still own their device name.
      client.conn.once('close', () => end(session));
    },
    accept(client) {
      const session = byClient.get(client);
      if (session === undefined) return;
      const { serial } = session.device;
      const before = session.entering?.before;
      session.entering?.release();
      session.entering = null;
      before?.client.close();
      if (current.get(serial) !== session) return;
      const connection = connections.get(client.conn);
      if (connection !== undefined) connection.session = session;
      bus.publish(`${SESSION_SUBJECT}.${serial}`, Buffer.from(instanceId));
      announce({ kind: 'connected', serial, atMs: clock.nowMs() });
    },
    get: (client) => byClient.get(client),
    getCurrent: (serial) => current.get(serial),
    isCurrent: (session) => current.get(session.device.serial) === session,
    setEnding(client, ending) {
      const session = byClient.get(client);
      if (session?.ending === 'closed') session.ending = ending;
    },
    count: () => current.size,
    close: () => elsewhere.close(),
  };
}

function newSession(
  client: Client,
  device: IngestDevice,
  origin: Origin,
  entering: MqttSession['entering'],
  nowMs: number,
): MqttSession {
  const frames = deviceTopic(device.serial, 'frames');
  return {
    device,
    client,
    origin,
    topics: {
      frames,
      framesBytes: Buffer.from(frames),
      status: deviceTopic(device.serial, 'status'),
    },
    throughBrokerMs: nowMs,
    unacknowledgedBytes: 0,
    paused: false,
    held: 0,
    turn: Promise.resolve(),
    ending: 'closed',
    entering,
  };
}
