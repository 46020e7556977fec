import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { REQUEST_LIMIT_MS, withDeadline, type Deadline } from '../database/request-deadline.ts';

declare module 'fastify' {
  interface FastifyRequest {
    deadline: Deadline;
  }
  interface FastifyInstance {
    /** Of a request that begins now. */
    newDeadline: () => Deadline;
  }
}

/** Lets a request take longer: its client waits for it knowingly. */
export function liftDeadline({ deadline }: FastifyRequest): void {
  deadline.endsAtMs = Number.POSITIVE_INFINITY;
}

/**
 * Gives every request its deadline. The time in which a body arrives does not count. Bodies and
 * answers that are streams have none.
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
    // The parser of the body calls back outside the context of the request.
    withDeadline(request.deadline, done);
  });
  server.addHook('onSend', async (request, _reply, payload) => {
    if (payload instanceof Readable) liftDeadline(request);
  });
  // Work that a request began and that goes on behind its answer.
  server.addHook('onResponse', async (request) => liftDeadline(request));
}
