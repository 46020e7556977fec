import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createHttpServer, type HttpOptions } from '../core/http/http-server.ts';

/** A web server without routes and sessions that listens nowhere; tests `inject` requests. */
export const createTestServer = (options: Partial<HttpOptions> = {}): FastifyInstance =>
  createHttpServer({
    log: pino({ level: 'silent' }),
    lookupSession: async () => null,
    bodyLimitBytes: 5_000_000,
    requestsPerMinutePerAddress: 100_000,
    trustedProxies: [],
    publicOrigin: null,
    secure: false,
    tls: null,
    now: Date.now,
    ...options,
  });
