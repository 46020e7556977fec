import {
  effectiveValues,
  inheritedThresholds,
  isGood,
  reaches,
  refuse,
  type AccidentParameter,
  type Actor,
  type InheritedThresholds,
  type ParameterOverrides,
  type ValueSource,
} from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { DocumentAccess } from '../../documents/document-access.ts';
import type { DocumentStore } from '../../documents/document-store.ts';
import { requireActor } from '../../http/request-actor.ts';
import { readDefinitions, readRuleSources, type RuleSource } from './rule-sources.ts';

const id = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^/]*$/);

/**
 * What holds in a room or an organisation where nothing is set there (contract/domain-messages.ts):
 * organisations above may not be seen by whoever sets it, and the screen has to tell what going
 * back would mean.
 */
export function registerThresholdRoutes(
  plain: FastifyInstance,
  { access, store }: { readonly access: DocumentAccess; readonly store: DocumentStore },
): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.get(
    '/api/domains/:domainId/inherited-thresholds',
    { schema: { params: z.object({ domainId: id }), response: { 200: inheritedThresholds } } },
    async (request) => {
      const actor = requireActor(request);
      const { domainId } = request.params;
      if ((await access.read(actor, [`domain/${domainId}`]))[0] === null)
        throw refuse('domain-not-found');
      return inheritedIn(store, actor, (await readRuleSources(store, domainId)).slice(0, -1));
    },
  );

  server.get(
    '/api/rooms/:roomId/inherited-thresholds',
    { schema: { params: z.object({ roomId: id }), response: { 200: inheritedThresholds } } },
    async (request) => {
      const actor = requireActor(request);
      const [room] = await access.read(actor, [`room/${request.params.roomId}`]);
      if (room === null || room === undefined) throw refuse('document-not-found');
      const { domainId } = room.data;
      return inheritedIn(
        store,
        actor,
        await readRuleSources(store, typeof domainId === 'string' ? domainId : null),
      );
    },
  );
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
      from: sourceOf(definition, sources, actor),
    })),
  };
}

function sourceOf(
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
  return reaches(actor, source.domainId)
    ? { kind: 'domain', domainId: source.domainId, name: source.name }
    : { kind: 'above' };
}
