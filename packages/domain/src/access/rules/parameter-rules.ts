import { ownedRule } from './collection-rule.ts';
import { hasDataAccess, isSeniorDeveloper } from './level-groups.ts';
import { EVERYTHING, NOTHING } from './visibility.ts';

/**
 * Parameters define what can be configured and its range; domains and rooms override their values.
 */
export const PARAMETER_RULE = ownedRule(
  (actor) => (hasDataAccess(actor) ? EVERYTHING : NOTHING),
  (actor) => hasDataAccess(actor) && isSeniorDeveloper(actor),
);
