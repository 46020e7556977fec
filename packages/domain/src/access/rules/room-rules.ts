import type { DocumentData } from '../../collections/collections.ts';
import { equalValues } from '../../documents/value-order.ts';
import { canAccessDomain, type Actor } from '../actor.ts';
import { changesOnly, type CollectionRule } from './collection-rule.ts';
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

type Room = PlacedDocument<DocumentData<'room'>>;

/** Individuals see rooms shared with them; others see the rooms of their accessible domains. */
export function roomsVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isMaker(actor)) return EVERYTHING;
  return isIndividual(actor) ? sharedWithActor(actor) : inAccessibleDomains(actor);
}

/**
 * Who may manage a room: managers in their domains, agencies in their customers', the maker
 * anywhere.
 */
export const mayArrangeRoom = (actor: Actor, room: Room): boolean =>
  hasDataAccess(actor) &&
  (isManager(actor) || isAgency(actor) || isMaker(actor)) &&
  isInAccessibleDomain(actor, room);

/**
 * People that a room is shared with see its alarm notes, which agencies may not. So an agency could
 * share a customer's room with its own account.
 */
const mayShareRoom = (actor: Actor, before: Room | null, after: Room): boolean =>
  !isAgency(actor) || equalValues(before?.data.sharedWith ?? [], after.data.sharedWith ?? []);

export const mayCreateRoom = (actor: Actor, room: Room): boolean =>
  mayArrangeRoom(actor, room) && mayShareRoom(actor, null, room);

/** Fields that general staff may edit. */
const CARE_FIELDS = ['occupant', 'tags', 'name', 'building', 'floor', 'viewId'];

export const mayEditRoom = (actor: Actor, before: Room, after: Room): boolean =>
  (mayArrangeRoom(actor, before) &&
    mayArrangeRoom(actor, after) &&
    mayShareRoom(actor, before, after)) ||
  (hasDataAccess(actor) &&
    isGeneralStaff(actor) &&
    isInAccessibleDomain(actor, before) &&
    changesOnly(before, after, CARE_FIELDS));

/**
 * Whether an actor may see which staff respond: the team, and the maker, who is responsible for the
 * system.
 */
export const canSeeResponders = (actor: Actor): boolean => isCareTeam(actor) || isMaker(actor);
const RESPONDER_FIELDS = ['live.accidents.by'];

/** Only the care team and the maker see the occupant. */
export const hiddenRoomFields = (actor: Actor): readonly string[] => {
  if (canSeeResponders(actor)) return [];
  return isIndividual(actor)
    ? ['occupant', 'sharedWith', ...RESPONDER_FIELDS]
    : ['occupant', ...RESPONDER_FIELDS];
};

export const ROOM_RULE: CollectionRule<DocumentData<'room'>> = {
  visibleTo: roomsVisibleTo,
  mayCreate: mayCreateRoom,
  mayUpdate: mayEditRoom,
  mayDelete: mayArrangeRoom,
  hiddenFields: hiddenRoomFields,
  serverFields: ['live'],
};

const isInAccessibleDomain = (actor: Actor, room: Room): boolean =>
  room.data.domainId !== undefined && canAccessDomain(actor, room.data.domainId);
