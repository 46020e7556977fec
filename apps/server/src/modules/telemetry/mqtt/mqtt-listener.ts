import { ProblemError } from '@yamori/domain';
import { Aedes } from 'aedes';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import type { IngestDevice } from '../ingest/ingest-device.ts';
import { countOne } from '../ingest/ingest-counters.ts';
import { toSubnet } from '../../../core/http/address-limit.ts';
import { isLoopback } from '../../../core/http/listen.ts';
import { createConcurrencyLimit } from '../../../core/limits.ts';
import { limitConnection } from './limited-connection.ts';
import { createMqttSessions, type MqttContext, type MqttSessions } from './mqtt-sessions.ts';
import { handleMessage, takeFrames, type MessageHandler } from './mqtt-messages.ts';

export type MqttOptions = {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Certificate and key; absent: plain TCP, for loopback and trusted networks. */
  readonly tls?: Pick<TlsOptions, 'cert' | 'key' | 'ca'>;
};

export type MqttListener = {
  readonly port: number;
  readonly connections: () => number;
  readonly deviceChanged: (serial: string, device: IngestDevice | null) => void;
  readonly close: () => Promise<void>;
};

/** MQTT 3.1.1 listener for devices: sign-in, topic checks and limits. */
export async function openMqtt(
  handler: MessageHandler,
  context: MqttContext,
  options: MqttOptions,
): Promise<MqttListener> {
  const sessions = createMqttSessions(handler, context);
  const broker = await Aedes.createBroker({
    id: context.instanceId,
    maxClientsIdLength: 64,
    keepaliveLimit: context.limits.keepaliveSeconds,
    connectTimeout: 10_000,
    preConnect: sessions.preConnect,
    authenticate: sessions.authenticate,
    authorizeSubscribe: sessions.authorizeSubscribe,
    authorizePublish: (client, packet, done) => {
      const session = client === null ? undefined : sessions.of(client);
      if (client === null) done(null);
      else if (session === undefined) done(new Error('not signed in'));
      else handleMessage(handler, context, session, sessions.isCurrent, packet, done);
    },
  });
  sessions.follow(broker);
  const sockets = new Set<Socket>();
  const server = createServer({
    broker,
    handler,
    sessions,
    context,
    tls: options.tls,
    sockets,
  });
  await listen(server, options);
  // A TCP server's address is an object once it listens.
  const { port } = server.address() as AddressInfo;
  if (options.tls === undefined && !isLoopback(options.host))
    context.log.warn(
      {
        host: options.host,
        port,
        code: 'mqtt-without-tls',
        advice: 'set MQTT_TLS_CERT and MQTT_TLS_KEY, or MQTT_HOST=127.0.0.1',
      },
      'devices send health data and keys unencrypted over the network',
    );
  context.log.info(
    { host: options.host, port, tls: options.tls !== undefined },
    'MQTT listener started',
  );
  return {
    port,
    connections: sessions.count,
    deviceChanged: sessions.deviceChanged,
    close: async () => {
      sessions.close();
      // Stop listening first: a disconnected device reconnects immediately and would keep the
      // server open.
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await new Promise<void>((resolve) => {
        broker.close(() => resolve());
      });
      // The broker closes signed-in devices; close all other connections here.
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

type MqttServerOptions = {
  readonly broker: Aedes;
  readonly handler: MessageHandler;
  readonly sessions: MqttSessions;
  readonly context: MqttContext;
  readonly tls: MqttOptions['tls'];
  readonly sockets: Set<Socket>;
};

function createServer({
  broker,
  handler,
  sessions,
  context,
  tls,
  sockets,
}: MqttServerOptions): Server {
  const acquire = createConcurrencyLimit({
    'limit-connections': context.limits.connections,
    'limit-connections-address': context.limits.connectionsPerAddress,
  });
  const handle = (socket: Socket): void => {
    const address = socket.remoteAddress ?? '';
    socket.setNoDelay(true);
    const connection = limitConnection(socket, {
      maxPacketBytes: context.limits.packetBytes,
      onTooLong: () => {
        context.tally.packetsOverLimit += 1;
        if (context.shouldLog(`packet/${address}`))
          context.log.warn(
            { address, limitBytes: context.limits.packetBytes },
            'oversized packet rejected and its connection closed; send fewer frames in one message',
          );
      },
      takes: (packets) =>
        arrival.session !== null &&
        takeFrames(handler, context, arrival.session, sessions.isCurrent, packets),
    });
    const arrival = sessions.addConnection(connection, address);
    broker.handle(connection);
  };
  const accept = tls === undefined ? handle : createTlsAcceptor(tls, context, handle);
  return createTcpServer((socket) => {
    const address = socket.remoteAddress ?? '';
    const place = acquire({
      'limit-connections': '',
      'limit-connections-address': toSubnet(address),
    });
    if (place.kind === 'full') {
      const code = place.limit;
      // MQTT allows no reply before CONNECT; the device will reconnect.
      socket.destroy();
      countOne(context.tally.connectionsRefused, code);
      if (context.shouldLog(`${code}/${address}`))
        context.log.warn(
          { address, code, limit: context.limits[LIMIT_OF[code]] },
          'connection over the limit rejected; if these are devices, raise the limit of MQTT connections',
        );
      return;
    }
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      place.release();
    });
    accept(socket);
  });
}

/** Starts TLS on counted sockets. A TLS server that listens itself reports them only afterwards. */
function createTlsAcceptor(
  tls: TlsOptions,
  context: MqttContext,
  handle: (socket: Socket) => void,
): (socket: Socket) => void {
  const server = createTlsServer({ ...tls, handshakeTimeout: context.limits.handshakeMs }, handle);
  server.on('tlsClientError', (error: Error, socket: Socket) => {
    const address = socket.remoteAddress;
    // Node only reports a handshake that takes too long.
    socket.destroy();
    if (context.shouldLog(`tls/${address}`))
      context.log.warn(
        { address, reason: error.message },
        'TLS handshake with a device failed; check its certificate settings',
      );
  });
  return (socket) => server.emit('connection', socket);
}

const LIMIT_OF = {
  'limit-connections': 'connections',
  'limit-connections-address': 'connectionsPerAddress',
} as const;

async function listen(server: Server, options: MqttOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explainListen(error, options)));
    server.listen(options.port, options.host, resolve);
  });
}

function explainListen(error: NodeJS.ErrnoException, options: MqttOptions): Error {
  const details = { host: options.host, port: options.port };
  return error.code === 'EADDRINUSE'
    ? new ProblemError('mqtt-port-in-use', {
        place: 'MQTT_PORT',
        details: {
          ...details,
          advice: 'another program listens there: stop it or choose another port',
        },
      })
    : new ProblemError('mqtt-listen-failed', {
        place: 'MQTT_PORT',
        details: { ...details, reason: error.code ?? error.message },
      });
}
