import { z } from 'zod';
import type { Database } from '../../../../core/database/database.ts';
import { hashSecret } from '../../../../core/secrets/secret-store.ts';

/** Claims of a validated response, stored until the browser returns with its cookies. */
type PendingClaims = {
  readonly way: string;
  readonly state: string | null;
  readonly nextPath: string;
  readonly claims: SamlClaims;
};

const claims = z.object({
  subject: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
});
export type SamlClaims = z.infer<typeof claims>;

const LIFETIME_MS = 60_000;
type Row = { way: string; stateHash: string | null; nextPath: string; claims: unknown };

/**
 * The identity provider's POST comes from another site and therefore without cookies. Its claims
 * are stored under a ticket in a new cookie; the redirect that follows sends both cookies, the
 * ticket's and the browser's.
 */
export function createClaimsStore(database: Database, now: () => Date) {
  return {
    save: async (ticket: string, pending: PendingClaims): Promise<void> => {
      await database.query({
        name: 'insert_saml_claims',
        text: 'insert into federation_proof (ticket_hash, way, state_hash, next_path, claims, expires_at) values ($1, $2, $3, $4, $5, $6)',
        values: [
          hashSecret(ticket),
          pending.way,
          pending.state === null ? null : hashSecret(pending.state),
          pending.nextPath,
          JSON.stringify(pending.claims),
          new Date(now().getTime() + LIFETIME_MS),
        ],
      });
    },

    /** Works once; null if the ticket is unknown, used or expired. */
    take: async (
      ticket: string,
      way: string,
    ): Promise<{ stateHash: string | null; nextPath: string; claims: SamlClaims } | null> => {
      const [row] = await database.query<Row>({
        name: 'take_saml_claims',
        text: 'delete from federation_proof where ticket_hash = $1 and way = $2 and expires_at > $3 returning way, state_hash as "stateHash", next_path as "nextPath", claims',
        values: [hashSecret(ticket), way, now()],
      });
      return row === undefined
        ? null
        : { stateHash: row.stateHash, nextPath: row.nextPath, claims: claims.parse(row.claims) };
    },
  };
}
