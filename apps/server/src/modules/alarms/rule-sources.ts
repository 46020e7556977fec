import {
  domainCollection,
  withDefaults,
  type AccidentParameter,
  type EscalationGroup,
  type ParameterOverrides,
} from '@yamori/domain';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { parseOverrides, readDefaults } from '../../core/documents/parameter-overrides.ts';

/** The settings of an organisation from which the rules of its rooms derive. */
export type RuleSource = {
  readonly domainId: string;
  readonly name: string;
  readonly overrides: ParameterOverrides;
  readonly timeZone: string;
  readonly escalation: readonly EscalationGroup[];
};

/** An organisation and its ancestors, from the top down; empty if it does not exist. */
export async function readRuleSources(
  store: DocumentStore,
  domainId: string | null,
): Promise<readonly RuleSource[]> {
  const [own] = domainId === null ? [] : await store.read([`domain/${domainId}`]);
  const ancestorIds = domainCollection.schema.shape.ancestorIds
    .catch([])
    .parse(own?.data['ancestorIds'] ?? []);
  const above =
    ancestorIds.length === 0 ? [] : await store.read(ancestorIds.map((id) => `domain/${id}`));
  return [...above, own ?? null].flatMap((domain) =>
    domain === null ? [] : [toRuleSource(domain)],
  );
}

const toRuleSource = ({ id, data }: ReadDocument): RuleSource => ({
  domainId: id,
  name: domainCollection.schema.shape.name.catch('').parse(data['name']),
  overrides: parseOverrides({ data }),
  timeZone: domainCollection.schema.shape.timeZone.catch('Asia/Tokyo').parse(data['timeZone']),
  escalation: domainCollection.schema.shape.escalation.catch([]).parse(data['escalation']),
});

/** The catalogue, with the defaults that the maker has set. */
export async function readDefinitions(store: DocumentStore): Promise<readonly AccidentParameter[]> {
  return withDefaults(await readDefaults(store));
}
