import type { ServerOptions } from 'node:https';
import { randomUUID } from 'node:crypto';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { ProblemError } from '@yamori/domain';
import type { Logger } from 'pino';
import { createWindowLimit } from '../limits.ts';
import { installAddressLimit } from './address-limit.ts';
import { installOriginCheck } from './origin-check.ts';
import { installProblemReplies, sendProblem } from './problem-reply.ts';
import { installRequestDeadline } from './request-deadline.ts';
import { installRequestActor, type SessionLookup } from './request-actor.ts';
import { validateBySchema } from './schema-validator.ts';
import { installSecurityHeaders, setSecurityHeaders } from './security-headers.ts';

export type HttpOptions = {
  readonly log: Logger;
  readonly lookupSession: SessionLookup;
  readonly bodyLimitBytes: number;
  readonly requestsPerMinutePerAddress: number;
  /** Addresses or networks of proxies whose forwarded headers are trusted; none by default. */
  readonly trustedProxies: readonly string[];
  /** Public origin of the site behind a proxy, else null. */
  readonly publicOrigin: string | null;
  /** Name or address on which the server listens; without a public origin it is also accepted. */
  readonly listenHost?: string | undefined;
  /** Whether members use https, to this server or to a proxy. */
  readonly secure: boolean;
  readonly tls: Pick<ServerOptions, 'cert' | 'key'> | null;
  readonly now: () => number;
  readonly phase?: () => ServerPhase;
  readonly limits?: { readonly requestMs: number; readonly httpConnections: number };
};

/**
 * `draining`: `/readyz` responds 503, so that proxies choose another server; other requests are
 * served, and their connections closed. `stopping`: everything but `/healthz` responds 503.
 */
export type ServerPhase = 'serving' | 'draining' | 'stopping';

/** The web server without routes: hooks, headers, limits and error responses. */
export function createHttpServer(options: HttpOptions): FastifyInstance {
  // The wider type: pino's own would have to appear in the type of every plugin.
  const loggerInstance: FastifyBaseLogger = options.log;
  const common = {
    loggerInstance,
    // Fastify's own log lines contain the query; see `installRequestLog`.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimitBytes,
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    genReqId: () => randomUUID(),
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // Requests in progress finish; the caller ends those that take too long.
    forceCloseConnections: 'idle' as const,
    // `rejectWhileStopping` responds with a code and Retry-After.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 400 },
    // No hook runs for a URL that cannot be decoded.
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      setSecurityHeaders(
        request.url.startsWith('/api/'),
        reply.type('application/json; charset=utf-8'),
        options,
      );
      return sendProblem(reply, { code: 'request-invalid', details: { reason: error.code } });
    },
  };
  // The overloads of fastify() return servers that differ only in their raw socket.
  const server =
    options.tls === null
      ? fastify(common)
      : (fastify({ ...common, https: options.tls }) as unknown as FastifyInstance);
  if (options.limits !== undefined) limitConnections(server, options.limits, options);
  // Any site's form can post plain text without a CORS preflight, and no route needs it.
  server.removeContentTypeParser('text/plain');
  server.setValidatorCompiler(validateBySchema);
  server.setSerializerCompiler(serializerCompiler);
  limitSmallBodies(server, options.bodyLimitBytes);
  installProblemReplies(server);
  installSecurityHeaders(server, { secure: options.secure });
  rejectWhileStopping(server, options.phase ?? (() => 'serving'));
  installRequestDeadline(server, options.limits?.requestMs);
  installAddressLimit(server, {
    requestsPerMinute: options.requestsPerMinutePerAddress,
    trustedProxies: options.trustedProxies,
    now: options.now,
  });
  installOriginCheck(server, options);
  installRequestActor(server, options.lookupSession);
  installRequestLog(server);
  return server;
}

const DROP_LOG_INTERVAL_MS = 60_000;

/** Counts connections before their TLS handshake and their first request. */
function limitConnections(
  server: FastifyInstance,
  { httpConnections }: { readonly httpConnections: number },
  { log, now }: Pick<HttpOptions, 'log' | 'now'>,
): void {
  const logLimit = createWindowLimit({ max: 1, windowMs: DROP_LOG_INTERVAL_MS, maxKeys: 1 }, now);
  server.server.maxConnections = httpConnections;
  server.server.on('drop', () => {
    if (logLimit('drop') > 0) return;
    log.warn(
      { limit: httpConnections },
      'HTTP connection over the limit rejected; if it is a user, raise the limit of HTTP connections',
    );
  });
}

/** By then the next server is up, or the proxy has chosen another one. */
const STOPPING_RETRY_SECONDS = 2;

function rejectWhileStopping(server: FastifyInstance, phase: () => ServerPhase): void {
  server.addHook('onRequest', async (request, reply) => {
    const current = phase();
    if (current === 'serving') return;
    // Otherwise a proxy would reuse its kept-alive connections.
    reply.header('connection', 'close');
    const isRefused =
      current === 'draining' ? request.url === '/readyz' : request.url !== '/healthz';
    if (isRefused)
      throw new ProblemError('server-unavailable', { retryAfterSeconds: STOPPING_RETRY_SECONDS });
  });
}

/**
 * Routes that are called before sign-in, and others whose bodies are short. The photo upload sets
 * its own limit.
 */
const SMALL_BODIES =
  /^\/api\/(?:session|registration|account(?!\/photo)|invitations|one-time-links|sign-in|saml)(?:\/|$)/;
const SMALL_BODY_BYTES = 64 * 1024;

function limitSmallBodies(server: FastifyInstance, bodyLimitBytes: number): void {
  server.addHook('onRoute', (route) => {
    if (route.bodyLimit === undefined && SMALL_BODIES.test(route.url))
      route.bodyLimit = Math.min(SMALL_BODY_BYTES, bodyLimitBytes);
  });
}

/** Logs every response without its body and without the query, which may contain names. */
function installRequestLog(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    const line = {
      id: request.id,
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      elapsedMs: Math.round(reply.elapsedTime),
      userId: request.actor?.userId,
    };
    if (reply.statusCode >= 500) request.log.warn(line, 'request answered');
    else request.log.debug(line, 'request answered');
  });
}
