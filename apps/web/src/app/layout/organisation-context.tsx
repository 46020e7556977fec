import { createContext } from 'react';

/** Chooses the organisation to see; null for all that the member reaches. */
export const OrganisationContext = createContext<(organisationId: string | null) => void>(
  () => undefined,
);
