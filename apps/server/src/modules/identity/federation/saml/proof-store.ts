import { z } from 'zod';
import type { Database } from '../../../../core/database/database.ts';
import { hashOfSecret } from '../../secrets.ts';

/** What a checked response says, while it waits for the browser to come back with its cookies. */
export type WaitingProof = {
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

const LASTS_MS = 60_000;
type Row = { way: string; stateHash: string | null; nextPath: string; claims: unknown };

/**
 * The post of an identity provider comes from another site and so without cookies. What it proved
 * is kept under a ticket that only this answer's cookie holds; the page that it leads to has both
 * cookies, the ticket's and the browser's.
 */
export function createProofStore(database: Database, now: () => Date) {
  return {
    keep: async (ticket: string, proof: WaitingProof): Promise<void> => {
      await database.query({
        name: 'proof-keep',
        text: 'insert into federation_proof (ticket_hash, way, state_hash, next_path, claims, expires_at) values ($1, $2, $3, $4, $5, $6)',
        values: [
          hashOfSecret(ticket),
          proof.way,
          proof.state === null ? null : hashOfSecret(proof.state),
          proof.nextPath,
          JSON.stringify(proof.claims),
          new Date(now().getTime() + LASTS_MS),
        ],
      });
    },

    /** Once; null for an unknown ticket, a second time, or too late. */
    take: async (
      ticket: string,
      way: string,
    ): Promise<{ stateHash: string | null; nextPath: string; claims: SamlClaims } | null> => {
      const [row] = await database.query<Row>({
        name: 'proof-take',
        text: 'delete from federation_proof where ticket_hash = $1 and way = $2 and expires_at > $3 returning way, state_hash as "stateHash", next_path as "nextPath", claims',
        values: [hashOfSecret(ticket), way, now()],
      });
      return row === undefined
        ? null
        : { stateHash: row.stateHash, nextPath: row.nextPath, claims: claims.parse(row.claims) };
    },
  };
}
