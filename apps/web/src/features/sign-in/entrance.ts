import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { useSession, type Session, type SignInOutcome } from './session-context.tsx';

/** A sign-in attempt by any method. */
export type Attempt =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  | { readonly kind: 'refused'; readonly code: string; readonly words: string };

/**
 * Runs a sign-in method, then opens the requested page, or the second-factor page if one is
 * required. Every method ends here.
 */
export function useEntrance(
  next: string,
): readonly [Attempt, (signIn: (session: Session) => Promise<SignInOutcome>) => Promise<void>] {
  const [, session] = useSession();
  const formatProblem = useProblemMessage();
  const navigate = useNavigate();
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'idle' });
  const enter = async (signIn: (session: Session) => Promise<SignInOutcome>): Promise<void> => {
    setAttempt({ kind: 'running' });
    const outcome = await signIn(session);
    setAttempt(
      outcome.kind === 'refused'
        ? { kind: 'refused', code: outcome.problem.code, words: formatProblem(outcome.problem) }
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
