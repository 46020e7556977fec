import { equalValues } from '../../documents/value-order.ts';
import type { DocumentData } from '../../collections/collections.ts';
import type { Actor } from '../actor.ts';
import { changesOnly, type CollectionRule } from './collection-rule.ts';
import { isCareTeam, isMaker } from './level-groups.ts';
import type { PlacedDocument } from './placement.ts';
import { roomsVisibleTo } from './room-rules.ts';
import { isVisible } from './visibility.ts';

type Sleep = PlacedDocument<DocumentData<'sleep'>>;

/** Nights are visible with their room. */
const mayReadSleep = (actor: Actor, night: Sleep): boolean =>
  isVisible(night, roomsVisibleTo(actor));

/** Staff correct a night without changing the analysis result. */
export const mayCorrectSleep = (actor: Actor, before: Sleep, after: Sleep): boolean =>
  (isCareTeam(actor) || isMaker(actor)) &&
  mayReadSleep(actor, before) &&
  changesOnly(before, after, ['edits']) &&
  addsInOwnName(actor, getCorrections(before), getCorrections(after));

/**
 * Corrections can be added in one's own name, and undone by anyone who may correct. Their content
 * never changes.
 */
const addsInOwnName = (
  actor: Actor,
  before: readonly Correction[],
  after: readonly Correction[],
): boolean =>
  after.length >= before.length &&
  after.every((now, index) => {
    const then = before[index];
    return then === undefined
      ? isMap(now) && now.editedBy === actor.userId && now.undone === false
      : isMap(now) && equalValues({ ...now, undone: then.undone ?? false }, { ...then });
  });

/** May be malformed: rules run before schema validation. */
type Correction = Partial<DocumentData<'sleep'>['edits'][number]>;
const isMap = (value: unknown): boolean => typeof value === 'object' && value !== null;
const getCorrections = ({ data }: Sleep): readonly Correction[] =>
  Array.isArray(data.edits) ? data.edits : [];

/**
 * Who may reanalyse nights: everyone who may correct them. The new result is visible to everyone
 * who sees the room.
 */
export const mayAnalyseNights = (
  actor: Actor,
  room: PlacedDocument<DocumentData<'room'>>,
): boolean => (isCareTeam(actor) || isMaker(actor)) && isVisible(room, roomsVisibleTo(actor));

export const SLEEP_RULE: CollectionRule<DocumentData<'sleep'>> = {
  visibleTo: roomsVisibleTo,
  mayCreate: () => false,
  mayUpdate: mayCorrectSleep,
  mayDelete: () => false,
  hiddenFields: () => [],
  serverFields: [],
};
