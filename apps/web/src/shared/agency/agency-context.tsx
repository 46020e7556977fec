import { createContext, useContext } from 'react';

/** The agency whose area is open. */
type OpenAgency = { readonly id: string; readonly timeZone: string };

const Context = createContext<OpenAgency | null>(null);
export const AgencyProvider = Context.Provider;

export function useAgency(): OpenAgency {
  const agency = useContext(Context);
  if (agency === null) throw new Error('useAgency must be used inside <AgencyContext>');
  return agency;
}
