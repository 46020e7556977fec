import { all as getAddresses, compile as trusting } from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '@yamori/domain';
import { createWindowLimit } from '../limits.ts';
import { isApiRequest } from './api-request.ts';

/** Maximum number of addresses in memory; beyond it the oldest window is forgotten. */
const MAX_ADDRESSES = 20_000;

type AddressLimit = {
  readonly requestsPerMinute: number;
  /** Proxies whose forwarded headers are trusted, in Fastify's notation. */
  readonly trustedProxies: readonly string[];
  readonly now: () => number;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts an upgrade, which no hook sees. Returns seconds to wait, or 0 to accept it. */
    countUpgrade: (request: IncomingMessage) => number;
    /** Client address of an upgrade, like `request.ip`; undefined after a connection reset. */
    getAddress: (request: IncomingMessage) => string | undefined;
  }
}

/** Limits the requests of each address per minute, including upgrades to a socket. */
export function installAddressLimit(server: FastifyInstance, limit: AddressLimit): void {
  const count = createWindowLimit(
    { max: limit.requestsPerMinute, windowMs: 60_000, maxKeys: MAX_ADDRESSES },
    limit.now,
  );
  const secondsToWait = (address: string | undefined): number =>
    Math.ceil(count(toSubnet(address)) / 1000);
  server.addHook('onRequest', async (request) => {
    if (!isApiRequest(request) && request.routeOptions.config.withSession !== true) return;
    const retryAfterSeconds = secondsToWait(request.ip);
    if (retryAfterSeconds > 0) throw new ProblemError('limit-rate', { retryAfterSeconds });
  });
  const isTrusted = trusting([...limit.trustedProxies]);
  // The last address is the first that no trusted proxy set, as in Fastify's `request.ip`.
  const getAddress = (request: IncomingMessage): string | undefined =>
    getAddresses(request, isTrusted).at(-1);
  server.decorate('getAddress', getAddress);
  server.decorate('countUpgrade', (request: IncomingMessage) => secondsToWait(getAddress(request)));
}

/**
 * Key of an address for rate limits and records. A customer of an IPv6 provider owns a whole /64;
 * an IPv4-mapped IPv6 address is the IPv4 address. A connection that was reset has no address,
 * although `request.ip` is typed as a string.
 */
export function toSubnet(address: string | undefined): string {
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
