import type { DocumentMap } from '../../documents/document-value.ts';

/**
 * Whose a document is. Stored beside it, so that the database can filter by it and moves of a room
 * reach what lies below.
 */
export type Placement = {
  /** Organisation at the top of the tree, or SYSTEM_ROOT. */
  readonly rootDomainId: string;
  /** Domains that own the document; none for what belongs to the whole system. */
  readonly domainIds: readonly string[];
  /** Users it is shared with one by one. */
  readonly sharedWith: readonly string[];
};

export const SYSTEM_ROOT = 'system';
export const SYSTEM_PLACEMENT: Placement = {
  rootDomainId: SYSTEM_ROOT,
  domainIds: [],
  sharedWith: [],
};

/** Fields by name, of whatever type. */
export type DocumentFields = { readonly [field: string]: unknown };

/**
 * A document as the rules see it. Fields may be missing or of a wrong type where what is stored
 * fails its schema.
 */
export type PlacedDocument<Data = DocumentFields> = {
  readonly path: string;
  readonly id: string;
  readonly placement: Placement;
  readonly data: Partial<Data>;
};

type Where = {
  readonly collection: string;
  readonly id: string;
  readonly parentPath: string;
  readonly data: DocumentMap;
};

/**
 * The document that a document takes part of its placement from: what lies below a room or a domain
 * from that one, a device from the room it stands in (so that an individual sees the devices of the
 * rooms shared with them).
 */
export function holderPath(
  where: Pick<Where, 'collection' | 'parentPath' | 'data'>,
): string | null {
  if (where.parentPath !== '') return where.parentPath;
  const roomId = where.collection === 'device' ? text(where.data['roomId']) : null;
  return roomId === null || roomId === '' ? null : `room/${roomId}`;
}

/**
 * Where a document belongs. `holder` is the placement of what `holderPath` names; null where there
 * is none.
 */
export function placementOf(where: Where, holder: Placement | null): Placement {
  if (where.parentPath !== '') return holder ?? SYSTEM_PLACEMENT;
  const { data } = where;
  const rootDomainId = text(data['rootDomainId']) ?? SYSTEM_ROOT;
  switch (where.collection) {
    case 'domain':
      return { rootDomainId, domainIds: [where.id], sharedWith: [] };
    case 'room':
      return {
        rootDomainId,
        domainIds: texts([data['domainId']]),
        sharedWith: Array.isArray(data['sharedWith']) ? texts(data['sharedWith']) : [],
      };
    case 'device':
      // While it is lent it tells about whoever lies in a room of the borrower: the owner sees the
      // loan, not the device.
      return {
        rootDomainId,
        domainIds: texts([text(data['borrowedBy']) ?? data['domainId']]),
        sharedWith: holder?.sharedWith ?? [],
      };
    case 'staff':
      return { rootDomainId, domainIds: texts([data['domainId']]), sharedWith: [] };
    case 'deviceLoan':
      return {
        rootDomainId: SYSTEM_ROOT,
        domainIds: texts([data['fromDomainId'], data['toDomainId']]),
        sharedWith: [],
      };
    case 'updateHistory':
      return {
        rootDomainId,
        domainIds: texts([data['domainId'] ?? data['rootDomainId']]),
        sharedWith: [],
      };
    default:
      return SYSTEM_PLACEMENT;
  }
}

/**
 * Fields of a collection that what lies below takes its placement from: a change of one moves that
 * too.
 */
export const placingFields = (collection: string): readonly string[] =>
  PLACING_FIELDS[collection] ?? [];

const PLACING_FIELDS: Readonly<Record<string, readonly string[]>> = {
  room: ['domainId', 'rootDomainId', 'sharedWith'],
  device: ['domainId', 'rootDomainId', 'borrowedBy'],
};

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const texts = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value): value is string => typeof value === 'string')),
];
