import type { DocumentMap } from '../../documents/document-value.ts';

/**
 * Ownership scope of a document. Stored next to it, so that the database can filter by it, and
 * moving a room also moves the documents below.
 */
export type Placement = {
  /** Root organisation, or SYSTEM_ROOT. */
  readonly rootDomainId: string;
  /** Owning domains; empty for documents of the whole system. */
  readonly domainIds: readonly string[];
  /** Individual users it is shared with. */
  readonly sharedWith: readonly string[];
};

export const SYSTEM_ROOT = 'system';
export const SYSTEM_PLACEMENT: Placement = {
  rootDomainId: SYSTEM_ROOT,
  domainIds: [],
  sharedWith: [],
};

export type DocumentFields = { readonly [field: string]: unknown };

/**
 * A document as the rules see it. Fields may be missing or have a wrong type if the stored document
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
 * Path of the document from which a document inherits its placement: its parent, or for a device
 * its room, so that individuals see the devices of rooms shared with them.
 */
export function holderPath(
  where: Pick<Where, 'collection' | 'parentPath' | 'data'>,
): string | null {
  if (where.parentPath !== '') return where.parentPath;
  const roomId = where.collection === 'device' ? text(where.data['roomId']) : null;
  return roomId === null || roomId === '' ? null : `room/${roomId}`;
}

/**
 * Placement of a document.
 * @param holder placement of the document at `holderPath`; null if there is none
 */
export function resolvePlacement(where: Where, holder: Placement | null): Placement {
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
      // A lent device reports on the borrower's residents, so the owner sees only the loan.
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

/** Fields that determine the placement of documents below. Changing one moves them too. */
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
