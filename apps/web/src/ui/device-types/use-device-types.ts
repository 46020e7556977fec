import { isFileType, type deviceTypeCollection } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { isWhole, type DocumentOf } from '../../client/document-reader.ts';
import { useDocuments } from '../../client/documents-context.tsx';

export type DeviceType = DocumentOf<typeof deviceTypeCollection>;

const MOST_TYPES = 500;

/** Stand for the streams of imported files: made by the server, and of nobody's catalogue. */
export const isOfFiles = ({ documentReferenceId }: Pick<DeviceType, 'documentReferenceId'>): boolean => isFileType(documentReferenceId);

/** Types by name, without those that stand for files; empty until they are read. */
export const useOfferedTypes = (): readonly DeviceType[] => useDeviceTypes().filter((type) => !isOfFiles(type));

/** Types by name; empty until they are read. */
export function useDeviceTypes(): readonly DeviceType[] {
  const documents = useDocuments();
  const { data } = useQuery({ queryKey: ['device-types'], queryFn: async () => (await documents.collection('deviceType').orderBy('name').limit(MOST_TYPES).get()).filter(isWhole) });
  return data ?? [];
}
