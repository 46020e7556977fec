import {
  FILE_TYPE_START,
  FILE_TYPES_END,
  isFileType,
  type deviceTypeCollection,
} from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { isWhole, type DocumentOf } from '../../live/documents/document-reader.ts';
import {
  useDocument,
  useDocuments,
  type ProductDocuments,
} from '../../live/documents/documents-context.tsx';
import { compareNames } from '../../kit/list/list-address.ts';

type DeviceType = DocumentOf<typeof deviceTypeCollection>;

const MOST_TYPES = 500;

/** Stand for the streams of imported files: made by the server, and of nobody's catalogue. */
export const isOfFiles = ({
  documentReferenceId,
}: Pick<DeviceType, 'documentReferenceId'>): boolean => isFileType(documentReferenceId);

/**
 * The two questions for types below and beyond those that stand for files: there may be thousands
 * of these, which would crowd the others out.
 */
export const catalogueTypes = (documents: ProductDocuments) =>
  [
    documents.collection('deviceType').where('code', '<', FILE_TYPE_START),
    documents.collection('deviceType').where('code', '>=', FILE_TYPES_END),
  ] as const;
export const fileTypes = (documents: ProductDocuments) =>
  documents
    .collection('deviceType')
    .where('code', '>=', FILE_TYPE_START)
    .where('code', '<', FILE_TYPES_END);

/** Types by name, without those that stand for files; empty until they are read. */
export function useDeviceTypes(): readonly DeviceType[] {
  const documents = useDocuments();
  const { data } = useQuery({
    queryKey: ['device-types'],
    queryFn: async () => {
      const parts = await Promise.all(
        catalogueTypes(documents).map((types) => types.orderBy('name').limit(MOST_TYPES).get()),
      );
      return parts
        .flat()
        .filter(isWhole)
        .toSorted((a, b) => compareNames(a.name, b.name));
    },
  });
  return data ?? [];
}

/**
 * One of them, or of those that stand for files; null until it is read, and where there is none.
 */
export function useDeviceType(id: string): DeviceType | null {
  const found = useDocument(`deviceType/${id}`);
  return 'value' in found && found.value !== null && isWhole(found.value) ? found.value : null;
}
