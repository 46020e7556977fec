import { isFileSerial } from '../../catalogue/file-devices.ts';
import type { DocumentData } from '../../collections/collections.ts';
import { canAccessDomain, type Actor } from '../actor.ts';
import { changedFields, changesOnly, ownedRule, type CollectionRule } from './collection-rule.ts';
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
  inAccessibleDomains,
  type Visibility,
} from './visibility.ts';

type Device = PlacedDocument<DocumentData<'device'>>;

/**
 * Individuals see devices in rooms shared with them. Others see devices that their domains own or
 * borrow, except those lent out.
 */
export function devicesVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isMaker(actor)) return EVERYTHING;
  return isIndividual(actor) ? sharedWithActor(actor) : inAccessibleDomains(actor);
}

/**
 * Who may manage a device: managers in their domains, agencies in their customers', the maker
 * anywhere. Only the maker manages a lent device.
 */
export const mayArrangeDevice = (actor: Actor, device: Device): boolean =>
  hasDataAccess(actor) &&
  (isMaker(actor) || ((isManager(actor) || isAgency(actor)) && !isLent(device))) &&
  isInAccessibleDomain(actor, device);

/** Staff may move and rename a device, and a borrower may move it. The serial never changes. */
export function mayEditDevice(actor: Actor, before: Device, after: Device): boolean {
  const changed = changedFields(before.data, after.data);
  if (changed.includes('serial')) return false;
  // A file never becomes a device or the reverse. Old devices with the wrong connection can be
  // corrected.
  if (
    changed.includes('connection') &&
    (after.data.connection === 'file' || isFileSerial(before.id))
  )
    return false;
  // The type determines the price of a day, so the paying organisation cannot change it.
  if (changed.includes('typeId') && !isMaker(actor) && !isAgency(actor)) return false;
  if (isLent(before) && !isMaker(actor))
    return mayPlaceBorrowed(actor, before) && changesOnly(before, after, ['roomId']);
  if (hasDataAccess(actor) && isGeneralStaff(actor))
    return (
      isInAccessibleDomain(actor, before) && changesOnly(before, after, ['roomId', 'name', 'note'])
    );
  return mayArrangeDevice(actor, before) && mayArrangeDevice(actor, after);
}

export const DEVICE_RULE: CollectionRule<DocumentData<'device'>> = {
  visibleTo: devicesVisibleTo,
  // Files are on no bill and within no limit, so only the server creates them.
  mayCreate: (actor, device) =>
    mayArrangeDevice(actor, device) &&
    device.id === device.data.serial &&
    device.data.connection !== 'file' &&
    !isFileSerial(device.id),
  mayUpdate: mayEditDevice,
  mayDelete: (actor, before) => mayArrangeDevice(actor, before),
  hiddenFields: () => ['keyHash'],
  // `borrowedBy` follows the loans (modules/devices/loans). Retiring a device also revokes its key
  // (modules/devices).
  serverFields: ['status', 'keyHash', 'borrowedBy', 'borrowedUntil', 'retiredAt'],
};

const isLent = ({ data }: Device): boolean => (data.borrowedBy ?? null) !== null;

/** Who may move devices of the borrower. */
const mayPlaceBorrowed = (actor: Actor, { data }: Device): boolean =>
  hasDataAccess(actor) &&
  (isCareTeam(actor) || isAgency(actor)) &&
  typeof data.borrowedBy === 'string' &&
  canAccessDomain(actor, data.borrowedBy);

const isInAccessibleDomain = (actor: Actor, device: Device): boolean =>
  device.data.domainId !== undefined && canAccessDomain(actor, device.data.domainId);

/**
 * Both parties of a loan see it; the maker creates it (specification, section 2: device-borrow).
 */
function loansVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isMaker(actor)) return EVERYTHING;
  return isManager(actor) || isAgency(actor) ? inAccessibleDomains(actor) : NOTHING;
}

export const DEVICE_LOAN_RULE = ownedRule(
  loansVisibleTo,
  (actor) => hasDataAccess(actor) && isMaker(actor),
);
