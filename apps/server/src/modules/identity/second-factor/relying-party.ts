import { isIP } from 'node:net';

/** The relying party id, and the origins that may use its passkeys. */
export type RelyingParty = {
  readonly id: string;
  readonly accepts: (origin: string | undefined) => string | null;
};

/**
 * Derived from the public origin. Browsers support passkeys only for host names over HTTPS and for
 * `localhost`. Without a public origin ours is `localhost` on any port. Null: this origin cannot
 * have passkeys.
 */
export function getRelyingParty(publicOrigin: string | null): RelyingParty | null {
  if (publicOrigin === null)
    return {
      id: 'localhost',
      accepts: (origin) =>
        origin !== undefined && parseHost(origin) === 'localhost' ? origin : null,
    };
  const { protocol, hostname } = new URL(publicOrigin);
  const named = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
  if (!named || (protocol !== 'https:' && hostname !== 'localhost')) return null;
  return { id: hostname, accepts: (origin) => (origin === publicOrigin ? origin : null) };
}

const parseHost = (origin: string): string | null =>
  URL.canParse(origin) ? new URL(origin).hostname : null;
