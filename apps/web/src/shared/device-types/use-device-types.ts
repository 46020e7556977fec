import {
  FILE_TYPE_START,
  FILE_TYPES_END,
  isFileType,
  type deviceTypeCollection,
} from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { isWhole, type DocumentOf } from '../../live/documents/document-reader.ts';
import {
  useLiveDocument,
  useDocuments,
  type ProductDocuments,
} from '../../live/documents/documents-context.tsx';
import { compareNames } from '../../kit/list/list-url-state.ts';

type DeviceType = DocumentOf<typeof deviceTypeCollection>;

const MAX_TYPES = 500;

/** Types of imported files: created by the server and absent from the catalogue. */
export const isForFiles = ({
  documentReferenceId,
}: Pick<DeviceType, 'documentReferenceId'>): boolean => isFileType(documentReferenceId);

/**
 * Two queries, for the types sorted before and after those of imported files: there may be
 * thousands of these, which would crowd out the others.
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

/** Types by name, without those of imported files; empty while loading. */
export function useDeviceTypes(): readonly DeviceType[] {
  const documents = useDocuments();
  const { data } = useQuery({
    queryKey: ['device-types'],
    queryFn: async () => {
      const parts = await Promise.all(
        catalogueTypes(documents).map((types) => types.orderBy('name').limit(MAX_TYPES).get()),
      );
      return parts
        .flat()
        .filter(isWhole)
        .toSorted((a, b) => compareNames(a.name, b.name));
    },
  });
  return data ?? [];
}

/** One type, including those of imported files; null while loading and if it does not exist. */
export function useDeviceType(id: string): DeviceType | null {
  const found = useLiveDocument(`deviceType/${id}`);
  return 'value' in found && found.value !== null && isWhole(found.value) ? found.value : null;
}
