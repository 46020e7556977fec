import {
  domainCollection,
  domainsVisibleTo,
  isVisible,
  type Actor,
  type CurrentDomain,
} from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';

/** The positions of organisations in their tree. */
export type DomainStore = {
  /** Null if it does not exist or the actor cannot see it. Without an actor, all are visible. */
  readonly findCurrent: (id: string, actor: Actor | null) => Promise<CurrentDomain | null>;
  /** All descendants of an organisation. */
  readonly below: (
    domainId: string,
  ) => Promise<readonly { readonly id: string; readonly ancestorIds: readonly string[] }[]>;
};

export function createDomainStore(store: DocumentStore, database: Database): DomainStore {
  return {
    async findCurrent(id, actor) {
      const [found] = await store.read([`domain/${id}`]);
      if (
        found === null ||
        found === undefined ||
        (actor !== null && !isVisible(found, domainsVisibleTo(actor)))
      )
        return null;
      const parsed = domainFields.safeParse(found.data);
      return parsed.success ? { id, ...parsed.data } : null;
    },
    async below(domainId) {
      const rows = await database.query<{ id: string; above: string[] }>({
        name: 'list_domain_parts',
        text: `select id, array(select jsonb_array_elements_text(data->'ancestorIds')) as above from documents
          where collection = 'domain' and parent_path = '' and data @> jsonb_build_object('ancestorIds', jsonb_build_array($1::text)) order by path`,
        values: [domainId],
      });
      return rows.map(({ id, above }) => ({ id, ancestorIds: above }));
    },
  };
}

const domainFields = domainCollection.schema
  .pick({ kind: true, parentDomainId: true, rootDomainId: true, ancestorIds: true })
  .loose();
