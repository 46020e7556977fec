import type { deviceCollection, roomCollection } from '@yamori/domain';
import { isWhole, type DocumentOf } from '../../../live/documents/document-reader.ts';
import {
  useLiveDocument,
  useDocuments,
  useLiveQuery,
} from '../../../live/documents/documents-context.tsx';
import type { ListState } from '../../../kit/list/list-url-state.ts';
import { useListRows, type ListRows } from '../../../shared/document-list/use-list-rows.ts';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';

export type Device = DocumentOf<typeof deviceCollection>;
export type Room = DocumentOf<typeof roomCollection>;

const MAX_ROOMS = 1000;

/** Active devices, or retired ones; other filters apply in the browser. */
export function useDeviceRows(state: Pick<ListState, 'facets'>): ListRows<typeof deviceCollection> {
  const { organisationId } = useViewer();
  const isRetired = state.facets['retired'] === 'only';
  let query = useDocuments()
    .collection('device')
    .where('retiredAt', isRetired ? '!=' : '==', null);
  if (organisationId !== null) query = query.where('domainId', '==', organisationId);
  if (typeof state.facets['type'] === 'string')
    query = query.where('typeId', '==', state.facets['type']);
  return useListRows(isRetired ? query : query.orderBy('serial'));
}

/** Active rooms that the user can see, by name. */
export function useRoomsInUse(): readonly Room[] {
  const found = useLiveQuery(
    useDocuments()
      .collection('room')
      .where('archivedAt', '==', null)
      .orderBy('name')
      .limit(MAX_ROOMS),
  );
  return 'value' in found ? found.value.filter((room): room is Room => isWhole(room)) : [];
}

type FoundDevice =
  | { readonly kind: 'loading' }
  | { readonly kind: 'found'; readonly device: Device }
  | { readonly kind: 'none' };

export function useOneDevice(serial: string): FoundDevice {
  const found = useLiveDocument(`device/${serial}`);
  if (!('value' in found)) return found.kind === 'loading' ? { kind: 'loading' } : { kind: 'none' };
  return found.value !== null && isWhole(found.value)
    ? { kind: 'found', device: found.value }
    : { kind: 'none' };
}

export const getDeviceName = ({ name, serial }: Pick<Device, 'name' | 'serial'>): string =>
  name === '' ? serial : name;
