import {
  hasDataAccess,
  isVisible,
  parseDocumentPath,
  readQuery,
  refuse,
  refuseLargeWrite,
  type Actor,
  type DocumentQuery,
  type ProblemError,
  type Query,
  type WireDocument,
  type Write,
} from '@yamori/domain';
import type { Command } from '../database/command-answers.ts';
import type { ReadDocument } from './document-presentation.ts';
import {
  collectionNameOf,
  refuseHiddenFields,
  rightsOf,
  type Rights,
  type RuleTable,
} from './document-rights.ts';
import type { DocumentStore } from './document-store.ts';
import { createRuleGuard } from './rule-guard.ts';
import type { OffersWay } from './writing/sign-in-change.ts';

/** How somebody asked for a commit: under a key, and from which address. */
export type Asked = { readonly command?: Command | null; readonly address?: string };

/**
 * The document layer as somebody signed in may use it. What one may not see is not there; hidden
 * fields are left out.
 */
export type DocumentAccess = {
  readonly read: (actor: Actor, paths: readonly string[]) => Promise<(WireDocument | null)[]>;
  /** At most `defaultPage` documents where the question names no limit. */
  readonly list: (actor: Actor, query: Query) => Promise<WireDocument[]>;
  readonly count: (actor: Actor, query: Query) => Promise<number>;
  /**
   * @throws ProblemError `document-not-found`, `document-forbidden`, `field-refused`,
   * `document-placement-invalid` and those of the store
   */
  readonly commit: (
    actor: Actor,
    writes: readonly Write[],
    asked?: Asked,
  ) => Promise<(WireDocument | null)[]>;
};

export type DocumentAccessOptions = {
  readonly store: DocumentStore;
  readonly rules: RuleTable;
  /** Ways in beside the password that this installation offers; all of them where nobody says. */
  readonly offers?: OffersWay;
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
  const showIfVisible = (actor: Actor, document: ReadDocument | null): WireDocument | null => {
    if (document === null) return null;
    const rights = rightsOf(rules, actor, document.collection);
    return isVisible(document, rights.visibility) ? show(document, rights, null) : null;
  };
  const allowed = (actor: Actor, query: Query): { checked: DocumentQuery; rights: Rights } => {
    const checked = readQuery(query);
    const rights = rightsOf(rules, actor, collectionNameOf(checked));
    refuseHiddenFields(checked, rights.hidden);
    return { checked, rights };
  };

  return {
    read: async (actor, paths) =>
      (await store.read(paths)).map((document) => showIfVisible(actor, document)),
    list: async (actor, query) => {
      const limited = { ...query, limit: query.limit ?? store.limits.defaultPage };
      const { checked, rights } = allowed(actor, limited);
      const documents = await store.list(limited, rights);
      return documents.map((document) => show(document, rights, checked.select));
    },
    count: async (actor, query) => store.count(query, allowed(actor, query).rights),
    commit: async (actor, writes, { command = null, address = '' } = {}) => {
      // Whoever may write nothing at all is told so before anything is worked out of what they
      // sent.
      if (!hasDataAccess(actor)) throw refuseAnything(actor, writes);
      writes.forEach((write) => {
        refuseUnwritable(rules, write);
        refuseLargeWrite(write);
      });
      const stored = await store.commit(writes, {
        actor,
        guard: createRuleGuard(rules, actor, offers),
        command,
        address,
      });
      return stored.map((document) => showIfVisible(actor, document));
    },
  };
}

/** Somebody who sees no data at all finds nothing that they could change. */
function refuseAnything(actor: Actor, [first]: readonly Write[]): ProblemError {
  return first?.kind === 'update' && actor.singleTimeToken === null
    ? refuse('document-not-found', { place: first.path })
    : refuse('document-forbidden');
}

/**
 * @throws ProblemError `document-forbidden` for a collection that only the server writes, whatever
 * is there
 */
function refuseUnwritable(rules: RuleTable, { kind, path }: Write): void {
  const { name } = parseDocumentPath(path).collection;
  if (kind !== 'verify' && Object.hasOwn(rules, name) && rules[name]?.isReadOnly === true)
    throw refuse('document-forbidden', { place: path });
}
