import { ProblemError, type SEXES } from '@yamori/domain';
import { isWhole } from '../../live/documents/document-reader.ts';
import type { ProductDocuments } from '../../live/documents/documents-context.tsx';
import { mergeValues } from '../../kit/form/three-way.ts';
import type { MergedSave } from '../../kit/form/use-conflict-save.ts';
import type { Room } from './api.ts';

/**
 * The form's values of a room, with the occupant's fields at the top level, so that concurrent
 * changes are compared one by one.
 */
export type RoomValues = {
  readonly name: string;
  readonly building: string;
  readonly floor: string;
  readonly tags: readonly string[];
  readonly capacity: number | null;
  readonly viewId: string;
  readonly isOccupied: boolean;
  readonly alias: string;
  readonly sex: (typeof SEXES)[number];
  readonly birthYear: number | null;
  readonly note: string;
};

export const NEW_ROOM: RoomValues = {
  name: '',
  building: '',
  floor: '',
  tags: [],
  capacity: 1,
  viewId: '',
  isOccupied: false,
  alias: '',
  sex: 'unknown',
  birthYear: null,
  note: '',
};

export function toValues(room: Room): RoomValues {
  const { name, building, floor, tags, capacity, viewId } = room;
  // Readers without access to the occupant get a document without the field.
  const occupant = room.occupant ?? null;
  return {
    ...NEW_ROOM,
    name,
    building,
    floor,
    tags,
    capacity,
    viewId: viewId ?? '',
    isOccupied: occupant !== null,
    ...occupant,
  };
}

const OCCUPANT_FIELDS = [
  'isOccupied',
  'alias',
  'sex',
  'birthYear',
  'note',
] as const satisfies readonly (keyof RoomValues)[];

/** The document fields that changed values affect; `all`: all values after the change. */
export function getFields(changes: Partial<RoomValues>, all: RoomValues) {
  const { name, building, floor, tags, capacity, viewId } = changes;
  const occupant = all.isOccupied
    ? { alias: all.alias.trim(), sex: all.sex, birthYear: all.birthYear, note: all.note }
    : null;
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(building === undefined ? {} : { building: building.trim() }),
    ...(floor === undefined ? {} : { floor: floor.trim() }),
    ...(tags === undefined ? {} : { tags: [...tags] }),
    ...(capacity === undefined || capacity === null ? {} : { capacity }),
    ...(viewId === undefined ? {} : { viewId: viewId === '' ? null : viewId }),
    ...(OCCUPANT_FIELDS.some((field) => field in changes) ? { occupant } : {}),
  };
}

/** Clears the occupant's fields of an empty room. */
const settled = (values: RoomValues): RoomValues => {
  const { alias, sex, birthYear, note } = NEW_ROOM;
  return values.isOccupied ? values : { ...values, alias, sex, birthYear, note };
};

/**
 * Writes the changes since `base`. Keeps concurrent changes by others; with conflicts, returns them
 * and writes nothing. The room's own version does not help here, since its live state changes every
 * second.
 */
export const saveRoom = (
  documents: ProductDocuments,
  roomId: string,
  base: RoomValues,
  mine: RoomValues,
): Promise<MergedSave<RoomValues>> =>
  documents.transaction<MergedSave<RoomValues>>(async (transaction) => {
    const place = documents.doc(`room/${roomId}`);
    const found = await transaction.get(place);
    if (found === null || !isWhole(found)) throw new ProblemError('document-not-found');
    const theirs = toValues(found);
    const { changes, conflicts } = mergeValues(settled(base), settled(mine), theirs);
    if (conflicts.length > 0) return { kind: 'conflict', theirs, conflicts };
    const values = settled({ ...theirs, ...changes });
    if (Object.keys(changes).length > 0) transaction.update(place, getFields(changes, values));
    return { kind: 'saved', values };
  });
