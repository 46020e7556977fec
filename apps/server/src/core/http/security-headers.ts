import type { FastifyInstance, FastifyReply } from 'fastify';
import { isApiRequest } from './api-request.ts';

/** Policy of API responses, which must never be displayed or run as a page. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Policy of pages, scripts and workers. A worker's script needs `wasm-unsafe-eval` itself: without
 * it the decoder fails silently. Text becomes a script's URL only through
 * apps/web/src/app/boot/trusted-types.ts, and never markup.
 */
export function pagePolicy(trustedTypes: readonly string[] = ['default']): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
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
    `trusted-types ${trustedTypes.join(' ')}`,
  ].join('; ');
}

type HeaderOptions = { readonly secure: boolean };

/**
 * Only features that every browser knows: an unknown one logs a warning in the console of every
 * page. Chromium knows `bluetooth` only on systems with Web Bluetooth. A feature that is not listed
 * is allowed for this origin only, like `(self)`.
 */
const PERMISSIONS =
  'camera=(self), microphone=(), geolocation=(), payment=(), usb=(self), serial=(self)';

/** Sets headers on every response; keeps a policy that the route has set. */
export function installSecurityHeaders(server: FastifyInstance, options: HeaderOptions): void {
  server.addHook('onSend', async (request, reply) =>
    setSecurityHeaders(isApiRequest(request), reply, options),
  );
}

/** For responses without hooks: those to URLs that the router cannot decode. */
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
    : pagePolicy();
