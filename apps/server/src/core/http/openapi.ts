import { problem, type Endpoint } from '@yamori/domain';
import { z } from 'zod';
import { statusOf } from './problem-status.ts';

/** Endpoints by the noun that they are about: `device` for those of `deviceApi`. */
export type Apis = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

/** `deviceApi` and so on, of everything that the domain exports. */
export const apisOf = (exported: Readonly<Record<string, unknown>>): Apis =>
  Object.fromEntries(
    Object.entries(exported).flatMap(([name, value]) =>
      name.endsWith('Api') ? [[name.slice(0, -'Api'.length), value as Apis[string]]] : [],
    ),
  );

type Json = { readonly [key: string]: unknown };

const PROBLEM = { $ref: '#/components/schemas/Problem' };

/** The endpoints as an OpenAPI 3.1 document. */
export function describeApis(apis: Apis, version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [noun, endpoints] of Object.entries(apis).toSorted(byName))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
      (paths[path] ??= {})[endpoint.method.toLowerCase()] = operationOf(noun, name, endpoint);
    }
  return {
    openapi: '3.1.0',
    info: { title: 'Yamori', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    tags: Object.keys(apis)
      .toSorted()
      .map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).toSorted(byName)),
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'yamori.session_token' },
      },
    },
  };
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1;

function operationOf(noun: string, name: string, endpoint: Endpoint): Json {
  const { summary, caller, params, query } = endpoint;
  const parameters = [...parametersOf(params, 'path'), ...parametersOf(query, 'query')];
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary,
    security: caller === 'anyone' ? [] : [{ session: [] }],
    'x-caller': caller,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestOf(endpoint),
    responses: { ...answerOf(endpoint), ...problemsOf(endpoint) },
  };
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    readonly properties?: Json;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }));
}

function requestOf({ body, upload }: Endpoint): Json {
  if (body === undefined && upload === undefined) return {};
  const schema = body === undefined ? {} : { schema: schemaOf(body, 'input') };
  const types = upload ?? ['application/json'];
  return {
    requestBody: {
      required: body === undefined || !body.safeParse(undefined).success,
      content: Object.fromEntries(types.map((type) => [type, schema])),
    },
  };
}

function answerOf({ reply, file }: Endpoint): Json {
  if (reply !== undefined)
    return {
      '2XX': {
        description: 'The answer',
        content: { 'application/json': { schema: schemaOf(reply, 'output') } },
      },
    };
  if (file === undefined) return { 204: { description: 'Done' } };
  return {
    200: {
      description: 'The file',
      content: Object.fromEntries(file.map((type) => [type, {}])),
    },
  };
}

/** Problems by their status; `default` stands for those that every call can end with. */
function problemsOf({ problems }: Endpoint): Json {
  const content = { 'application/json': { schema: PROBLEM } };
  const byStatus = Map.groupBy(new Set(problems), (code) => String(statusOf({ code })));
  return {
    ...Object.fromEntries(
      [...byStatus].map(([status, codes]) => [
        status,
        { description: codes.toSorted().join(', '), content },
      ]),
    ),
    default: { description: 'A problem that every call can end with', content },
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
