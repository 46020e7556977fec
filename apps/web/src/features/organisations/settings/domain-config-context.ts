import { createContext, useContext } from 'react';
import type { CallOutcome } from '../../../call-outcome.ts';

/**
 * Injected by the app: runs an action that may need a fresh confirmation of identity; `cancelled`
 * if the reader declined.
 */
type DomainConfigSide = {
  /** Reloads the session: creating or moving an organisation changes what the reader can access. */
  readonly sessionChanged: () => Promise<unknown>;
  readonly act: <Value>(
    call: () => Promise<Value>,
  ) => Promise<CallOutcome<Value> | { readonly kind: 'cancelled' }>;
};

export const DomainConfigContext = createContext<DomainConfigSide | null>(null);

export function useDomainConfigSide(): DomainConfigSide {
  const side = useContext(DomainConfigContext);
  if (side === null)
    throw new Error('useDomainConfigSide must be used inside <DomainConfigContext>');
  return side;
}
