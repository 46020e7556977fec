import type { DataOf } from '../../collections/collections.ts';
import { reaches, type Actor } from '../actor.ts';
import {
  hasDataAccess,
  isAgencyAdmin,
  isMaker,
  isPrivileged,
  isSeniorDeveloper,
} from './level-groups.ts';

/** As much of an organisation as says where it stands. */
export type StandingDomain = { readonly id: string } & Pick<
  DataOf<'domain'>,
  'kind' | 'parentDomainId' | 'rootDomainId' | 'ancestorIds'
>;

/** As the collection has it. */
export const MOST_ANCESTORS = 16;

/**
 * Whoever has all permissions in an organisation arranges the parts below it. Resellers and the
 * maker's developers move customers between resellers only: below a customer, another one's sign-in
 * would speak for its members.
 * @param above the organisation that it hangs below now; null at the top
 */
export function mayMoveDomain(
  actor: Actor,
  domain: StandingDomain,
  above: StandingDomain | null,
  target: StandingDomain,
): boolean {
  if (
    !hasDataAccess(actor) ||
    domain.id === actor.domainId ||
    !reaches(actor, domain.id) ||
    !reaches(actor, target.id)
  )
    return false;
  if (isSeniorDeveloper(actor) || isPrivileged(actor)) return true;
  return (
    (isAgencyAdmin(actor) || isMaker(actor)) && above?.kind === 'agency' && target.kind === 'agency'
  );
}

/**
 * Why an organisation cannot stand there, whoever asks; null when it can. `below`: how many steps
 * its deepest part lies below it.
 */
export function moveFault(
  domain: StandingDomain,
  target: StandingDomain,
  below: number,
): 'domain-below-itself-invalid' | 'domain-tree-invalid' | 'domain-depth-invalid' | null {
  if (target.id === domain.id || target.ancestorIds.includes(domain.id))
    return 'domain-below-itself-invalid';
  // What was recorded is kept by the top of the tree, so nothing leaves it; what stands at the top
  // is a tree of its own.
  if (target.rootDomainId !== domain.rootDomainId || domain.parentDomainId === null)
    return 'domain-tree-invalid';
  return target.ancestorIds.length + 1 + below > MOST_ANCESTORS ? 'domain-depth-invalid' : null;
}
