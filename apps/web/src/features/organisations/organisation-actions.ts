import { createContext, useContext } from 'react';
import type { CallOutcome } from '../../call-outcome.ts';

/** What the settings of an organisation need of the account and the session. */
type OrganisationActions = {
  /** Runs a call that may need a fresh confirmation of identity; `cancelled` if it was declined. */
  readonly act: <Value>(
    call: () => Promise<Value>,
  ) => Promise<CallOutcome<Value> | { readonly kind: 'cancelled' }>;
  /** Reloads the session: creating or moving an organisation changes what the user can access. */
  readonly sessionChanged: () => Promise<unknown>;
};

/** Provided by the app. */
export const OrganisationActionsContext = createContext<OrganisationActions | null>(null);

export function useOrganisationActions(): OrganisationActions {
  const actions = useContext(OrganisationActionsContext);
  if (actions === null)
    throw new Error('useOrganisationActions must be used inside <OrganisationActionsContext>');
  return actions;
}
