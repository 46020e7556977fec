import { domainCollection, domainsVisibleTo, isVisible, mayMoveDomain, moveFault, ProblemError, refuse, type Actor, type StandingDomain, type Write } from '@yamori/domain';
import type { Database } from '../../database/database.ts';
import type { DocumentStore } from '../../documents/document-store.ts';
import type { Author } from '../../documents/writing/commit-guard.ts';

/** Who asked, and how. */
export type Asking = { readonly actor: Actor; readonly author: Pick<Author, 'command' | 'address'> };

export type DomainMoving = {
  /**
   * Hangs an organisation below another one of its tree, with all that hangs below it.
   * @throws ProblemError `domain-not-found`, `domain-move-forbidden`, `domain-below-itself-invalid`, `domain-tree-invalid`, `domain-depth-invalid`
   */
  readonly move: (asking: Asking, domainId: string, parentDomainId: string) => Promise<void>;
};

export type DomainMovingParts = {
  readonly database: Database;
  readonly store: DocumentStore;
  /** Their members reach other organisations now. */
  readonly onMoved: (domainIds: readonly string[]) => void;
};

/** Somebody else moves another part of the tree at the same moment: it is looked at anew. */
const MOST_TRIES = 5;

export function createDomainMoving({ database, store, onMoved }: DomainMovingParts): DomainMoving {
  const move = async ({ actor, author }: Asking, domainId: string, parentDomainId: string, tries: number): Promise<void> => {
    const [domain, target] = await Promise.all([standingOf(store, domainId, actor), standingOf(store, parentDomainId, actor)]);
    if (domain === null || target === null) throw refuse('domain-not-found', { place: 'parentDomainId' });
    const above = domain.parentDomainId === null ? null : await standingOf(store, domain.parentDomainId, null);
    if (!mayMoveDomain(actor, domain, above, target)) throw refuse('domain-move-forbidden');
    const below = await domainsBelow(database, domainId);
    const fault = moveFault(domain, target, Math.max(0, ...below.map(({ ancestorIds }) => ancestorIds.length - domain.ancestorIds.length)));
    if (fault !== null) throw refuse(fault, { place: 'parentDomainId' });
    if (domain.parentDomainId === target.id) return;
    const chain = [...target.ancestorIds, target.id];
    const writes: Write[] = [
      { kind: 'update', path: `domain/${domainId}`, fields: [{ field: ['parentDomainId'], value: target.id }, { field: ['ancestorIds'], value: chain }] },
      ...below.map((part): Write => ({ kind: 'update', path: `domain/${part.id}`, fields: [{ field: ['ancestorIds'], value: [...chain, ...part.ancestorIds.slice(domain.ancestorIds.length)] }] })),
    ];
    try {
      await store.commit(writes, { userId: actor.userId, ...author });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.code !== 'domain-tree-conflict' || tries <= 1) throw error;
      return move({ actor, author }, domainId, parentDomainId, tries - 1);
    }
    onMoved([...new Set([...domain.ancestorIds, ...chain])]);
  };
  return { move: (asking, domainId, parentDomainId) => move(asking, domainId, parentDomainId, MOST_TRIES) };
}

/** @param actor null: whoever asks */
async function standingOf(store: DocumentStore, id: string, actor: Actor | null): Promise<StandingDomain | null> {
  const [found] = await store.read([`domain/${id}`]);
  if (found === null || found === undefined || (actor !== null && !isVisible(found, domainsVisibleTo(actor)))) return null;
  const parsed = standing.safeParse(found.data);
  return parsed.success ? { id, ...parsed.data } : null;
}

const standing = domainCollection.schema.pick({ kind: true, parentDomainId: true, rootDomainId: true, ancestorIds: true }).loose();

async function domainsBelow(database: Database, domainId: string): Promise<{ readonly id: string; readonly ancestorIds: readonly string[] }[]> {
  const rows = await database.query<{ id: string; above: string[] }>({
    name: 'domain-parts',
    text: `select id, array(select jsonb_array_elements_text(data->'ancestorIds')) as above from documents
      where collection = 'domain' and parent_path = '' and data @> jsonb_build_object('ancestorIds', jsonb_build_array($1::text)) order by path`,
    values: [domainId],
  });
  return rows.map(({ id, above }) => ({ id, ancestorIds: above }));
}
