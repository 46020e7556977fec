import type { CallOf, Endpoint, Problem } from '@yamori/domain';
import { useNavigate } from '@tanstack/react-router';
import { useEntry } from '../../shared/registration/entry-context.tsx';

type Arrive = <E extends Endpoint>(endpoint: E, parts: CallOf<E>) => Promise<Problem | null>;

/** Runs a call that may sign in, then opens the board, or the page for a required second factor. */
export function useArrival(): Arrive {
  const navigate = useNavigate();
  return useArrivalOf(() => navigate({ href: '/', replace: true }));
}

export function useArrivalOf(onSignedIn: () => Promise<void>): Arrive {
  const { enter } = useEntry();
  const navigate = useNavigate();
  return async (endpoint, parts) => {
    const entry = await enter(endpoint, parts);
    if (entry.kind === 'refused') return entry.problem;
    if (entry.kind === 'secondFactor') await navigate({ href: '/mfaauth', replace: true });
    else await onSignedIn();
    return null;
  };
}
