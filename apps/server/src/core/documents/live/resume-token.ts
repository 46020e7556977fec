import { createHash } from 'node:crypto';
import { RESUME_TOKEN_MAX } from '@yamori/domain';
import { formatSnapshot, parseSnapshot, type FeedSnapshot } from './feed-snapshot.ts';
import type { LiveTarget } from './live-target.ts';

/**
 * What a reader has been told: the changes of every transaction that `seen` saw. As text it is
 * `{seen}.{issued at, ms in base 36}.{what it reads}`. A token is no secret and gives no rights:
 * the target's key, rights included, has to be the same when it is used.
 */
export type ResumePoint = { readonly seen: FeedSnapshot; readonly issuedAtMs: number };

/** Stands where the reader is ahead of the feed for a moment; it cannot be resumed from. */
export const NO_TOKEN = '-';

export function writeToken(target: LiveTarget, { seen, issuedAtMs }: ResumePoint): string {
  const token = `${formatSnapshot(seen)}.${issuedAtMs.toString(36)}.${fingerprint(target)}`;
  // Only with some hundred open transactions.
  return token.length > RESUME_TOKEN_MAX ? NO_TOKEN : token;
}

const TOKEN = /^(\d{1,18}:\d{1,18}:(?:\d{1,18}(?:,\d{1,18})*)?)\.([0-9a-z]{1,10})\.([0-9a-f]{16})$/;

/** Null for a token that is too old, of another target or of other rights. */
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

/** What PostgreSQL takes for a snapshot. */
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
