import { deviceTypeCollection, type StreamDeclaration } from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';

/** The streams that a device's type declares; none for an unknown device. */
export async function findDeclarations(
  store: DocumentStore,
  serial: string,
): Promise<readonly StreamDeclaration[]> {
  const [device] = await store.read([`device/${serial}`]);
  const typeId = device?.data['typeId'];
  const [type] =
    typeof typeId === 'string' && !typeId.includes('/')
      ? await store.read([`deviceType/${typeId}`])
      : [];
  return deviceTypeCollection.schema.shape.streams.catch([]).parse(type?.data['streams'] ?? []);
}
