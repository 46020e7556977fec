import { isFileType } from '../../catalogue/file-devices.ts';
import type { Actor } from '../actor.ts';
import { changedFields, ownedRule, type CollectionRule } from './collection-rule.ts';
import { hasDataAccess, isSeniorDeveloper } from './level-groups.ts';
import type { PlacedDocument } from './placement.ts';
import { EVERYTHING, NOTHING } from './visibility.ts';

/**
 * Everybody who sees a device needs to know what its numbers are; the master area is the senior
 * developer's.
 */
const OWNED = ownedRule(
  (actor) => (hasDataAccess(actor) ? EVERYTHING : NOTHING),
  (actor) => hasDataAccess(actor) && isSeniorDeveloper(actor),
);

/** Whether it would be taken for what an imported file is of. */
const seemsOfFile = ({ id, data }: PlacedDocument): boolean =>
  [id, data['code']].some((code) => typeof code === 'string' && isFileType(code));

export const DEVICE_TYPE_RULE: CollectionRule = {
  ...OWNED,
  mayCreate: (actor: Actor, after) => OWNED.mayCreate(actor, after) && !seemsOfFile(after),
  mayUpdate: (actor: Actor, before, after) =>
    OWNED.mayUpdate(actor, before, after) &&
    (!changedFields(before.data, after.data).includes('code') || !seemsOfFile(after)),
};
