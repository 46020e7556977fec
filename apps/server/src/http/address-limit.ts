import type { FastifyInstance } from 'fastify';
import { refuse } from '@yamori/domain';

const WINDOW_MS = 60_000;
/** Above this many addresses the oldest window is forgotten first, so that memory stays bounded. */
const ADDRESSES_KEPT = 20_000;

export type AddressLimit = { readonly requestsPerMinute: number; readonly now: () => number };

/** Counts requests of each address in windows of a minute and refuses the one above the limit. */
export function installAddressLimit(server: FastifyInstance, limit: AddressLimit): void {
  const windows = new Map<string, { startedAtMs: number; requests: number }>();
  server.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/')) return;
    const nowMs = limit.now();
    const address = subnetOf(request.ip);
    let window = windows.get(address);
    if (window === undefined || nowMs - window.startedAtMs >= WINDOW_MS) {
      window = { startedAtMs: nowMs, requests: 0 };
      windows.delete(address);
      windows.set(address, window);
      forgetOldest(windows);
    }
    window.requests += 1;
    if (window.requests > limit.requestsPerMinute) {
      throw refuse('limit-rate', { retryAfterSeconds: Math.ceil((window.startedAtMs + WINDOW_MS - nowMs) / 1000) });
    }
  });
}

function forgetOldest(windows: Map<string, unknown>): void {
  if (windows.size <= ADDRESSES_KEPT) return;
  const oldest = windows.keys().next();
  if (oldest.done !== true) windows.delete(oldest.value);
}

/** One customer of an IPv6 provider owns a whole /64; an IPv4 address written as IPv6 is the IPv4 address. */
export function subnetOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const groups = address.includes('::') ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right] : left;
  return `${groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, '').toLowerCase()).join(':')}::/64`;
}
