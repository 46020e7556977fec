import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isToInterface } from './interface-address.ts';

/** What answers of the interface carry: nothing in them may ever be shown or run as a page. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Policy of pages, scripts and workers. `wasm-unsafe-eval` has to stand on a worker's own script
 * too: without it the decoder never starts there, and nothing says why. Styles of components are
 * made at run time and carry the nonce. Text becomes markup or an address of a script only through
 * the one policy of apps/web/src/app/boot/trusted-types.ts.
 */
export function pagePolicy(nonce: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self'${nonce === null ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** 128 bits, as the standard asks, fresh for every page. */
export const freshNonce = (): string => randomBytes(16).toString('base64');

export type HeaderOptions = { readonly secure: boolean };

/**
 * Features that every browser knows: one that it does not know is a line in its console with every
 * page. Chromium knows `bluetooth` only where the system has Web Bluetooth; what is not named is
 * our pages' own alone, which is what `(self)` would say.
 */
const PERMISSIONS =
  'camera=(self), microphone=(), geolocation=(), payment=(), usb=(self), serial=(self)';

/** Headers that every answer carries; a page's own policy, set before, stays. */
export function installSecurityHeaders(server: FastifyInstance, options: HeaderOptions): void {
  server.addHook('onSend', async (request, reply) =>
    setSecurityHeaders(isToInterface(request), reply, options),
  );
}

/** For the answers that no hook sees: those to addresses that the router cannot read. */
export function setSecurityHeaders(
  isInterface: boolean,
  reply: FastifyReply,
  options: HeaderOptions,
): void {
  reply.headers({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
    'x-frame-options': 'DENY',
    ...(options.secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  });
  if (reply.getHeader('cross-origin-opener-policy') === undefined)
    reply.header('cross-origin-opener-policy', 'same-origin');
  if (reply.getHeader('content-security-policy') === undefined)
    reply.header('content-security-policy', defaultPolicy(isInterface, reply));
  if (isInterface && reply.getHeader('cache-control') === undefined)
    reply.header('cache-control', 'no-store');
}

const defaultPolicy = (isInterface: boolean, reply: FastifyReply): string =>
  isInterface || String(reply.getHeader('content-type') ?? '').startsWith('application/json')
    ? DATA_POLICY
    : pagePolicy(null);
