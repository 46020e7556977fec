import { ownedRule } from './collection-rule.ts';
import { hasDataAccess, isSeniorDeveloper } from './level-groups.ts';
import { EVERYTHING, NOTHING } from './visibility.ts';

/** Everyone may use views; the master area edits them. */
export const VIEW_RULE = ownedRule(
  (actor) => (hasDataAccess(actor) ? EVERYTHING : NOTHING),
  (actor) => hasDataAccess(actor) && isSeniorDeveloper(actor),
);
