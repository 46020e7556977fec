import type { Problem } from '@yamori/domain';
import type { LinkState } from '../connection/link-state.ts';

/**
 * What a screen knows of something live. `stale`: the last that was heard, from before the link
 * fell; `refused`: not for this person; `failed`: anything else that ended it.
 */
export type LiveResult<Value> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: Value }
  | { readonly kind: 'stale'; readonly value: Value; readonly since: Date }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** What was heard so far, without regard to the link. */
export type Heard<Value> = Exclude<LiveResult<Value>, { kind: 'stale' }>;

/** Puts the state of the link over what was heard: a value is fresh only while the link is live. */
export function resultUnder<Value>(heard: Heard<Value>, link: LinkState): LiveResult<Value> {
  if (heard.kind !== 'ready') return heard;
  switch (link.kind) {
    case 'live':
      return heard;
    case 'stale':
    case 'lost':
      return { kind: 'stale', value: heard.value, since: link.since };
    case 'refused':
      return { kind: 'refused', problem: { code: link.code } };
  }
}

/** Whether a problem says that something is not for this person, rather than that it went wrong. */
const isRefusal = (problem: Problem): boolean =>
  /^session-|-(refused|forbidden)$/.test(problem.code);

export const failedWith = (problem: Problem): Heard<never> => ({
  kind: isRefusal(problem) ? 'refused' : 'failed',
  problem,
});
