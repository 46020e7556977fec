import type { Actor, UserInfo } from '@yamori/domain';

/** Somebody's signed-in session: which one, who it speaks for, and what the screens are told of them. */
export type Session = { readonly sessionId: string; readonly actor: Actor; readonly user: UserInfo };
