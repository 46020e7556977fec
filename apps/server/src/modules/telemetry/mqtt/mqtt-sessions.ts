import { deviceTopic } from '@yamori/domain';
import type { Aedes, AedesOptions, Client } from 'aedes';
import type { Logger } from 'pino';
import type { Duplex } from 'node:stream';
import { createKeyedLock } from '../../../core/limits.ts';
import type { Bus } from '../../../core/messaging/bus.ts';
import type { DeviceEvent } from '../../../core/messaging/device-event.ts';
import type { Clock } from '../../../core/timeline/timeline-frame.ts';
import type { IngestDevice, Admission } from '../ingest/ingest-device.ts';
import type { IngestTally } from '../ingest/ingest-counters.ts';
import type { IngestLimits } from '../ingest/ingest-limits.ts';
import type { Origin } from '../ingest/ingest-context.ts';
import {
  createMqttSessionRegistry,
  type MqttConnection,
  type MqttSession,
} from './mqtt-session-registry.ts';

export type MqttContext = {
  readonly clock: Clock;
  readonly log: Logger;
  readonly bus: Bus;
  readonly limits: IngestLimits;
  readonly instanceId: string;
  readonly tally: IngestTally;
  readonly shouldLog: (name: string) => boolean;
};

export type SessionHandler = {
  readonly admit: (serial: string, key: Uint8Array, origin: Origin) => Admission;
  readonly announce: (event: DeviceEvent) => void;
};

/**
 * The sessions on this server; a device has one connection across all servers, and the newest wins.
 */
export type MqttSessions = Required<
  Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizeSubscribe'>
> & {
  readonly of: (client: Client) => MqttSession | undefined;
  readonly isCurrent: (session: MqttSession) => boolean;
  readonly addConnection: (connection: Duplex, address: string) => MqttConnection;
  readonly follow: (broker: Aedes) => void;
  readonly deviceChanged: (serial: string, device: IngestDevice | null) => void;
  readonly count: () => number;
  readonly close: () => void;
};

// MQTT 3.1.1, section 3.2.2.3.
const SERVER_UNAVAILABLE = 3;
const BAD_USER_OR_PASSWORD = 4;

export function createMqttSessions(handler: SessionHandler, context: MqttContext): MqttSessions {
  const registry = createMqttSessionRegistry({ ...context, announce: handler.announce });
  /** One connection of a device signs in at a time. */
  const signIns = createKeyedLock();

  /** Queues only with a valid key: invalid attempts must not delay the real device. */
  async function signIn(client: Client, serial: string, key: Uint8Array): Promise<number | null> {
    const origin: Origin = { transport: 'mqtt', address: registry.getAddress(client) };
    const first = handler.admit(serial, key, origin);
    if (first.kind === 'refused') return BAD_USER_OR_PASSWORD;
    const { waited, release } = await signIns.acquire(serial);
    // The key may have been revoked during the wait.
    const admission = waited ? handler.admit(serial, key, origin) : first;
    if (admission.kind === 'admitted' && !client.closed) {
      registry.add({ client, device: admission.device, origin, release });
      return null;
    }
    release();
    return admission.kind === 'admitted' ? SERVER_UNAVAILABLE : BAD_USER_OR_PASSWORD;
  }

  return {
    of: registry.get,
    isCurrent: registry.isCurrent,
    addConnection: registry.addConnection,
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
      const serial = registry.get(client)?.device.serial;
      const own =
        serial !== undefined &&
        (['frames', 'status'] as const).some(
          (kind) => deviceTopic(serial, kind) === subscription.topic,
        );
      if (!own && context.shouldLog(`subscribe/${serial}`))
        context.log.warn(
          { serial, topic: subscription.topic.slice(0, 100) },
          'subscription to a foreign topic rejected',
        );
      done(null, own ? subscription : null);
    },
    follow(broker) {
      broker.on('clientReady', (client) => {
        registry.accept(client);
      });
      broker.on('keepaliveTimeout', (client) => {
        registry.setEnding(client, 'silent');
      });
      broker.on('clientError', (client, error) => {
        registry.setEnding(client, 'lost');
        context.log.debug(
          { serial: registry.get(client)?.device.serial, reason: error.message },
          'device connection failed',
        );
      });
      broker.on('connectionError', (_client, error) =>
        context.log.debug({ reason: error.message }, 'connection ended before sign-in'),
      );
    },
    deviceChanged(serial, device) {
      const session = registry.getCurrent(serial);
      if (session === undefined) return;
      if (device === null || device.keyHash !== session.device.keyHash) {
        registry.setEnding(session.client, 'keyWithdrawn');
        session.client.close();
      } else session.device = device;
    },
    count: registry.count,
    close: registry.close,
  };
}
