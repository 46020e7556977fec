import { useState, type ReactNode } from 'react';
import type { Organisation } from './use-organisations.ts';

/** An organisation's logo from its own address; `instead` while loading, and if there is none. */
export function OrganisationLogo({
  organisation: { documentReferenceId, updatedAt },
  instead,
}: {
  readonly organisation: Pick<Organisation, 'documentReferenceId' | 'updatedAt'>;
  readonly instead: ReactNode;
}) {
  const [isThere, setThere] = useState(false);
  return (
    <>
      {isThere ? null : instead}
      <img
        src={`/api/domains/${encodeURIComponent(documentReferenceId)}/logo?v=${updatedAt.getTime()}`}
        alt=""
        hidden={!isThere}
        onLoad={() => setThere(true)}
        onError={() => setThere(false)}
      />
    </>
  );
}
