import { isFileSerial } from '../../catalogue/file-devices.ts';
import type { DataOf } from '../../collections/collections.ts';
import { reaches, type Actor } from '../actor.ts';
import { changedFields, changesOnly, type CollectionRule } from './collection-rule.ts';
import {
  hasDataAccess,
  isAgency,
  isCareTeam,
  isGeneralStaff,
  isIndividual,
  isMaker,
  isManager,
} from './level-groups.ts';
import type { PlacedDocument } from './placement.ts';
import {
  EVERYTHING,
  NOTHING,
  sharedWithActor,
  withinReach,
  type Visibility,
} from './visibility.ts';

type Device = PlacedDocument<DataOf<'device'>>;

/**
 * An individual sees what stands in the rooms shared with them; others what their domains have:
 * their own, not lent, and borrowed.
 */
export function devicesVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isMaker(actor)) return EVERYTHING;
  return isIndividual(actor) ? sharedWithActor(actor) : withinReach(actor);
}

/**
 * Managers in their domains, agencies in their customers', the maker anywhere. What is lent only
 * the maker arranges.
 */
export const mayArrangeDevice = (actor: Actor, device: Device): boolean =>
  hasDataAccess(actor) &&
  (isMaker(actor) || ((isManager(actor) || isAgency(actor)) && !isLent(device))) &&
  inReach(actor, device);

/**
 * Staff put a device into another room and name it; who borrows one puts it into a room, and nobody
 * makes one device into another.
 */
export function mayEditDevice(actor: Actor, before: Device, after: Device): boolean {
  const changed = changedFields(before.data, after.data);
  if (changed.includes('serial')) return false;
  // What stands for a file never becomes a device, nor a device what stands for a file; who has one
  // that says so from before may set it right.
  if (
    changed.includes('connection') &&
    (after.data.connection === 'file' || isFileSerial(before.id))
  )
    return false;
  // A day of another type costs another price: whoever pays does not say what it is.
  if (changed.includes('typeId') && !isMaker(actor) && !isAgency(actor)) return false;
  if (isLent(before) && !isMaker(actor))
    return mayPlaceBorrowed(actor, before) && changesOnly(before, after, ['roomId']);
  if (hasDataAccess(actor) && isGeneralStaff(actor))
    return inReach(actor, before) && changesOnly(before, after, ['roomId', 'name', 'note']);
  return mayArrangeDevice(actor, before) && mayArrangeDevice(actor, after);
}

export const DEVICE_RULE: CollectionRule<DataOf<'device'>> = {
  visibleTo: devicesVisibleTo,
  // What stands for a file is on no bill and within no limit: only the server makes it.
  mayCreate: (actor, device) =>
    mayArrangeDevice(actor, device) &&
    device.id === device.data.serial &&
    device.data.connection !== 'file' &&
    !isFileSerial(device.id),
  mayUpdate: mayEditDevice,
  mayDelete: (actor, before) => mayArrangeDevice(actor, before),
  hiddenFields: () => ['keyHash'],
  // A device is lent by a loan, for as long as that runs (modules/devices/loans).
  // Taking one out of use ends its key with it (modules/devices).
  serverFields: ['status', 'keyHash', 'borrowedBy', 'borrowedUntil', 'retiredAt'],
};

const isLent = ({ data }: Device): boolean => (data.borrowedBy ?? null) !== null;

/** Whoever puts the borrower's own devices into rooms. */
const mayPlaceBorrowed = (actor: Actor, { data }: Device): boolean =>
  hasDataAccess(actor) &&
  (isCareTeam(actor) || isAgency(actor)) &&
  typeof data.borrowedBy === 'string' &&
  reaches(actor, data.borrowedBy);

const inReach = (actor: Actor, device: Device): boolean =>
  device.data.domainId !== undefined && reaches(actor, device.data.domainId);
