/**
 * Limits of this server, in memory. Limits that hold across servers are counted in the database.
 */

type NowMs = () => number;

type TokenRate = {
  readonly perSecond: number;
  /** Tokens of a full bucket; a new one is full. */
  readonly capacity: number;
  /** Tokens that may be taken before they exist; 0 by default. */
  readonly maxDebt?: number;
};

export type TokenBucket = {
  /** Takes tokens, one by default; takes none and returns false if the debt would be too large. */
  readonly take: (tokens?: number) => boolean;
  /** Milliseconds until the debt is refilled; 0 without a debt. */
  readonly debtMs: () => number;
};

export function createTokenBucket(rate: TokenRate, nowMs: NowMs): TokenBucket {
  const { perSecond, capacity, maxDebt = 0 } = rate;
  let tokens = capacity;
  let filledAtMs = nowMs();
  return {
    take(wanted = 1) {
      const elapsedMs = Math.max(0, nowMs() - filledAtMs);
      tokens = Math.min(capacity, tokens + (elapsedMs / 1000) * perSecond);
      filledAtMs = nowMs();
      if (tokens - wanted < -maxDebt) return false;
      tokens -= wanted;
      return true;
    },
    debtMs() {
      const elapsedMs = Math.max(0, nowMs() - filledAtMs);
      return Math.max(0, Math.ceil((-tokens / perSecond) * 1000) - elapsedMs);
    },
  };
}

type WindowRate = {
  readonly max: number;
  readonly windowMs: number;
  /** Keys in memory; beyond it the key whose window began first is forgotten. */
  readonly maxKeys: number;
};

/**
 * Counts per key; the first count of a key begins its window. Returns the milliseconds until the
 * window ends if the key is over its limit, else 0.
 */
export function createWindowLimit(
  { max, windowMs, maxKeys }: WindowRate,
  nowMs: NowMs,
): (key: string) => number {
  const windows = new Map<string, { readonly beganAtMs: number; count: number }>();
  return (key) => {
    const atMs = nowMs();
    let window = windows.get(key);
    if (window === undefined || atMs - window.beganAtMs >= windowMs) {
      window = { beganAtMs: atMs, count: 0 };
      windows.delete(key);
      windows.set(key, window);
      const first = windows.keys().next();
      if (windows.size > maxKeys && first.done !== true) windows.delete(first.value);
    }
    window.count += 1;
    return window.count > max ? window.beganAtMs + windowMs - atMs : 0;
  };
}

/** The release may be called repeatedly. */
type Acquired<Limit extends string> =
  | { readonly kind: 'acquired'; readonly release: () => void }
  | { readonly kind: 'full'; readonly limit: Limit };

/**
 * Limits how much runs concurrently, by several keys. `max` names the limits, each with its
 * maximum per key; a request is counted by its key of every limit. The first full limit rejects it.
 */
export function createConcurrencyLimit<Limit extends string>(
  max: Readonly<Record<Limit, number>>,
): (keys: Readonly<Record<Limit, string>>) => Acquired<Limit> {
  // Object.keys loses the key type; the keys are exactly these.
  const limits = Object.keys(max) as Limit[];
  const running = new Map<string, number>();
  const count = (id: string, change: 1 | -1): void => {
    const next = (running.get(id) ?? 0) + change;
    if (next === 0) running.delete(id);
    else running.set(id, next);
  };
  return (keys) => {
    const ids = new Map(limits.map((limit) => [limit, `${limit} ${keys[limit]}`]));
    for (const [limit, id] of ids)
      if ((running.get(id) ?? 0) >= max[limit]) return { kind: 'full', limit };
    for (const id of ids.values()) count(id, 1);
    return {
      kind: 'acquired',
      release() {
        for (const id of ids.values()) count(id, -1);
        ids.clear();
      },
    };
  };
}

/** One holder per key; the others wait in order. */
type KeyedLock = {
  /** `waited`: whether another one held the lock. The release may be called repeatedly. */
  readonly acquire: (
    key: string,
  ) => Promise<{ readonly waited: boolean; readonly release: () => void }>;
  /** Keys that are held. */
  readonly count: () => number;
};

export function createKeyedLock(): KeyedLock {
  const last = new Map<string, Promise<void>>();
  return {
    async acquire(key) {
      const before = last.get(key);
      const { promise, resolve } = Promise.withResolvers<void>();
      last.set(key, promise);
      await before;
      const release = (): void => {
        resolve();
        if (last.get(key) === promise) last.delete(key);
      };
      return { waited: before !== undefined, release };
    },
    count: () => last.size,
  };
}
