import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRandom, seriesFrames } from '../../../testing/device-frames.ts';
import {
  anIngestDevice,
  startIngestFixture,
  type IngestFixture,
} from '../../../testing/ingest-fixture.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';

const opened: { temporary?: TemporaryDatabase; world?: IngestFixture } = {};
beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
  opened.world = await startIngestFixture(opened.temporary.database, {
    rateFactor: 1,
    burstSeconds: 1,
  });
});
afterEach(async () => {
  await opened.world?.close();
  await opened.temporary?.drop();
});

function parts(): { world: IngestFixture; temporary: TemporaryDatabase } {
  if (opened.world === undefined || opened.temporary === undefined) throw new Error('not open');
  return { world: opened.world, temporary: opened.temporary };
}
const origin = { transport: 'mqtt', address: '127.0.0.1' } as const;

describe('ingest failures', () => {
  // An unhandled rejection ends the process; the test run also counts it as a failure.
  it('the server rejects a failed write to the throttled device that sent it', async () => {
    const { world, temporary } = parts();
    await temporary.database.query({
      text: 'alter table staged_frames rename to staged_frames_away',
    });
    const frames = seriesFrames({
      startUs: 1_760_000_000_000_000,
      sampleRateHz: 250,
      samplesPerFrame: 250,
      frameCount: 2,
      random: createRandom(1),
    });
    const stored = world.ingest.accept(
      anIngestDevice('A-1'),
      Buffer.concat(frames.map((frame) => frame.bytes)),
      origin,
    );
    const refused = expect(stored).rejects.toThrow('staged_frames');
    expect(world.ingest.counters()).toMatchObject({ messagesThrottled: 1, framesReceived: 2 });
    await refused;
  });

  it('the server closes immediately despite a connection that never signs in', async () => {
    const { world } = parts();
    const idle = connect(world.mqtt.port, '127.0.0.1');
    idle.on('error', () => undefined);
    await once(idle, 'connect');
    // The server closes the connection before its sign-in timeout of ten seconds.
    const cut = once(idle, 'close');
    await world.close();
    await cut;
  });
});
