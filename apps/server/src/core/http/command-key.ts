import type { FastifyRequest } from 'fastify';
import { refuse, type Actor } from '@yamori/domain';
import type { Command } from '../database/command-answers.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The command of a request that names a key (`Idempotency-Key`, as the IETF's draft has it), or
 * null without one.
 * @throws ProblemError `command-key-invalid`
 */
export function commandOf(request: FastifyRequest, actor: Actor): Command | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !UUID.test(key)) throw refuse('command-key-invalid');
  return {
    memberId: actor.userId,
    key,
    content: `${request.method} ${request.url} ${JSON.stringify(request.body ?? null)}`,
  };
}
