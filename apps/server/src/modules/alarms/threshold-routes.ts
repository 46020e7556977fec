import {
  effectiveValues,
  isGood,
  parameterApi,
  canAccessDomain,
  ProblemError,
  type AccidentParameter,
  type Actor,
  type InheritedThresholds,
  type ParameterOverrides,
  type ValueSource,
} from '@yamori/domain';
import type { DocumentAccess } from '../../core/documents/document-access.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { route, type Route } from '../../core/http/route.ts';
import { readDefinitions, readRuleSources, type RuleSource } from './rule-sources.ts';

export function thresholdRoutes({
  access,
  store,
}: {
  readonly access: DocumentAccess;
  readonly store: DocumentStore;
}): readonly Route[] {
  return [
    route(parameterApi.inheritedInDomain, async ({ actor, params: { domainId } }) => {
      if ((await access.read(actor, [`domain/${domainId}`]))[0] === null)
        throw new ProblemError('domain-not-found');
      return inheritedIn(store, actor, (await readRuleSources(store, domainId)).slice(0, -1));
    }),
    route(parameterApi.inheritedInRoom, async ({ actor, params: { roomId } }) => {
      const [room] = await access.read(actor, [`room/${roomId}`]);
      if (room === null || room === undefined) throw new ProblemError('document-not-found');
      const { domainId } = room.data;
      return inheritedIn(
        store,
        actor,
        await readRuleSources(store, typeof domainId === 'string' ? domainId : null),
      );
    }),
  ];
}

async function inheritedIn(
  store: DocumentStore,
  actor: Actor,
  sources: readonly RuleSource[],
): Promise<InheritedThresholds> {
  const definitions = await readDefinitions(store);
  const values = effectiveValues(
    sources.map(({ overrides }) => overrides),
    definitions,
  );
  return {
    values: definitions.map((definition) => ({
      key: definition.key,
      value: values.get(definition.key) ?? definition.default,
      from: findSource(definition, sources, actor),
    })),
  };
}

function findSource(
  definition: AccidentParameter,
  sources: readonly RuleSource[],
  actor: Actor,
): ValueSource {
  const isSetIn = (overrides: ParameterOverrides): boolean => {
    const value = overrides[definition.key];
    return value !== undefined && isGood(definition, value);
  };
  const source = sources.findLast(({ overrides }) => isSetIn(overrides));
  if (source === undefined) return { kind: 'system' };
  return canAccessDomain(actor, source.domainId)
    ? { kind: 'domain', domainId: source.domainId, name: source.name }
    : { kind: 'above' };
}
