import { encodeValue, noteCollection, type DocumentData } from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { ExportTask } from './export-context.ts';

const MAX_NOTES = 10_000;

/**
 * Reads notes that begin in the range, earliest first. Notes are personal data, so an export
 * without names has none.
 */
export async function readNotes(
  store: DocumentStore,
  { roomId, fromUs, toUs, subject }: Pick<ExportTask, 'roomId' | 'fromUs' | 'toUs' | 'subject'>,
): Promise<DocumentData<'note'>[]> {
  if (subject.person === null) return [];
  const at = (us: number): ReturnType<typeof encodeValue> =>
    encodeValue(new Date(Math.ceil(us / 1000)));
  const found = await store.list({
    collection: `room/${roomId}/note`,
    group: false,
    offset: 0,
    limit: MAX_NOTES,
    orderBy: [{ field: ['from'], direction: 'asc' }],
    filters: [
      { field: ['from'], op: '>=', value: at(fromUs) },
      { field: ['from'], op: '<', value: at(toUs) },
    ],
  });
  return found.filter(({ bare }) => !bare).map(({ data }) => noteCollection.schema.parse(data));
}
