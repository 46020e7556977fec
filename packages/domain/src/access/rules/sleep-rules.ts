import { equalValues } from '../../documents/value-order.ts';
import type { DataOf } from '../../collections/collections.ts';
import type { Actor } from '../actor.ts';
import { changesOnly, type CollectionRule } from './collection-rule.ts';
import { isCareTeam, isMaker } from './level-groups.ts';
import type { PlacedDocument } from './placement.ts';
import { roomsVisibleTo } from './room-rules.ts';
import { isVisible } from './visibility.ts';

type Sleep = PlacedDocument<DataOf<'sleep'>>;

/** Nights are seen by whoever sees their room. */
export const mayReadSleep = (actor: Actor, night: Sleep): boolean =>
  isVisible(night, roomsVisibleTo(actor));

/** The result is the analysis's; people who know the room correct it, apart from the result. */
export const mayCorrectSleep = (actor: Actor, before: Sleep, after: Sleep): boolean =>
  (isCareTeam(actor) || isMaker(actor)) &&
  mayReadSleep(actor, before) &&
  changesOnly(before, after, ['edits']) &&
  addsInOwnName(actor, correctionsOf(before), correctionsOf(after));

/**
 * Corrections are added in one's own name, and taken back by anybody who may correct; what was
 * written stays written.
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

/** As it may come: rules are asked before the schema is. */
type Correction = Partial<DataOf<'sleep'>['edits'][number]>;
const isMap = (value: unknown): boolean => typeof value === 'object' && value !== null;
const correctionsOf = ({ data }: Sleep): readonly Correction[] =>
  Array.isArray(data.edits) ? data.edits : [];

/**
 * Who has nights of a room analysed anew: whoever may correct them. The result changes for
 * everybody who sees the room.
 */
export const mayAnalyseNights = (actor: Actor, room: PlacedDocument<DataOf<'room'>>): boolean =>
  (isCareTeam(actor) || isMaker(actor)) && isVisible(room, roomsVisibleTo(actor));

export const SLEEP_RULE: CollectionRule<DataOf<'sleep'>> = {
  visibleTo: roomsVisibleTo,
  mayCreate: () => false,
  mayUpdate: mayCorrectSleep,
  mayDelete: () => false,
  hiddenFields: () => [],
  serverFields: [],
};
