import { pino } from 'pino';
import {
  ACCESS_LEVELS,
  COLLECTIONS,
  encodeFields,
  query,
  type AccessLevelName,
  type Actor,
  type Collection,
  type DocumentValue,
  type Query,
  type Write,
} from '@yamori/domain';
import type { z } from 'zod';
import { createInProcessBus } from '../../messaging/in-process-bus.ts';
import type { Bus } from '../../messaging/bus.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import type { Author } from '../writing/commit-guard.ts';
import type { DocumentLimits } from '../document-limits.ts';
import { createDocumentStore, type DocumentStore } from '../document-store.ts';

/** Document layer for tests, with a real database, bus and collections. */
export type TestDocuments = {
  readonly temporary: TemporaryDatabase;
  readonly bus: Bus;
  readonly store: DocumentStore;
  readonly warnings: { readonly details: object; readonly message: string }[];
  readonly close: () => Promise<void>;
};

export const SERVER: Author = { userId: null };

export async function openTestDocuments(
  collections: Readonly<Record<string, Collection>> = COLLECTIONS,
  limits?: DocumentLimits,
): Promise<TestDocuments> {
  const temporary = await openTemporaryDatabase();
  const bus = createInProcessBus(pino({ level: 'silent' }));
  const warnings: TestDocuments['warnings'] = [];
  const log = {
    warn: (details: object, message: string) => {
      warnings.push({ details, message });
    },
  };
  const store = createDocumentStore({
    database: temporary.database,
    bus,
    collections,
    clock: () => new Date(),
    log,
    ...(limits ? { limits } : {}),
  });
  return {
    temporary,
    bus,
    store,
    warnings,
    close: async () => {
      await bus.close();
      await temporary.drop();
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

export const aDomain = (
  id: string,
  parentDomainId: string | null = null,
  more: Fields = {},
): Write => ({
  kind: 'create',
  path: `domain/${id}`,
  data: encodeFields(
    {
      code: id,
      name: id,
      kind: 'facility',
      parentDomainId,
      rootDomainId: parentDomainId ?? id,
      ancestorIds: parentDomainId === null ? [] : [parentDomainId],
      ...more,
    },
    false,
  ),
});

export const aRoom = (id: string, domainId: string, more: Fields = {}): Write => ({
  kind: 'create',
  path: `room/${id}`,
  data: encodeFields({ domainId, rootDomainId: domainId, name: id, ...more }, false),
});

export const aDevice = (
  serial: string,
  domainId: string,
  roomId: string | null,
  more: Fields = {},
): Write => ({
  kind: 'create',
  path: `device/${serial}`,
  data: encodeFields(
    {
      serial,
      typeId: 'type',
      domainId,
      rootDomainId: domainId,
      roomId,
      connection: 'network',
      keyHash: null,
      ...more,
    },
    false,
  ),
});

export const aStaff = (
  userId: string,
  domainId: string,
  accessLevel: number,
  more: Fields = {},
): Write => ({
  kind: 'create',
  path: `staff/${userId}`,
  data: encodeFields(
    {
      userId,
      domainId,
      rootDomainId: domainId,
      name: userId,
      accessLevel,
      email: null,
      state: 'active',
      ...more,
    },
    false,
  ),
});

export const anAccident = (roomId: string, id: string, more: Fields = {}): Write => ({
  kind: 'create',
  path: `room/${roomId}/accident/${id}`,
  data: encodeFields(
    {
      kind: 'fall',
      severity: 'high',
      raisedAt: new Date('2026-01-01T00:00:00Z'),
      source: 'sensor',
      state: 'raised',
      ...more,
    },
    false,
  ),
});

export const change = (path: string, fields: Readonly<Record<string, DocumentValue>>): Write => ({
  kind: 'update',
  path,
  fields: Object.entries(encodeFields(fields, false)).map(([name, value]) => ({
    field: name.split('.'),
    value,
  })),
});

/** A query with the contract's defaults. */
export const aQuery = (collection: string, more: Partial<z.input<typeof query>> = {}): Query =>
  query.parse({ collection, ...more });

/**
 * An actor of a level. The first of `domains` is their own, and they can access all of them;
 * without `domains`, everything.
 */
export function anActor(
  level: AccessLevelName,
  domains: readonly string[] | null = null,
  more: Partial<Actor> = {},
): Actor {
  const own = domains?.[0] ?? null;
  return {
    userId: `user-${level}`,
    accessLevel: ACCESS_LEVELS[level],
    domainId: own,
    rootDomainId: own,
    singleTimeToken: null,
    hasOwnHome: false,
    reach: domains ? { kind: 'domains', domainIds: new Set(domains) } : { kind: 'everything' },
    ...more,
  };
}
