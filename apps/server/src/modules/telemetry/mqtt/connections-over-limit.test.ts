import { connect, type Socket } from 'node:net';
import mqtt from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCertificate } from '../../../testing/certificate.ts';
import {
  formatKey,
  startIngestFixture,
  until,
  type IngestFixture,
} from '../../../testing/ingest-fixture.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import type { IngestLimits } from '../ingest/ingest-limits.ts';

describe('MQTT connections over the limit', () => {
  const opened: { temporary?: TemporaryDatabase; fixture?: IngestFixture; sockets: Socket[] } = {
    sockets: [],
  };
  beforeEach(async () => {
    opened.temporary = await openTemporaryDatabase();
  });
  afterEach(async () => {
    for (const socket of opened.sockets.splice(0)) socket.destroy();
    await opened.fixture?.close();
    await opened.temporary?.drop();
  });
  const open = async (limits: Partial<IngestLimits>): Promise<IngestFixture> => {
    opened.fixture = await startIngestFixture(
      (opened.temporary ?? expect.fail('no database')).database,
      limits,
    );
    return opened.fixture;
  };
  /** A client that connects and sends nothing. */
  const silent = (fixture: IngestFixture, port = fixture.mqtt.port) => {
    const socket = connect(port, '127.0.0.1');
    opened.sockets.push(socket);
    const state = { closed: false };
    socket.on('error', () => undefined);
    socket.once('close', () => {
      state.closed = true;
    });
    return { socket, state };
  };

  it.each<[string, Partial<IngestLimits>]>([
    ['limit-connections', { connections: 3 }],
    ['limit-connections-address', { connectionsPerAddress: 3 }],
  ])(
    'the listener closes and counts them as %s, signed in or not, and accepts a device once there is room',
    async (name, limits) => {
      const fixture = await open(limits);
      await fixture.connect('A-1');
      const [first, second] = [silent(fixture), silent(fixture)];
      await until(() => first.socket.readyState === 'open' && second.socket.readyState === 'open');
      const over = [silent(fixture), silent(fixture)];
      await until(() => over.every(({ state }) => state.closed));
      await expect(fixture.connect('A-2')).rejects.toThrow();
      expect(fixture.ingest.counters().connectionsRefused).toEqual({ [name]: 3 });
      expect([first.state.closed, second.state.closed]).toEqual([false, false]);
      first.socket.destroy();
      await until(() => first.state.closed);
      await expect
        .poll(() =>
          fixture.connect('A-2').then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      expect(fixture.mqtt.connections()).toBe(2);
    },
  );

  const openTls = async (limits: Partial<IngestLimits>) => {
    const fixture = await open(limits);
    const tls = await createCertificate();
    const { port } = await fixture.ingest.listenMqtt({ host: '127.0.0.1', port: 0, tls });
    const signIn = (serial: string) =>
      mqtt.connectAsync(
        `mqtts://127.0.0.1:${port}`,
        {
          username: serial,
          password: formatKey(serial),
          ca: [tls.cert],
          servername: 'localhost',
          reconnectPeriod: 0,
        },
        false,
      );
    return { fixture, port, signIn };
  };

  it('the TLS listener counts connections from before their handshake until they close', async () => {
    const { fixture, port, signIn } = await openTls({ connections: 2 });
    const [first, second] = [silent(fixture, port), silent(fixture, port)];
    await until(() => first.socket.readyState === 'open' && second.socket.readyState === 'open');
    const third = silent(fixture, port);
    await until(() => third.state.closed);
    expect([first.state.closed, second.state.closed]).toEqual([false, false]);
    expect(fixture.ingest.counters().connectionsRefused).toEqual({ 'limit-connections': 1 });
    first.socket.destroy();
    for (const serial of ['A-1', 'A-2'])
      await until(() =>
        signIn(serial)
          .then((client) => client.endAsync())
          .then(
            () => true,
            () => false,
          ),
      );
  });

  it('the TLS listener closes a connection whose handshake takes too long', async () => {
    const { fixture, port } = await openTls({ handshakeMs: 50 });
    const { state } = silent(fixture, port);
    await until(() => state.closed);
  });

  it('the TLS listener closes although a handshake is unfinished', async () => {
    const { fixture, port } = await openTls({});
    const { socket, state } = silent(fixture, port);
    await until(() => socket.readyState === 'open');
    await fixture.close();
    await until(() => state.closed);
    delete opened.fixture;
  });
});
