import type { Problem } from '@yamori/domain';
import { useEffect, useState } from 'react';
import { attempt } from '../call-outcome.ts';

type Answer<Value> =
  | { readonly kind: 'asking' }
  | { readonly kind: 'ready'; readonly value: Value }
  | { readonly kind: 'refused'; readonly problem: Problem };
/** A request: loading, done, or failed; `again` repeats it. */
export type RequestState<Value> = Answer<Value> & { readonly again: () => void };

/** Sends a request when the key changes; null sends none. */
export function useRequest<Value>(
  key: string | null,
  ask: () => Promise<Value>,
): RequestState<Value> {
  const [state, setState] = useState<Answer<Value>>({ kind: 'asking' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let left = false;
    if (key === null) return undefined;
    setState({ kind: 'asking' });
    attempt(ask).then(
      (outcome) => {
        if (!left)
          setState(outcome.kind === 'done' ? { kind: 'ready', value: outcome.value } : outcome);
      },
      (error: unknown) => {
        throw error;
      },
    );
    return () => {
      left = true;
    };
    /*
      oxlint-disable-next-line react/exhaustive-deps
      -- `key` identifies the request; `ask` is a new function on every render
    */
  }, [key, round]);
  return { ...state, again: () => setRound(round + 1) };
}
