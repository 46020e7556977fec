import type { deviceTypeCollection } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { isWhole, type DocumentOf } from '../../client/document-reader.ts';
import { useDocuments } from '../../client/documents-context.tsx';

export type DeviceType = DocumentOf<typeof deviceTypeCollection>;

const MOST_TYPES = 500;

/** Types by name; empty until they are read. */
export function useDeviceTypes(): readonly DeviceType[] {
  const documents = useDocuments();
  const { data } = useQuery({ queryKey: ['device-types'], queryFn: async () => (await documents.collection('deviceType').orderBy('name').limit(MOST_TYPES).get()).filter(isWhole) });
  return data ?? [];
}
