import { ownedRule } from './collection-rule.ts';
import { hasDataAccess, isSeniorDeveloper } from './level-groups.ts';
import { EVERYTHING, NOTHING } from './visibility.ts';

/** Everybody who sees a device needs to know what its numbers are; the master area is the senior developer's. */
export const DEVICE_TYPE_RULE = ownedRule((actor) => (hasDataAccess(actor) ? EVERYTHING : NOTHING), (actor) => hasDataAccess(actor) && isSeniorDeveloper(actor));
