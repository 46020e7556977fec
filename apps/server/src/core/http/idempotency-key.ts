import type { FastifyRequest } from 'fastify';
import { ProblemError, type Actor } from '@yamori/domain';
import type { Command } from '../database/idempotency-store.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the command of a request with an `Idempotency-Key` (IETF draft), or null without one. */
export function readCommand(request: FastifyRequest, actor: Actor): Command | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !UUID.test(key)) throw new ProblemError('command-key-invalid');
  return {
    memberId: actor.userId,
    key,
    content: `${request.method} ${request.url} ${JSON.stringify(request.body ?? null)}`,
  };
}
