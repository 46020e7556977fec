import type { DataOf } from '../../collections/collections.ts';
import type { Actor } from '../actor.ts';
import type { CollectionRule } from './collection-rule.ts';
import { hasDataAccess, isAgency, isCareTeam, isMaker, isManager } from './level-groups.ts';
import type { PlacedDocument } from './placement.ts';
import { EVERYTHING, isVisible, NOTHING, withinReach, type Visibility } from './visibility.ts';

type Service = PlacedDocument<DataOf<'deviceService'>>;

/** What was done to a device is read by those who look after it, not by whoever lies beside it. */
export function servicesVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isMaker(actor)) return EVERYTHING;
  return isCareTeam(actor) || isAgency(actor) ? withinReach(actor) : NOTHING;
}

/**
 * The shift writes down what it did; figures of a calibration come from those who set devices up.
 * Nobody signs for others.
 */
export function mayWriteService(actor: Actor, entry: Service): boolean {
  if (!isVisible(entry, servicesVisibleTo(actor)) || entry.data.writtenBy !== actor.userId)
    return false;
  return entry.data.kind === 'service' || isManager(actor) || isAgency(actor) || isMaker(actor);
}

export const DEVICE_SERVICE_RULE: CollectionRule<DataOf<'deviceService'>> = {
  visibleTo: servicesVisibleTo,
  mayCreate: mayWriteService,
  mayUpdate: () => false,
  // A slip of one's own; what stays is in the update history.
  mayDelete: mayWriteService,
  hiddenFields: () => [],
  serverFields: [],
};
