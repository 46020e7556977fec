import { isIP } from 'node:net';

/** For which name passkeys are made, and on which pages they may be used. */
export type RelyingParty = {
  readonly id: string;
  readonly accepts: (origin: string | undefined) => string | null;
};

/**
 * From the configured address. Browsers offer passkeys to named hosts over https only, and to
 * `localhost`; without a configured address ours is `localhost` on whatever port. Null: at this
 * address there are no passkeys.
 */
export function relyingPartyOf(publicOrigin: string | null): RelyingParty | null {
  if (publicOrigin === null)
    return {
      id: 'localhost',
      accepts: (origin) => (origin !== undefined && hostOf(origin) === 'localhost' ? origin : null),
    };
  const { protocol, hostname } = new URL(publicOrigin);
  const named = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
  if (!named || (protocol !== 'https:' && hostname !== 'localhost')) return null;
  return { id: hostname, accepts: (origin) => (origin === publicOrigin ? origin : null) };
}

const hostOf = (origin: string): string | null =>
  URL.canParse(origin) ? new URL(origin).hostname : null;
