import { createHash } from 'node:crypto';
import { RESUME_TOKEN_MAX } from '@yamori/domain';
import { formatSnapshot, parseSnapshot, type FeedSnapshot } from './feed-snapshot.ts';
import type { LiveTarget } from './live-target.ts';

/**
 * The reader has the changes of every transaction that `seen` saw. Text form:
 * `{seen}.{issued at, ms in base 36}.{target}`. A token is not secret and grants no rights: the
 * target's key, which includes the rights, must match on use.
 */
export type ResumePoint = { readonly seen: FeedSnapshot; readonly issuedAtMs: number };

/** Sent while the reader is ahead of the feed; cannot be resumed from. */
export const NO_TOKEN = '-';

export function writeToken(target: LiveTarget, { seen, issuedAtMs }: ResumePoint): string {
  const token = `${formatSnapshot(seen)}.${issuedAtMs.toString(36)}.${fingerprint(target)}`;
  // Exceeded only with several hundred open transactions.
  return token.length > RESUME_TOKEN_MAX ? NO_TOKEN : token;
}

const TOKEN = /^(\d{1,18}:\d{1,18}:(?:\d{1,18}(?:,\d{1,18})*)?)\.([0-9a-z]{1,10})\.([0-9a-f]{16})$/;

/** Null for a token that is too old, or for another target or other rights. */
export function readToken(
  token: string,
  target: LiveTarget,
  nowMs: number,
  goodForMs: number,
): ResumePoint | null {
  const [, snapshot = '', issued = '', print] = TOKEN.exec(token) ?? [];
  const issuedAtMs = Number.parseInt(issued, 36);
  if (print !== fingerprint(target) || !(nowMs - issuedAtMs <= goodForMs)) return null;
  const seen = parseSnapshot(snapshot);
  return isSnapshot(seen) ? { seen, issuedAtMs } : null;
}

/** Whether PostgreSQL accepts it as a snapshot. */
function isSnapshot({ low, high, open }: FeedSnapshot): boolean {
  let last = low;
  for (const xid of open) {
    if (xid < last || xid >= high) return false;
    last = xid;
  }
  return low > 0n && low <= high;
}

const fingerprint = (target: LiveTarget): string =>
  createHash('sha256').update(target.key).digest('hex').slice(0, 16);
