import { all as addressesOf, compile as trusting } from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { refuse } from '@yamori/domain';
import { isToInterface } from './interface-address.ts';

const WINDOW_MS = 60_000;
/** Above this many addresses the oldest window is forgotten first, so that memory stays bounded. */
const ADDRESSES_KEPT = 20_000;

export type AddressLimit = {
  readonly requestsPerMinute: number;
  /** Whose forwarded headers are believed, as Fastify takes them. */
  readonly trustedProxies: readonly string[];
  readonly now: () => number;
};

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts a request that no hook sees (an upgrade). @returns seconds to wait; 0: it may go on.
     */
    countUpgrade: (request: IncomingMessage) => number;
    /** Where an upgrade comes from, as `request.ip` of a request; undefined once it was reset. */
    addressOf: (request: IncomingMessage) => string | undefined;
  }
}

/**
 * Counts requests of each address in windows of a minute, upgrades to a socket among them, and
 * refuses the one above the limit.
 */
export function installAddressLimit(server: FastifyInstance, limit: AddressLimit): void {
  const secondsToWait = createAddressCount(limit);
  server.addHook('onRequest', async (request) => {
    if (!isToInterface(request) && request.routeOptions.config.withSession !== true) return;
    const retryAfterSeconds = secondsToWait(request.ip);
    if (retryAfterSeconds > 0) throw refuse('limit-rate', { retryAfterSeconds });
  });
  const isTrusted = trusting([...limit.trustedProxies]);
  // The last of them is the first that nobody vouches for, as in Fastify's `request.ip`.
  const addressOf = (request: IncomingMessage): string | undefined =>
    addressesOf(request, isTrusted).at(-1);
  server.decorate('addressOf', addressOf);
  server.decorate('countUpgrade', (request: IncomingMessage) => secondsToWait(addressOf(request)));
}

function createAddressCount(limit: AddressLimit): (address: string | undefined) => number {
  const windows = new Map<string, { startedAtMs: number; requests: number }>();
  return (ip) => {
    const nowMs = limit.now();
    const address = subnetOf(ip);
    let window = windows.get(address);
    if (window === undefined || nowMs - window.startedAtMs >= WINDOW_MS) {
      window = { startedAtMs: nowMs, requests: 0 };
      windows.delete(address);
      windows.set(address, window);
      forgetOldest(windows);
    }
    window.requests += 1;
    return window.requests > limit.requestsPerMinute
      ? Math.ceil((window.startedAtMs + WINDOW_MS - nowMs) / 1000)
      : 0;
  };
}

function forgetOldest(windows: Map<string, unknown>): void {
  if (windows.size <= ADDRESSES_KEPT) return;
  const oldest = windows.keys().next();
  if (oldest.done !== true) windows.delete(oldest.value);
}

/**
 * One customer of an IPv6 provider owns a whole /64; an IPv4 address written as IPv6 is the IPv4
 * address. A connection that was reset before we looked has none any more, whatever the type of
 * `request.ip` says.
 */
export function subnetOf(address: string | undefined): string {
  if (address === undefined) return '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const groups = address.includes('::')
    ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`;
}
