import { pino } from 'pino';
import { createPoolDatabase } from '../core/database/pool-database.ts';
import { createIngest } from '../modules/telemetry/ingest/ingest.ts';
import { createInProcessBus } from '../core/messaging/in-process-bus.ts';
import { createTimeline } from '../core/timeline/timeline.ts';
import { anIngestDevice } from './ingest-fixture.ts';

/**
 * A process for tests to kill, which only ingests: `node ingest-process.ts DATABASE_URL PORT
 * DEVICES`.
 */
async function main(url: string, port: number, deviceCount: number): Promise<void> {
  const log = pino({ level: 'warn' });
  const clock = { nowMs: () => Date.now() };
  const devices = new Map(
    Array.from({ length: deviceCount }, (_, index) => [`D-${index}`, anIngestDevice(`D-${index}`)]),
  );
  const timeline = createTimeline({
    database: createPoolDatabase({ url, connections: 6 }, log),
    clock,
    log,
    limits: { settleSeconds: 1, restSeconds: 1, compactEverySeconds: 0.2 },
  });
  const ingest = createIngest({
    bus: createInProcessBus(log),
    timeline,
    clock,
    log,
    findDevice: (serial) => devices.get(serial) ?? null,
  });
  timeline.startCompactor(url);
  await ingest.listenMqtt({ host: '127.0.0.1', port });
}

const [url, port, deviceCount] = process.argv.slice(2);
await main(url ?? '', Number(port), Number(deviceCount));
