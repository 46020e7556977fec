import type { FastifyRequest } from 'fastify';
import { refuse } from '@yamori/domain';

/**
 * The origin under which providers know us. Without a configured one only this machine's own
 * address will do: a Host header is written by whoever asks, and a proof that was made for another
 * site must not pass because somebody names that site.
 */
export function originOf(request: FastifyRequest, publicOrigin: string | null): string {
  if (publicOrigin !== null) return publicOrigin;
  const origin = `${request.protocol}://${request.host}`;
  if (!URL.canParse(origin) || !LOOPBACK.has(new URL(origin).hostname))
    throw refuse('public-address-missing');
  return new URL(origin).origin;
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
