import { ACCESS_LEVELS, type AccessLevelName } from './access-level.ts';

/** The visitor: signed out, or signed in with a level. */
export type Visitor =
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'signedIn'; readonly accessLevel: number };

/** The guards of the specification, section 6. Only `oneOf` and `atLeast` check the level. */
export type Guard =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'oneOf'; readonly levels: readonly AccessLevelName[] }
  | { readonly kind: 'atLeast'; readonly level: AccessLevelName };

export const anyone: Guard = { kind: 'anyone' };
export const signedOut: Guard = { kind: 'signedOut' };
export const signedIn: Guard = { kind: 'signedIn' };
export const oneOf = (...levels: AccessLevelName[]): Guard => ({ kind: 'oneOf', levels });
export const atLeast = (level: AccessLevelName): Guard => ({ kind: 'atLeast', level });

/** The decision for a visitor: allowed, sign in first, already signed in, or no permission. */
export type GuardDecision = 'allowed' | 'signInFirst' | 'signOutFirst' | 'refused';

export function decide(guard: Guard, visitor: Visitor): GuardDecision {
  switch (guard.kind) {
    case 'anyone':
      return 'allowed';
    case 'signedOut':
      return visitor.kind === 'signedOut' ? 'allowed' : 'signOutFirst';
    case 'signedIn':
      return visitor.kind === 'signedIn' ? 'allowed' : 'signInFirst';
    case 'oneOf':
      if (visitor.kind === 'signedOut') return 'signInFirst';
      return guard.levels.some((name) => ACCESS_LEVELS[name] === visitor.accessLevel)
        ? 'allowed'
        : 'refused';
    case 'atLeast':
      if (visitor.kind === 'signedOut') return 'signInFirst';
      return visitor.accessLevel >= ACCESS_LEVELS[guard.level] ? 'allowed' : 'refused';
  }
}

/** A route needs its parent's guards too: the first guard that does not allow decides. */
export function decideAll(guards: readonly Guard[], visitor: Visitor): GuardDecision {
  for (const guard of guards) {
    const decision = decide(guard, visitor);
    if (decision !== 'allowed') return decision;
  }
  return 'allowed';
}
