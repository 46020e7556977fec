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

const opened: { temporary?: TemporaryDatabase; fixture?: IngestFixture } = {};
beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
  opened.fixture = await startIngestFixture(opened.temporary.database, {
    rateFactor: 1,
    burstSeconds: 1,
  });
});
afterEach(async () => {
  await opened.fixture?.close();
  await opened.temporary?.drop();
});

function parts(): { fixture: IngestFixture; temporary: TemporaryDatabase } {
  if (opened.fixture === undefined || opened.temporary === undefined) throw new Error('not open');
  return { fixture: opened.fixture, temporary: opened.temporary };
}
const origin = { transport: 'mqtt', address: '127.0.0.1' } as const;

describe('ingest failures', () => {
  // An unhandled rejection ends the process; the test run also counts it as a failure.
  it('the server reports a failed write to the throttled device that sent it', async () => {
    const { fixture, temporary } = parts();
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
    const stored = fixture.ingest.accept(
      anIngestDevice('A-1'),
      Buffer.concat(frames.map((frame) => frame.bytes)),
      origin,
    );
    const refused = expect(stored).rejects.toThrow('staged_frames');
    expect(fixture.ingest.counters()).toMatchObject({ messagesThrottled: 1, framesReceived: 2 });
    await refused;
  });

  it('the server closes immediately despite a connection that never signs in', async () => {
    const { fixture } = parts();
    const idle = connect(fixture.mqtt.port, '127.0.0.1');
    idle.on('error', () => undefined);
    await once(idle, 'connect');
    // The server closes the connection before its sign-in timeout of ten seconds.
    const cut = once(idle, 'close');
    await fixture.close();
    await cut;
  });
});
