import {
  mayMoveDomain,
  moveFault,
  ProblemError,
  refuse,
  type Actor,
  type Write,
} from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Author } from '../../core/documents/writing/commit-guard.ts';
import type { DomainStore } from './domain-store.ts';

/** Who asked, and how. */
export type Asking = {
  readonly actor: Actor;
  readonly author: Pick<Author, 'command' | 'address'>;
};

export type DomainMoving = {
  /**
   * Hangs an organisation below another one of its tree, with all that hangs below it.
   * @throws ProblemError `domain-not-found`, `domain-move-forbidden`,
   * `domain-below-itself-invalid`, `domain-tree-invalid`, `domain-depth-invalid`
   */
  readonly move: (asking: Asking, domainId: string, parentDomainId: string) => Promise<void>;
};

export type DomainMovingParts = {
  readonly domains: DomainStore;
  readonly store: DocumentStore;
  /** Their members reach other organisations now. */
  readonly onMoved: (domainIds: readonly string[]) => void;
};

/** Somebody else moves another part of the tree at the same moment: it is looked at anew. */
const MOST_TRIES = 5;

export function createDomainMoving({ domains, store, onMoved }: DomainMovingParts): DomainMoving {
  const move = async (
    { actor, author }: Asking,
    domainId: string,
    parentDomainId: string,
    tries: number,
  ): Promise<void> => {
    const [domain, target] = await Promise.all([
      domains.standing(domainId, actor),
      domains.standing(parentDomainId, actor),
    ]);
    if (domain === null || target === null)
      throw refuse('domain-not-found', { place: 'parentDomainId' });
    const above =
      domain.parentDomainId === null ? null : await domains.standing(domain.parentDomainId, null);
    if (!mayMoveDomain(actor, domain, above, target)) throw refuse('domain-move-forbidden');
    const below = await domains.below(domainId);
    const fault = moveFault(
      domain,
      target,
      Math.max(
        0,
        ...below.map(({ ancestorIds }) => ancestorIds.length - domain.ancestorIds.length),
      ),
    );
    if (fault !== null) throw refuse(fault, { place: 'parentDomainId' });
    if (domain.parentDomainId === target.id) return;
    const chain = [...target.ancestorIds, target.id];
    const writes: Write[] = [
      {
        kind: 'update',
        path: `domain/${domainId}`,
        fields: [
          { field: ['parentDomainId'], value: target.id },
          { field: ['ancestorIds'], value: chain },
        ],
      },
      ...below.map((part): Write => ({
        kind: 'update',
        path: `domain/${part.id}`,
        fields: [
          {
            field: ['ancestorIds'],
            value: [...chain, ...part.ancestorIds.slice(domain.ancestorIds.length)],
          },
        ],
      })),
    ];
    try {
      await store.commit(writes, { actor, ...author });
    } catch (error) {
      if (
        !(error instanceof ProblemError) ||
        error.problem.code !== 'domain-tree-conflict' ||
        tries <= 1
      )
        throw error;
      return move({ actor, author }, domainId, parentDomainId, tries - 1);
    }
    onMoved([...new Set([...domain.ancestorIds, ...chain])]);
  };
  return {
    move: (asking, domainId, parentDomainId) => move(asking, domainId, parentDomainId, MOST_TRIES),
  };
}
