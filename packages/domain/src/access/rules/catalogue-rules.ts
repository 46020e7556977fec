import { isFileType } from '../../catalogue/file-devices.ts';
import type { Actor } from '../actor.ts';
import { changedFields, ownedRule, type CollectionRule } from './collection-rule.ts';
import { hasDataAccess, isSeniorDeveloper } from './level-groups.ts';
import type { PlacedDocument } from './placement.ts';
import { EVERYTHING, NOTHING } from './visibility.ts';

/** Everyone may read the catalogue. Only the senior developer edits it, in the master area. */
const CATALOGUE_RULE = ownedRule(
  (actor) => (hasDataAccess(actor) ? EVERYTHING : NOTHING),
  (actor) => hasDataAccess(actor) && isSeniorDeveloper(actor),
);

/** Whether a type looks like the type of an imported file. */
const resemblesFileType = ({ id, data }: PlacedDocument): boolean =>
  [id, data['code']].some((code) => typeof code === 'string' && isFileType(code));

export const DEVICE_TYPE_RULE: CollectionRule = {
  ...CATALOGUE_RULE,
  mayCreate: (actor: Actor, after) =>
    CATALOGUE_RULE.mayCreate(actor, after) && !resemblesFileType(after),
  mayUpdate: (actor: Actor, before, after) =>
    CATALOGUE_RULE.mayUpdate(actor, before, after) &&
    (!changedFields(before.data, after.data).includes('code') || !resemblesFileType(after)),
};

/** Parameters define what can be configured; domains and rooms override their values. */
export const PARAMETER_RULE = CATALOGUE_RULE;
export const VIEW_RULE = CATALOGUE_RULE;
