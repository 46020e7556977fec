import { useState, type ReactNode } from 'react';
import type { Organisation } from './use-organisations.ts';

type LogoProps = {
  readonly organisation: Pick<Organisation, 'documentReferenceId' | 'updatedAt'>;
  /** Shown while the logo loads, and if it does not exist. */
  readonly instead: ReactNode;
};

/** An organisation's logo from its own address. */
export function OrganisationLogo({
  organisation: { documentReferenceId, updatedAt },
  instead,
}: LogoProps) {
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
