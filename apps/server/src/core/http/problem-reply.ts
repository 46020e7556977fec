import { channel } from 'node:diagnostics_channel';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  CALLER_PROBLEMS,
  COMMON_PROBLEMS,
  ProblemError,
  type Endpoint,
  type Problem,
} from '@yamori/domain';
import { getStatus } from './problem-status.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint's declaration; undefined for routes without one. */
    readonly endpoint?: Endpoint;
  }
}

/** A problem reply that the endpoint does not declare. */
export type UndeclaredProblem = { readonly operation: string; readonly code: string };

/** Carries each `UndeclaredProblem`; tests fail on it. */
export const undeclaredProblems = channel('yamori:undeclared-problem');

const DEFAULT_RETRY_SECONDS = 5;

/**
 * Answers every failure with a `problem`. An unexpected error is logged in full; the client gets
 * only the id of the request.
 */
export function installProblemReplies(server: FastifyInstance): void {
  server.setErrorHandler((error: unknown, request, reply) => {
    const problem = toProblem(error);
    if (problem === null) {
      request.log.error({ err: error, id: request.id }, 'a request failed unexpectedly');
      return sendProblem(reply, { code: 'server-failed', details: { id: request.id } });
    }
    request.log.debug({ code: problem.code, place: problem.place }, 'a request was refused');
    return sendProblem(reply, problem);
  });
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  reportUndeclared(reply.request, problem);
  const status = getStatus(problem);
  if (status === 429 || status === 503)
    reply.header(
      'retry-after',
      String(Math.ceil(problem.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS)),
    );
  return reply.code(status).header('cache-control', 'no-store').send(problem);
}

function reportUndeclared({ routeOptions, log }: FastifyRequest, { code }: Problem): void {
  const { endpoint } = routeOptions.config;
  if (endpoint === undefined || isDeclared(endpoint, code)) return;
  const undeclared: UndeclaredProblem = {
    operation: `${endpoint.method} ${endpoint.path}`,
    code,
  };
  log.warn(undeclared, 'undeclared problem');
  undeclaredProblems.publish(undeclared);
}

const isDeclared = ({ problems, caller }: Endpoint, code: string): boolean =>
  [...COMMON_PROBLEMS, ...CALLER_PROBLEMS[caller], ...problems].some((known) => known === code);

/**
 * PostgreSQL's errors for text that it cannot store: an invalid character, JSON escape or number.
 * Routes validate their input; if one misses a case, the client gets 400 and no error is logged.
 */
const UNSTORABLE_STATES: ReadonlySet<unknown> = new Set(['22021', '22P05', '22P02']);

/** Problem for one of our errors or Fastify's; null for a bug. */
export function toProblem(error: unknown): Problem | null {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof Error && 'code' in error && UNSTORABLE_STATES.has(error.code))
    return { code: 'request-invalid', details: { reason: 'text' } };
  if (isFastifyError(error)) return toHttpProblem(error);
  return isFileProblem(error) ? { code: 'address-not-found' } : null;
}

/** Error of the file server for a folder or a file that it does not serve. The client gets 404. */
const isFileProblem = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && (error.status === 403 || error.status === 404);

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error &&
  'code' in error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode < 500;

function toHttpProblem(error: FastifyError): Problem {
  switch (error.statusCode) {
    case 413:
      return { code: 'limit-body' };
    case 415:
      return { code: 'media-type-refused' };
    case 404:
      return { code: 'address-not-found' };
    case undefined:
    default:
      return { code: 'request-invalid', details: { reason: error.code } };
  }
}

/** For unknown addresses below /api. */
export const replyNotFound = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendProblem(reply, { code: 'address-not-found' });
