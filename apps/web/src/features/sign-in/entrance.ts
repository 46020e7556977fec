import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useProblemWords } from '../../kit/pages/problem-words.ts';
import { useSession, type Session, type SignInOutcome } from './session-context.tsx';

/** A try to get in, by whichever way. */
export type Attempt =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  | { readonly kind: 'refused'; readonly code: string; readonly words: string };

/**
 * Runs a way in and goes on from what it led to: where somebody wanted to go, or the page of the
 * second factor while that is still owed. Every way in ends here.
 */
export function useEntrance(
  next: string,
): readonly [Attempt, (way: (session: Session) => Promise<SignInOutcome>) => Promise<void>] {
  const [, session] = useSession();
  const words = useProblemWords();
  const navigate = useNavigate();
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'idle' });
  const enter = async (way: (session: Session) => Promise<SignInOutcome>): Promise<void> => {
    setAttempt({ kind: 'running' });
    const outcome = await way(session);
    setAttempt(
      outcome.kind === 'refused'
        ? { kind: 'refused', code: outcome.problem.code, words: words(outcome.problem) }
        : { kind: 'idle' },
    );
    if (outcome.kind === 'done') await navigate({ href: onward(session, next), replace: true });
  };
  return [attempt, enter];
}

function onward(session: Session, next: string): string {
  const state = session.current();
  if (state.kind === 'signedIn' || state.pending === null) return next;
  return next === '/' ? '/mfaauth' : `/mfaauth?next=${encodeURIComponent(next)}`;
}
