import { mayMoveDomain, moveFault, type Actor, type CurrentDomain } from '@yamori/domain';
import type { Organisation } from '../../../../shared/organisations/use-organisations.ts';

export type Branch = { readonly domain: Organisation; readonly parts: readonly Branch[] };

/**
 * The tree below an organisation, by name at each level; children of a hidden parent are at the
 * top.
 */
export function branchesBelow(id: string, below: readonly Organisation[]): readonly Branch[] {
  const ids = new Set(below.map(({ documentReferenceId }) => documentReferenceId));
  const getParent = ({ parentDomainId }: Organisation): string =>
    parentDomainId !== null && ids.has(parentDomainId) ? parentDomainId : id;
  const parts = Map.groupBy(below, getParent);
  const grow = (at: string): readonly Branch[] =>
    (parts.get(at) ?? []).map((domain) => ({ domain, parts: grow(domain.documentReferenceId) }));
  return grow(id);
}

const toPlacement = ({
  documentReferenceId,
  kind,
  parentDomainId,
  rootDomainId,
  ancestorIds,
}: Organisation): CurrentDomain => ({
  id: documentReferenceId,
  kind,
  parentDomainId,
  rootDomainId,
  ancestorIds,
});

/** The possible new parents, without the current one. */
export function moveTargets(
  actor: Actor,
  domain: Organisation,
  all: readonly Organisation[],
): readonly Organisation[] {
  const moved = toPlacement(domain);
  const above = all.find(
    ({ documentReferenceId }) => documentReferenceId === domain.parentDomainId,
  );
  const depth = Math.max(
    0,
    ...all
      .filter(({ ancestorIds }) => ancestorIds.includes(moved.id))
      .map(({ ancestorIds }) => ancestorIds.length - moved.ancestorIds.length),
  );
  return all.filter(
    (target) =>
      target.documentReferenceId !== domain.parentDomainId &&
      mayMoveDomain(
        actor,
        moved,
        above === undefined ? null : toPlacement(above),
        toPlacement(target),
      ) &&
      moveFault(moved, toPlacement(target), depth) === null,
  );
}
