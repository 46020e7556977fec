import { createContext, useContext } from 'react';
import type { CallOutcome } from '../../../call-outcome.ts';

/**
 * What the app hands in: doing what somebody may have to show again for that it is they;
 * `cancelled` when they would not.
 */
type DomainConfigSide = {
  /** Who reaches what is asked anew, as a part that was made or moved changes it. */
  readonly sessionChanged: () => Promise<unknown>;
  readonly act: <Value>(
    call: () => Promise<Value>,
  ) => Promise<CallOutcome<Value> | { readonly kind: 'cancelled' }>;
};

export const DomainConfigContext = createContext<DomainConfigSide | null>(null);

export function useDomainConfigSide(): DomainConfigSide {
  const side = useContext(DomainConfigContext);
  if (side === null) throw new Error('DomainConfigContext is missing');
  return side;
}
