import type { Actor, WireDocument } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import type { DocumentAccess } from '../../core/documents/document-access.ts';

/**
 * Devices that are called as somebody typed it, in whatever case: labels are copied by hand. Only
 * those that the asker sees.
 */
export type AlikeStore = (actor: Actor, serial: string) => Promise<readonly WireDocument[]>;

/** More than two differ by case alone only where somebody tries it out. */
const MOST_ALIKE = 20;

export function createAlikeStore({
  database,
  access,
}: {
  readonly database: Pick<Database, 'query'>;
  readonly access: Pick<DocumentAccess, 'read'>;
}): AlikeStore {
  return async (actor, serial) => {
    // One's own come first: strangers cannot crowd them out. The paths of one collection stand in
    // an index of their own: thousands are gone through in some milliseconds.
    const rows = await database.query<{ path: string }>({
      name: 'devices-alike',
      text: `select path from documents where collection = 'device' and parent_path = '' and lower(path) = 'device/' || lower($1) order by (data->>'domainId' = any($3::text[])) desc nulls last, path limit $2`,
      values: [
        serial,
        MOST_ALIKE,
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
