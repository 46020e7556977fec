import type { DocumentData } from '../../collections/collections.ts';
import { canAccessDomain, type Actor } from '../actor.ts';
import {
  hasDataAccess,
  isAgencyAdmin,
  isMaker,
  isPrivileged,
  isSeniorDeveloper,
} from './level-groups.ts';

/** The fields of an organisation that locate it in the tree. */
export type CurrentDomain = { readonly id: string } & Pick<
  DocumentData<'domain'>,
  'kind' | 'parentDomainId' | 'rootDomainId' | 'ancestorIds'
>;

/** The limit of the collection's schema. */
export const MAX_ANCESTORS = 16;

/**
 * Privileged levels may move organisations below their own. Resellers and developers may only move
 * customers between resellers: below another customer, that customer's sign-in would vouch for its
 * members.
 * @param above current parent; null for a root
 */
export function mayMoveDomain(
  actor: Actor,
  domain: CurrentDomain,
  above: CurrentDomain | null,
  target: CurrentDomain,
): boolean {
  if (
    !hasDataAccess(actor) ||
    domain.id === actor.domainId ||
    !canAccessDomain(actor, domain.id) ||
    !canAccessDomain(actor, target.id)
  )
    return false;
  if (isSeniorDeveloper(actor) || isPrivileged(actor)) return true;
  return (
    (isAgencyAdmin(actor) || isMaker(actor)) && above?.kind === 'agency' && target.kind === 'agency'
  );
}

/**
 * Why an organisation cannot move to a parent, regardless of permissions; null if it can.
 * @param below levels of organisations below it
 */
export function moveFault(
  domain: CurrentDomain,
  target: CurrentDomain,
  below: number,
): 'domain-below-itself-invalid' | 'domain-tree-invalid' | 'domain-depth-invalid' | null {
  if (target.id === domain.id || target.ancestorIds.includes(domain.id))
    return 'domain-below-itself-invalid';
  // The root stores the tree's history, so organisations cannot leave their tree, and a root cannot
  // move.
  if (target.rootDomainId !== domain.rootDomainId || domain.parentDomainId === null)
    return 'domain-tree-invalid';
  return target.ancestorIds.length + 1 + below > MAX_ANCESTORS ? 'domain-depth-invalid' : null;
}
