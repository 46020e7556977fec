import { useMemo } from 'react';
import { AgencyClientContext, createAgencyClient } from '../client/agency-client.ts';
import { AgencyLayout } from '../features/agency/agency-layout.tsx';

/** The agency's area, with what its pages ask the server for. */
export function AgencyEntry() {
  const client = useMemo(
    () => createAgencyClient({ fetch: (url, init) => globalThis.fetch(url, init) }),
    [],
  );
  return (
    <AgencyClientContext value={client}>
      <AgencyLayout />
    </AgencyClientContext>
  );
}
