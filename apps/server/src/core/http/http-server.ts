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
import { refuse } from '@yamori/domain';
import type { Logger } from 'pino';
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
  /** Addresses or networks of proxies whose forwarded headers are believed; none by default. */
  readonly trustedProxies: readonly string[];
  /** Origin that people see when a proxy stands in front, else null. */
  readonly publicOrigin: string | null;
  /** The name or address that we listen at; without a public origin people may use it. */
  readonly listenHost?: string | undefined;
  /** People reach us over https, through ourselves or through a proxy. */
  readonly secure: boolean;
  readonly tls: Pick<ServerOptions, 'cert' | 'key'> | null;
  readonly now: () => number;
  readonly phase?: () => ServerPhase;
  readonly limits?: { readonly requestMs: number };
};

/**
 * `draining`: `/readyz` answers 503 so that proxies choose another server; other requests are
 * served, and their connections closed. `stopping`: everything but `/healthz` is answered 503.
 */
export type ServerPhase = 'serving' | 'draining' | 'stopping';

/** The web server with everything that holds for every route, and no route. */
export function createHttpServer(options: HttpOptions): FastifyInstance {
  // The wider type: with pino's own every plugin's type would have to name it too.
  const loggerInstance: FastifyBaseLogger = options.log;
  const common = {
    loggerInstance,
    // Fastify's own lines would hold the query; ours are below.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimitBytes,
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    genReqId: () => randomUUID(),
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // Answers under way are finished; the caller ends those that take too long.
    forceCloseConnections: 'idle' as const,
    // Our own answer has a code and a Retry-After.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 400 },
    // An address that cannot be decoded is answered before any hook runs.
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      setSecurityHeaders(
        request.url.startsWith('/api/'),
        reply.type('application/json; charset=utf-8'),
        options,
      );
      return sendProblem(reply, { code: 'request-invalid', details: { reason: error.code } });
    },
  };
  // The two overloads of fastify() give servers that differ in their raw socket only.
  const server =
    options.tls === null
      ? fastify(common)
      : (fastify({ ...common, https: options.tls }) as unknown as FastifyInstance);
  // A form of any page can send plain text across sites without asking; nothing here wants it.
  server.removeContentTypeParser('text/plain');
  server.setValidatorCompiler(validateBySchema);
  server.setSerializerCompiler(serializerCompiler);
  limitSmallBodies(server, options.bodyLimitBytes);
  installProblemReplies(server);
  installSecurityHeaders(server, { secure: options.secure });
  refuseWhileStopping(server, options.phase ?? (() => 'serving'));
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

/** The next server is up by then, or a proxy has chosen another one. */
const STOPPING_RETRY_SECONDS = 2;

function refuseWhileStopping(server: FastifyInstance, phase: () => ServerPhase): void {
  server.addHook('onRequest', async (request, reply) => {
    const current = phase();
    if (current === 'serving') return;
    // A proxy that keeps connections would go on using them.
    reply.header('connection', 'close');
    const isRefused =
      current === 'draining' ? request.url === '/readyz' : request.url !== '/healthz';
    if (isRefused)
      throw refuse('server-unavailable', { retryAfterSeconds: STOPPING_RETRY_SECONDS });
  });
}

/**
 * Nobody has been let in yet where these are called, and no form of theirs is longer; a photo says
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

/** A line for each answer: never the query, which may hold names, and nothing of the body. */
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
    if (reply.statusCode >= 500) request.log.warn(line, 'answered');
    else request.log.debug(line, 'answered');
  });
}
