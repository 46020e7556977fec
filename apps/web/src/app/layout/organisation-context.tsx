import { createContext } from 'react';

/** Selects an organisation; null selects all that the member can access. */
export const OrganisationContext = createContext<(organisationId: string | null) => void>(
  () => undefined,
);
