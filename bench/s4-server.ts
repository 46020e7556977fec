import { addRoutes } from '../apps/server/src/core/http/route.ts';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { pino } from 'pino';
import { createPoolDatabase } from '../apps/server/src/core/database/pool-database.ts';
import { hashDeviceKey } from '../apps/server/src/modules/devices/device-key.ts';
import { createIngest } from '../apps/server/src/modules/telemetry/ingest/ingest.ts';
import { ingestRoutes } from '../apps/server/src/modules/telemetry/ingest/ingest-routes.ts';
import { createInProcessBus } from '../apps/server/src/core/messaging/in-process-bus.ts';
import { createTimeline } from '../apps/server/src/core/timeline/timeline.ts';
import { S4_STREAMS } from './s4-recording.ts';

/**
 * The product's ingest and timeline behind HTTP, and nothing else: `node s4-server.ts DATABASE_URL
 * PORT KEY`.
 */
const [url = '', port = '0', key = ''] = process.argv.slice(2);
const log = pino({ level: 'error' });
const clock = { nowMs: () => Date.now() };
const timeline = createTimeline({
  database: createPoolDatabase({ url, connections: 8 }, log),
  clock,
  log,
});
const keyHash = hashDeviceKey(key);
const streams = S4_STREAMS.map((stream) => ({
  streamId: stream.streamId,
  kind: stream.name,
  channels: stream.channels,
  unit: '',
  sampleRateHz: stream.sampleRateHz,
  scale: 1,
  offset: 0,
}));
const ingest = createIngest({
  bus: createInProcessBus(log),
  timeline,
  clock,
  log,
  findDevice: (serial) => ({
    serial,
    rootDomainId: 'bench',
    domainId: 'bench',
    roomId: null,
    typeId: 'bench',
    keyHash,
    streams,
  }),
});
const server = fastify();
server.setValidatorCompiler(validatorCompiler);
server.setSerializerCompiler(serializerCompiler);
addRoutes(server, ingestRoutes({ ingest }));
await server.listen({ host: '127.0.0.1', port: Number(port) });
const compactor = timeline.startCompactor(url);
process.on('message', () => {
  compactor.pass(-60, -60).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      throw error;
    },
  );
});
process.send?.('ready');
