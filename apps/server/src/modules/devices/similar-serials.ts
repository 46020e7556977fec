import type { Actor, WireDocument } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import type { DocumentAccess } from '../../core/documents/document-access.ts';

/**
 * Finds the devices whose serial equals the typed one in any letter case, because people copy
 * labels by hand. Returns only devices that the actor can see.
 */
export type SimilarSerials = (actor: Actor, serial: string) => Promise<readonly WireDocument[]>;

/** More than two serials differ only in letter case when someone does it on purpose. */
const MAX_ALIKE = 20;

export function createSimilarSerialStore({
  database,
  access,
}: {
  readonly database: Pick<Database, 'query'>;
  readonly access: Pick<DocumentAccess, 'read'>;
}): SimilarSerials {
  return async (actor, serial) => {
    // The actor's own devices sort first, so that those of other organisations cannot crowd them
    // out. A partial index on the paths of this collection keeps the scan to milliseconds.
    const rows = await database.query<{ path: string }>({
      name: 'list_similar_serials',
      text: `select path from documents where collection = 'device' and parent_path = '' and lower(path) = 'device/' || lower($1) order by (data->>'domainId' = any($3::text[])) desc nulls last, path limit $2`,
      values: [
        serial,
        MAX_ALIKE,
        actor.reach.kind === 'everything' ? [] : [...actor.reach.domainIds],
      ],
    });
    if (rows.length === 0) return [];
    return (
      await access.read(
        actor,
        rows.map(({ path }) => path),
      )
    ).filter((device) => device !== null);
  };
}
