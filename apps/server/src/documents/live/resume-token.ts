import { createHash } from 'node:crypto';
import type { LiveTarget } from './live-target.ts';

/**
 * Where in the feed a reader stands: `{horizon}.{issued at, ms in base 36}.{what it reads}`. A token is no secret and gives
 * no rights: the target's key, rights included, has to be the same when it is used.
 */
export type ResumePoint = { readonly horizon: bigint; readonly issuedAtMs: number };

/** Stands where the reader is ahead of the feed for a moment; it cannot be resumed from. */
export const NO_TOKEN = '-';

export const writeToken = (target: LiveTarget, point: ResumePoint): string =>
  `${point.horizon}.${point.issuedAtMs.toString(36)}.${fingerprint(target)}`;

/** Null for a token that is too old, of another target or of other rights. */
export function readToken(
  token: string,
  target: LiveTarget,
  nowMs: number,
  goodForMs: number,
): ResumePoint | null {
  const [, horizon = '', issued = '', print] =
    /^(\d{1,20})\.([0-9a-z]{1,10})\.([0-9a-f]{16})$/.exec(token) ?? [];
  const issuedAtMs = Number.parseInt(issued, 36);
  if (print !== fingerprint(target) || !(nowMs - issuedAtMs <= goodForMs)) return null;
  return { horizon: BigInt(horizon), issuedAtMs };
}

const fingerprint = (target: LiveTarget): string =>
  createHash('sha256').update(target.key).digest('hex').slice(0, 16);
