import { pino } from 'pino';
import { createPoolDatabase } from '../../../apps/server/src/core/database/pool-database.ts';
import { openConformanceServer } from '../conformance-server.ts';

/** A conformance server as a separate process: `oracle-server.ts DATABASE_URL PORT`. */
const [url = '', port = '0'] = process.argv.slice(2);
const database = createPoolDatabase({ url, connections: 8 }, pino({ level: 'silent' }));
const server = await openConformanceServer({ database, port: Number(port) });
process.send?.('ready');
// Ends with its parent.
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => {
  void server
    .close()
    .then(() => database.close())
    .then(() => process.exit(0));
});
