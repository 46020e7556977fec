import {
  deleteField,
  ProblemError,
  type deviceTypeCollection,
  type Fleet,
  type Problem,
} from '@yamori/domain';
import type { DocumentOf } from '../../../live/documents/document-reader.ts';
import { isWhole } from '../../../live/documents/document-reader.ts';
import {
  useLiveDocument,
  useDocuments,
  useLiveQuery,
  type ProductDocuments,
} from '../../../live/documents/documents-context.tsx';
import { catalogueTypes, fileTypes } from '../../../shared/device-types/use-device-types.ts';
import {
  compareNames,
  matchesSearch,
  type ListConfig,
  type ListState,
} from '../../../kit/list/list-url-state.ts';
import type { ListStatus } from '../../../live/documents/live-result.ts';
import { mergeValues } from '../../../kit/form/three-way.ts';
import type { MergedSave } from '../../../kit/form/use-conflict-save.ts';
import { toDeclaration, toTypeValues, type TypeValues } from './type-values.ts';

export type DeviceType = DocumentOf<typeof deviceTypeCollection>;

const MAX_TYPES = 1000;

type Types = {
  readonly types: readonly DeviceType[];
  readonly status: ListStatus;
  /** True if there are types of imported files. */
  readonly hasFiles: boolean;
};

/** The types of the catalogue, or those of imported files. */
export function useTypes(ofFiles: boolean): Types {
  const documents = useDocuments();
  const [before, behind] = catalogueTypes(documents);
  const files = useLiveQuery(
    fileTypes(documents)
      .orderBy('name')
      .limit(ofFiles ? MAX_TYPES : 1),
  );
  const own = [
    useLiveQuery(before.orderBy('name').limit(MAX_TYPES)),
    useLiveQuery(behind.orderBy('name').limit(MAX_TYPES)),
  ];
  const hasFiles = 'value' in files && files.value.length > 0;
  const parts = ofFiles ? [files] : own;
  const failed = parts.find((part) => part.kind === 'failed' || part.kind === 'refused');
  if (failed !== undefined)
    return { types: [], status: { kind: 'failed', problem: failed.problem }, hasFiles };
  if (!parts.every((part) => 'value' in part))
    return { types: [], status: { kind: 'loading' }, hasFiles };
  return {
    types: parts.flatMap(({ value }) => value).filter((type): type is DeviceType => isWhole(type)),
    status: { kind: 'shown', complete: true },
    hasFiles,
  };
}

type FoundType =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly type: DeviceType };

export function useType(id: string): FoundType {
  const found = useLiveDocument(`deviceType/${id}`);
  if (found.kind === 'failed' || found.kind === 'refused')
    return { kind: 'failed', problem: found.problem };
  if (found.kind === 'loading') return found;
  return found.value !== null && isWhole(found.value)
    ? { kind: 'found', type: found.value }
    : { kind: 'none' };
}

/** Devices of a type, including retired ones, whose recordings remain. */
export const countDevices = (fleet: Fleet | undefined, typeId: string): number | null =>
  fleet === undefined
    ? null
    : fleet.devices.reduce((sum, one) => sum + (one.typeId === typeId ? one.count : 0), 0);

const TYPE_SORTS = ['name', 'code', 'maker', 'devices'] as const;
type TypeSort = (typeof TYPE_SORTS)[number];
const TYPE_COLUMNS = ['name', 'code', 'maker', 'streams', 'firmware', 'devices'] as const;
export type TypeColumn = (typeof TYPE_COLUMNS)[number];
type TypeListState = ListState<TypeSort, TypeColumn>;
export const DEVICE_TYPE_LIST: ListConfig<TypeSort, TypeColumn> = {
  facets: ['stream', 'files'],
  sorts: TYPE_SORTS,
  columns: TYPE_COLUMNS,
  defaultColumns: TYPE_COLUMNS,
};

export function shownTypes(
  types: readonly DeviceType[],
  { text, facets, sort, descending }: TypeListState,
  getCount: (type: DeviceType) => number,
): readonly DeviceType[] {
  const turn = descending ? -1 : 1;
  const compare: Readonly<Record<TypeSort, (a: DeviceType, b: DeviceType) => number>> = {
    name: (a, b) => compareNames(a.name, b.name),
    code: (a, b) => compareNames(a.code, b.code),
    maker: (a, b) => compareNames(a.maker, b.maker),
    devices: (a, b) => getCount(b) - getCount(a),
  };
  return types
    .filter((type) => {
      if (facets['stream'] !== null && !type.streams.some(({ kind }) => kind === facets['stream']))
        return false;
      return matchesSearch(
        [type.name, type.code, type.maker, ...type.streams.map(({ kind }) => kind)],
        text,
      );
    })
    .toSorted((a, b) => compare[sort](a, b) * turn || compareNames(a.code, b.code));
}

/**
 * Writes the changes since the form was opened; with conflicts, returns them and writes nothing.
 */
export const saveType = (
  documents: ProductDocuments,
  id: string,
  base: TypeValues,
  mine: TypeValues,
): Promise<MergedSave<TypeValues>> =>
  documents.transaction<MergedSave<TypeValues>>(async (transaction) => {
    const place = documents.doc(`deviceType/${id}`);
    const found = await transaction.get(place);
    if (found === null || !isWhole(found)) throw new ProblemError('document-not-found');
    const theirs = toTypeValues(found);
    const { changes, conflicts } = mergeValues(base, mine, theirs);
    if (conflicts.length > 0) return { kind: 'conflict', theirs, conflicts };
    const { name, maker, firmwareVersions, image, streams } = changes;
    if (Object.keys(changes).length > 0) {
      transaction.update(place, {
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(maker === undefined ? {} : { maker }),
        ...(firmwareVersions === undefined ? {} : { firmwareVersions: [...firmwareVersions] }),
        ...(image === undefined ? {} : { image: image === '' ? deleteField() : image }),
        ...(streams === undefined ? {} : { streams: streams.map(toDeclaration) }),
      });
    }
    return { kind: 'saved', values: { ...theirs, ...changes } };
  });
