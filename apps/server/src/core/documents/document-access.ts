import {
  hasDataAccess,
  isVisible,
  parseDocumentPath,
  readQuery,
  rejectLargeWrite,
  type Actor,
  type DocumentQuery,
  ProblemError,
  type Query,
  type WireDocument,
  type Write,
} from '@yamori/domain';
import type { Command } from '../database/idempotency-store.ts';
import type { ReadDocument } from './document-presentation.ts';
import {
  getCollectionName,
  rejectHiddenFields,
  getRights,
  type Rights,
  type RuleTable,
} from './document-rights.ts';
import type { DocumentStore } from './document-store.ts';
import { createRuleGuard } from './rule-guard.ts';
import type { OffersMethod } from './writing/sign-in-change.ts';

/** Idempotency key and client address of a commit. */
type Asked = { readonly command?: Command | null; readonly address?: string };

/**
 * The document layer with access rules. Documents that the actor may not see do not exist for them;
 * hidden fields are left out.
 */
export type DocumentAccess = {
  readonly read: (actor: Actor, paths: readonly string[]) => Promise<(WireDocument | null)[]>;
  readonly sees: (actor: Actor, document: ReadDocument) => boolean;
  /** A document of the store as the actor may see it; null if they may not. */
  readonly present: (actor: Actor, document: ReadDocument | null) => WireDocument | null;
  /** Returns at most `defaultPage` documents if the query has no limit. */
  readonly list: (actor: Actor, query: Query) => Promise<WireDocument[]>;
  readonly count: (actor: Actor, query: Query) => Promise<number>;
  /** Invisible documents and forbidden writes throw problems; see also `DocumentStore`. */
  readonly commit: (
    actor: Actor,
    writes: readonly Write[],
    asked?: Asked,
  ) => Promise<(WireDocument | null)[]>;
};

type DocumentAccessOptions = {
  readonly store: DocumentStore;
  readonly rules: RuleTable;
  /** External sign-in methods that this installation offers; all by default. */
  readonly offers?: OffersMethod;
};

export function createDocumentAccess({
  store,
  rules,
  offers = () => true,
}: DocumentAccessOptions): DocumentAccess {
  const show = (
    document: ReadDocument,
    rights: Rights,
    select: DocumentQuery['select'],
  ): WireDocument => store.presentation.wire(document, rights.hidden, select);
  const present = (actor: Actor, document: ReadDocument | null): WireDocument | null => {
    if (document === null) return null;
    const rights = getRights(rules, actor, document.collection);
    return isVisible(document, rights.visibility) ? show(document, rights, null) : null;
  };
  const allowed = (actor: Actor, query: Query): { checked: DocumentQuery; rights: Rights } => {
    const checked = readQuery(query);
    const rights = getRights(rules, actor, getCollectionName(checked));
    rejectHiddenFields(checked, rights.hidden);
    return { checked, rights };
  };

  return {
    read: async (actor, paths) =>
      (await store.read(paths)).map((document) => present(actor, document)),
    sees: (actor, document) =>
      isVisible(document, getRights(rules, actor, document.collection).visibility),
    present,
    list: async (actor, query) => {
      const limited = { ...query, limit: query.limit ?? store.limits.defaultPage };
      const { checked, rights } = allowed(actor, limited);
      const documents = await store.list(limited, rights);
      return documents.map((document) => show(document, rights, checked.select));
    },
    count: async (actor, query) => store.count(query, allowed(actor, query).rights),
    commit: async (actor, writes, { command = null, address = '' } = {}) => {
      // Without any write access, reveal nothing about the writes.
      if (!hasDataAccess(actor)) throw rejectAnything(actor, writes);
      writes.forEach((write) => {
        rejectUnwritable(rules, write);
        rejectLargeWrite(write);
      });
      const stored = await store.commit(writes, {
        actor,
        guard: createRuleGuard(rules, actor, offers),
        command,
        address,
      });
      return stored.map((document) => present(actor, document));
    },
  };
}

/** An actor without data access finds nothing to change. */
function rejectAnything(actor: Actor, [first]: readonly Write[]): ProblemError {
  return first?.kind === 'update' && actor.singleTimeToken === null
    ? new ProblemError('document-not-found', { place: first.path })
    : new ProblemError('document-forbidden');
}

/** Throws for a collection that only the server writes, whether or not the document exists. */
function rejectUnwritable(rules: RuleTable, { kind, path }: Write): void {
  const { name } = parseDocumentPath(path).collection;
  if (kind !== 'verify' && Object.hasOwn(rules, name) && rules[name]?.isReadOnly === true)
    throw new ProblemError('document-forbidden', { place: path });
}
