import { ownedRule } from './collection-rule.ts';
import { hasDataAccess, isSeniorDeveloper } from './level-groups.ts';
import { EVERYTHING, NOTHING } from './visibility.ts';

/** Views are offered to everybody and made in the master area. */
export const VIEW_RULE = ownedRule(
  (actor) => (hasDataAccess(actor) ? EVERYTHING : NOTHING),
  (actor) => hasDataAccess(actor) && isSeniorDeveloper(actor),
);
