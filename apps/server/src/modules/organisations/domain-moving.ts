import {
  hasCode,
  mayMoveDomain,
  moveFault,
  ProblemError,
  type Actor,
  type Write,
} from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Author } from '../../core/documents/writing/commit-guard.ts';
import type { DomainStore } from './domain-store.ts';

/** The member who requests the move, and the request's metadata. */
type Requester = {
  readonly actor: Actor;
  readonly author: Pick<Author, 'command' | 'address'>;
};

export type DomainMoving = {
  /** Moves an organisation with all its descendants below another one of its tree. */
  readonly move: (requester: Requester, domainId: string, parentDomainId: string) => Promise<void>;
};

type DomainMovingOptions = {
  readonly domains: DomainStore;
  readonly store: DocumentStore;
  /** Called with the organisations whose members may have gained or lost access. */
  readonly onMoved: (domainIds: readonly string[]) => void;
};

/** Retries after a concurrent move in the same tree. */
const MAX_ATTEMPTS = 5;

export function createDomainMoving({ domains, store, onMoved }: DomainMovingOptions): DomainMoving {
  const move = async (
    { actor, author }: Requester,
    domainId: string,
    parentDomainId: string,
    tries: number,
  ): Promise<void> => {
    const [domain, target] = await Promise.all([
      domains.findCurrent(domainId, actor),
      domains.findCurrent(parentDomainId, actor),
    ]);
    if (domain === null || target === null)
      throw new ProblemError('domain-not-found', { place: 'parentDomainId' });
    const above =
      domain.parentDomainId === null
        ? null
        : await domains.findCurrent(domain.parentDomainId, null);
    if (!mayMoveDomain(actor, domain, above, target))
      throw new ProblemError('domain-move-forbidden');
    const below = await domains.below(domainId);
    const fault = moveFault(
      domain,
      target,
      Math.max(
        0,
        ...below.map(({ ancestorIds }) => ancestorIds.length - domain.ancestorIds.length),
      ),
    );
    if (fault !== null) throw new ProblemError(fault, { place: 'parentDomainId' });
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
      if (!hasCode(error, 'domain-tree-conflict') || tries <= 1) throw error;
      return move({ actor, author }, domainId, parentDomainId, tries - 1);
    }
    onMoved([...new Set([...domain.ancestorIds, ...chain])]);
  };
  return {
    move: (requester, domainId, parentDomainId) =>
      move(requester, domainId, parentDomainId, MAX_ATTEMPTS),
  };
}
