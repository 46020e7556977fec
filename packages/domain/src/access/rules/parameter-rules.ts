import { ownedRule } from './collection-rule.ts';
import { hasDataAccess, isSeniorDeveloper } from './level-groups.ts';
import { EVERYTHING, NOTHING } from './visibility.ts';

/**
 * Parameters say what may be set and by how much; their values are overridden in domains and rooms.
 */
export const PARAMETER_RULE = ownedRule(
  (actor) => (hasDataAccess(actor) ? EVERYTHING : NOTHING),
  (actor) => hasDataAccess(actor) && isSeniorDeveloper(actor),
);
