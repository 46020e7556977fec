import type { DocumentData } from '../../collections/collections.ts';
import type { Actor } from '../actor.ts';
import { changesOnly, type CollectionRule } from './collection-rule.ts';
import { hasDataAccess, isCareTeam, isIndividual, isMaker, isManager } from './level-groups.ts';
import type { PlacedDocument } from './placement.ts';
import {
  EVERYTHING,
  isVisible,
  NOTHING,
  some,
  inAccessibleDomains,
  type Visibility,
} from './visibility.ts';

type Note = PlacedDocument<DocumentData<'note'>>;

/**
 * Notes are internal to the care team: agencies and families cannot read them. Individuals read and
 * write the notes in their own home.
 */
export function notesVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isMaker(actor)) return EVERYTHING;
  if (isCareTeam(actor)) return inAccessibleDomains(actor);
  return isIndividual(actor) && actor.domainId !== null
    ? some({ domainIds: new Set([actor.domainId]), sharedWith: actor.userId })
    : NOTHING;
}

export const mayWriteNote = (actor: Actor, note: Note): boolean =>
  isVisible(note, notesVisibleTo(actor)) && note.data.writtenBy === actor.userId && isInOrder(note);

/** Only authors change their notes. */
export const mayChangeNote = (actor: Actor, before: Note, after: Note): boolean =>
  mayWriteNote(actor, before) &&
  isInOrder(after) &&
  changesOnly(before, after, ['text', 'from', 'to']);

/** Who may delete a note: its author, managers, and the maker when no manager can. */
export const mayRemoveNote = (actor: Actor, note: Note): boolean =>
  isVisible(note, notesVisibleTo(actor)) &&
  (note.data.writtenBy === actor.userId || isManager(actor) || isMaker(actor));

/** An interval must end after its start. The schema rejects invalid dates. */
const isInOrder = ({ data: { from, to } }: Note): boolean =>
  !(from instanceof Date) || !(to instanceof Date) || to.getTime() > from.getTime();

export const NOTE_RULE: CollectionRule<DocumentData<'note'>> = {
  visibleTo: notesVisibleTo,
  mayCreate: mayWriteNote,
  mayUpdate: mayChangeNote,
  mayDelete: mayRemoveNote,
  hiddenFields: () => [],
  serverFields: [],
};
