import { ProblemError } from '@yamori/domain';
import { isWhole } from '../../live/documents/document-reader.ts';
import type { ProductDocuments } from '../../live/documents/documents-context.tsx';
import { isEqualValue } from '../../kit/form/form-store.ts';
import type { BulkItem } from '../../kit/list/bulk-run.ts';
import type { Room } from './api.ts';

/** The change for all rooms; null leaves a field unchanged. */
export type BulkChange = {
  readonly building: string | null;
  readonly floor: string | null;
  readonly viewId: string | null;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
};

type Fields = Pick<Room, 'building' | 'floor' | 'viewId' | 'tags'>;
const FIELDS = ['building', 'floor', 'viewId', 'tags'] as const satisfies readonly (keyof Fields)[];

/** A room with the change applied; an empty view is the default one. */
const changedRoom = ({ building, floor, viewId, tags }: Fields, change: BulkChange): Fields => ({
  building: change.building ?? building,
  floor: change.floor ?? floor,
  viewId: change.viewId === null ? viewId : change.viewId === '' ? null : change.viewId,
  tags: [...new Set([...tags, ...change.addTags])].filter(
    (tag) => !change.removeTags.includes(tag),
  ),
});

const differences = (before: Fields, after: Fields): Partial<Fields> =>
  Object.fromEntries(
    FIELDS.filter((field) => !isEqualValue(before[field], after[field])).map((field) => [
      field,
      after[field],
    ]),
  );

/**
 * Changes one room after the other, as stored at that moment; undo skips rooms that changed again.
 */
export const bulkItems = (
  documents: ProductDocuments,
  rooms: readonly Room[],
  change: BulkChange,
): BulkItem[] =>
  rooms.map(({ documentReferenceId: id, name }) => ({
    id,
    name,
    act: async () => {
      const place = documents.doc(`room/${id}`);
      const before = await rewrite(documents, id, (room) =>
        differences(room, changedRoom(room, change)),
      );
      if (before === null) return null;
      const put = changedRoom(before, change);
      return async () => {
        await documents.transaction(async (transaction) => {
          const now = await transaction.get(place);
          if (now === null || !isWhole(now)) return;
          const back = Object.fromEntries(
            FIELDS.filter(
              (field) =>
                !isEqualValue(before[field], put[field]) && isEqualValue(now[field], put[field]),
            ).map((field) => [field, before[field]]),
          );
          if (Object.keys(back).length > 0) transaction.update(place, back);
        });
      };
    },
  }));

/** @returns the room before the change, null if nothing was to change */
const rewrite = (
  documents: ProductDocuments,
  roomId: string,
  next: (room: Room) => Partial<Fields>,
): Promise<Room | null> =>
  documents.transaction(async (transaction) => {
    const place = documents.doc(`room/${roomId}`);
    const room = await transaction.get(place);
    if (room === null || !isWhole(room)) throw new ProblemError('document-not-found');
    const fields = next(room);
    if (Object.keys(fields).length === 0) return null;
    transaction.update(place, fields);
    return room;
  });
