import type { DataOf } from '../../collections/collections.ts';
import { reaches, type Actor } from '../actor.ts';
import { changedFields, changesOnly, type CollectionRule } from './collection-rule.ts';
import { hasDataAccess, isAgency, isGeneralStaff, isIndividual, isMaker, isManager } from './level-groups.ts';
import type { PlacedDocument } from './placement.ts';
import { EVERYTHING, NOTHING, sharedWithActor, withinReach, type Visibility } from './visibility.ts';

type Device = PlacedDocument<DataOf<'device'>>;

/** An individual sees what stands in the rooms shared with them; others the devices of their domains, owned or borrowed. */
export function devicesVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isMaker(actor)) return EVERYTHING;
  return isIndividual(actor) ? sharedWithActor(actor) : withinReach(actor);
}

/** Managers in their domains, agencies in their customers', the maker anywhere. */
export const mayArrangeDevice = (actor: Actor, device: Device): boolean =>
  hasDataAccess(actor) && (isManager(actor) || isAgency(actor) || isMaker(actor)) && inReach(actor, device);

/** Staff put a device into another room and name it; only the maker lends, and nobody makes one device into another. */
export function mayEditDevice(actor: Actor, before: Device, after: Device): boolean {
  const changed = changedFields(before.data, after.data);
  if (changed.includes('serial')) return false;
  if (!isMaker(actor) && (changed.includes('borrowedBy') || changed.includes('borrowedUntil'))) return false;
  if (hasDataAccess(actor) && isGeneralStaff(actor)) return inReach(actor, before) && changesOnly(before, after, ['roomId', 'name', 'note']);
  return mayArrangeDevice(actor, before) && mayArrangeDevice(actor, after);
}

export const DEVICE_RULE: CollectionRule<DataOf<'device'>> = {
  visibleTo: devicesVisibleTo,
  mayCreate: (actor, after) => mayArrangeDevice(actor, after) && (isMaker(actor) || (after.data.borrowedBy ?? null) === null),
  mayUpdate: mayEditDevice,
  mayDelete: (actor, before) => mayArrangeDevice(actor, before),
  hiddenFields: () => ['keyHash'],
  serverFields: ['status', 'keyHash'],
};

const inReach = (actor: Actor, device: Device): boolean => device.data.domainId !== undefined && reaches(actor, device.data.domainId);
