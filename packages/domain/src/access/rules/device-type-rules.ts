import { isFileType } from '../../catalogue/file-devices.ts';
import type { Actor } from '../actor.ts';
import { changedFields, ownedRule, type CollectionRule } from './collection-rule.ts';
import { hasDataAccess, isSeniorDeveloper } from './level-groups.ts';
import type { PlacedDocument } from './placement.ts';
import { EVERYTHING, NOTHING } from './visibility.ts';

/**
 * Everyone with devices needs their types. Only the senior developer edits them in the master area.
 */
const OWNED = ownedRule(
  (actor) => (hasDataAccess(actor) ? EVERYTHING : NOTHING),
  (actor) => hasDataAccess(actor) && isSeniorDeveloper(actor),
);

/** Whether a type looks like the type of an imported file. */
const resemblesFileType = ({ id, data }: PlacedDocument): boolean =>
  [id, data['code']].some((code) => typeof code === 'string' && isFileType(code));

export const DEVICE_TYPE_RULE: CollectionRule = {
  ...OWNED,
  mayCreate: (actor: Actor, after) => OWNED.mayCreate(actor, after) && !resemblesFileType(after),
  mayUpdate: (actor: Actor, before, after) =>
    OWNED.mayUpdate(actor, before, after) &&
    (!changedFields(before.data, after.data).includes('code') || !resemblesFileType(after)),
};
