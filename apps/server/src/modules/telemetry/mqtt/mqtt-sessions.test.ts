import { deviceTopic } from '@yamori/domain';
import type { MqttClient } from 'mqtt';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRandom, seriesFrames } from '../../../testing/device-frames.ts';
import {
  anIngestDevice,
  formatKey,
  startIngestFixture,
  until,
  type IngestFixture,
} from '../../../testing/ingest-fixture.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';

const opened: { temporary?: TemporaryDatabase; fixture?: IngestFixture } = {};
const fixture = (): IngestFixture => opened.fixture ?? expect.fail('no fixture');
beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
  opened.fixture = await startIngestFixture(opened.temporary.database);
});
afterEach(async () => {
  await opened.fixture?.close();
  await opened.temporary?.drop();
});

const will = {
  topic: deviceTopic('A-1', 'status'),
  payload: Buffer.from('{"online":false}'),
  qos: 1 as const,
  retain: false,
};
const [frame] = seriesFrames({
  startUs: 1_760_000_000_000_000,
  sampleRateHz: 250,
  samplesPerFrame: 250,
  frameCount: 1,
  random: createRandom(1),
});
/** Whether a connection is still the device’s: the server acknowledges its messages. */
const isHeard = (client: MqttClient): Promise<boolean> =>
  Promise.race([
    client
      .publishAsync(deviceTopic('A-1', 'frames'), Buffer.from(frame?.bytes ?? []), { qos: 1 })
      .then(
        () => true,
        () => false,
      ),
    new Promise<boolean>((resolve) => {
      client.once('close', () => resolve(false));
    }),
  ]);

describe('concurrent connections of one device', () => {
  it('one connection remains, its end is announced, and it closes when the key is revoked', async () => {
    // A last will delays the broker’s acceptance, so that a later connection may overtake it.
    for (let round = 0; round < 12; round++) {
      const tries = await Promise.allSettled(
        [{ will }, {}, { will }, {}].map((options) => fixture().connect('A-1', options)),
      );
      const clients = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      await until(
        () =>
          fixture().mqtt.connections() === 1 &&
          clients.filter((client) => client.connected).length === 1,
      );
      const alive = clients.filter((client) => client.connected);
      expect(alive).toHaveLength(1);
      const [device] = alive;
      expect(await isHeard(device ?? expect.fail('nobody is connected'))).toBe(true);
      expect(fixture().events.at(-1)).toMatchObject({ kind: 'connected', serial: 'A-1' });

      fixture().devices.set('A-1', anIngestDevice('A-1', { keyHash: 'f'.repeat(64) }));
      fixture().ingest.deviceChanged('A-1');
      await until(() => device?.connected === false);
      await until(() => fixture().mqtt.connections() === 0);
      await until(() => fixture().events.at(-1)?.kind === 'disconnected');
      expect(fixture().events.at(-1)).toMatchObject({ reason: 'keyWithdrawn' });
      fixture().devices.set('A-1', anIngestDevice('A-1'));
      fixture().ingest.deviceChanged('A-1');
    }
  });

  it('connections that fail during sign-in leave the state of the current one correct', async () => {
    for (let round = 0; round < 15; round++) {
      const device = await fixture().connect('A-1');
      const newcomers = Array.from({ length: 6 }, (_, index) =>
        connectAndLeave(fixture().mqtt.port, (round + index) % 5),
      );
      await Promise.all(newcomers);
      // Either none signed in, or one did, took over and left: counts and events must match.
      const areCountsCorrect = (): boolean =>
        fixture().mqtt.connections() === (device.connected ? 1 : 0) &&
        fixture().events.at(-1)?.kind === (device.connected ? 'connected' : 'disconnected');
      // It must stay true, even after the server reads from the next connection.
      for (let right = 0; right < 20; right++) {
        await setTimeout(10);
        if (!areCountsCorrect()) right = -1;
      }
      if (!device.connected) continue;
      expect(await isHeard(device)).toBe(true);
      fixture().devices.set('A-1', anIngestDevice('A-1', { keyHash: 'f'.repeat(64) }));
      fixture().ingest.deviceChanged('A-1');
      await until(() => !device.connected && fixture().mqtt.connections() === 0);
      fixture().devices.set('A-1', anIngestDevice('A-1'));
      fixture().ingest.deviceChanged('A-1');
    }
  });
});

/**
 * Sends CONNECT with the right key (MQTT 3.1.1, section 3.1) and disconnects some milliseconds
 * later without awaiting the reply.
 */
async function connectAndLeave(port: number, afterMs: number): Promise<void> {
  const text = (words: string): number[] => [
    words.length >> 8,
    words.length & 255,
    ...Buffer.from(words),
  ];
  const body = [
    ...text('MQTT'),
    4,
    0xc2,
    0,
    30,
    ...text('A-1'),
    ...text('A-1'),
    ...text(formatKey('A-1')),
  ];
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  socket.write(Uint8Array.of(0x10, body.length, ...body));
  await setTimeout(afterMs);
  socket.resetAndDestroy();
  await closed;
}
