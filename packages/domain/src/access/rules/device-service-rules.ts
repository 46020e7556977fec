import type { DocumentData } from '../../collections/collections.ts';
import type { Actor } from '../actor.ts';
import type { CollectionRule } from './collection-rule.ts';
import { hasDataAccess, isAgency, isCareTeam, isMaker, isManager } from './level-groups.ts';
import type { PlacedDocument } from './placement.ts';
import {
  EVERYTHING,
  isVisible,
  NOTHING,
  inAccessibleDomains,
  type Visibility,
} from './visibility.ts';

type Service = PlacedDocument<DocumentData<'deviceService'>>;

/** Service records are visible to staff who maintain the device, not to residents. */
function servicesVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isMaker(actor)) return EVERYTHING;
  return isCareTeam(actor) || isAgency(actor) ? inAccessibleDomains(actor) : NOTHING;
}

/**
 * General staff record services. Other kinds, such as calibrations, need managers or agencies.
 * Records are written in one's own name only.
 */
export function mayWriteService(actor: Actor, entry: Service): boolean {
  if (!isVisible(entry, servicesVisibleTo(actor)) || entry.data.writtenBy !== actor.userId)
    return false;
  return entry.data.kind === 'service' || isManager(actor) || isAgency(actor) || isMaker(actor);
}

export const DEVICE_SERVICE_RULE: CollectionRule<DocumentData<'deviceService'>> = {
  visibleTo: servicesVisibleTo,
  mayCreate: mayWriteService,
  mayUpdate: () => false,
  // Authors may delete their own mistakes; the update history still contains them.
  mayDelete: mayWriteService,
  hiddenFields: () => [],
  serverFields: [],
};
