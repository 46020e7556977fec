import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { REQUEST_LIMIT_MS, withDeadline, type Deadline } from '../database/request-deadline.ts';

declare module 'fastify' {
  interface FastifyRequest {
    deadline: Deadline;
  }
  interface FastifyInstance {
    /** Deadline of a request that starts now. */
    newDeadline: () => Deadline;
  }
}

/** Limit of a request whose client expects to wait, with its time in a queue. */
const LONG_REQUEST_LIMIT_MS = 120_000;

/**
 * Extends the deadline of a request whose client expects to wait. Each statement is limited as in
 * any other request (pool-database.ts), and fails immediately while the database is unreachable.
 */
export function extendDeadline({ deadline }: FastifyRequest): void {
  deadline.endsAtMs = performance.now() + LONG_REQUEST_LIMIT_MS;
}

/**
 * Removes the deadline of streams, which last as long as their clients send or take bytes, and of
 * work after the response. Their statements have the limit of the pool (pool-database.ts).
 */
function liftDeadline({ deadline }: FastifyRequest): void {
  deadline.endsAtMs = Number.POSITIVE_INFINITY;
}

/**
 * Gives every request a deadline. The time in which its body arrives does not count. Streamed
 * bodies and responses have no deadline.
 */
export function installRequestDeadline(
  server: FastifyInstance,
  limitMs: number = REQUEST_LIMIT_MS,
): void {
  server.decorate('newDeadline', () => ({ endsAtMs: performance.now() + limitMs }));
  const arrivingSinceMs = new WeakMap<FastifyRequest, number>();
  server.addHook('onRequest', (request, _reply, done) => {
    request.deadline = server.newDeadline();
    withDeadline(request.deadline, done);
  });
  server.addHook('preParsing', async (request) => {
    arrivingSinceMs.set(request, performance.now());
  });
  server.addHook('preValidation', (request, _reply, done) => {
    const sinceMs = arrivingSinceMs.get(request);
    if (sinceMs !== undefined) request.deadline.endsAtMs += performance.now() - sinceMs;
    if (request.body instanceof Readable) liftDeadline(request);
    // The body parser calls back outside the request's async context.
    withDeadline(request.deadline, done);
  });
  server.addHook('onSend', async (request, _reply, payload) => {
    if (payload instanceof Readable) liftDeadline(request);
  });
  // Work that continues after the response has no deadline.
  server.addHook('onResponse', async (request) => liftDeadline(request));
}
