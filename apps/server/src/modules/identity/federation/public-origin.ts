import type { FastifyRequest } from 'fastify';
import { ProblemError } from '@yamori/domain';

/**
 * Our origin as providers know it. Without a configured origin only a loopback host is accepted:
 * the client controls the Host header, and an assertion for another site must not pass because a
 * client names that site.
 */
export function getOrigin(request: FastifyRequest, publicOrigin: string | null): string {
  if (publicOrigin !== null) return publicOrigin;
  const origin = `${request.protocol}://${request.host}`;
  if (!URL.canParse(origin) || !LOOPBACK.has(new URL(origin).hostname))
    throw new ProblemError('public-address-missing');
  return new URL(origin).origin;
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
