import { type DocumentData, sleepCollection } from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { RoomRange } from './export-context.ts';

export type ExportedNight = { readonly night: string; readonly fields: DocumentData<'sleep'> };

const DAY_MS = 86_400_000;

/** Reads analysed nights that overlap the range, earliest first. */
export async function readNights(
  store: DocumentStore,
  { roomId, fromUs, toUs }: RoomRange,
): Promise<ExportedNight[]> {
  // The local date of a night is at most a day and an offset away from its time.
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const found = await store.list({
    collection: `room/${roomId}/sleep`,
    group: false,
    offset: 0,
    orderBy: [{ field: ['night'], direction: 'asc' }],
    filters: [
      { field: ['night'], op: '>=', value: date(fromUs / 1000 - 3 * DAY_MS) },
      { field: ['night'], op: '<=', value: date(toUs / 1000 + DAY_MS) },
    ],
  });
  return found
    .filter(({ bare }) => !bare)
    .map(({ data }) => sleepCollection.schema.parse(data))
    .filter(
      (fields) =>
        fields.state === 'done' &&
        fields.from.getTime() * 1000 < toUs &&
        fields.to.getTime() * 1000 > fromUs,
    )
    .map((fields) => ({ night: fields.night, fields }));
}
