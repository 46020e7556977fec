import { CALLER_PROBLEMS, COMMON_PROBLEMS, problem, type Endpoint } from '@yamori/domain';
import { z } from 'zod';
import { getStatus } from '../../apps/server/src/core/http/problem-status.ts';
import { CALL_EXAMPLES } from './call-examples.ts';
import { createExample, type JsonSchema } from './example.ts';

/** Endpoints by noun: `device` for those of `deviceApi`. */
export type Apis = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

/** Collects `deviceApi` and all others from the exports of the domain package. */
export const collectApis = (exported: Readonly<Record<string, unknown>>): Apis =>
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
      (paths[path] ??= {})[endpoint.method.toLowerCase()] = describeOperation({
        id: `${noun}.${name}`,
        noun,
        endpoint,
      });
    }
  return {
    openapi: '3.1.0',
    info: { title: 'Yamori', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    tags: Object.keys(apis)
      .toSorted()
      .map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).toSorted(byName)),
    components: {
      schemas: { Problem: toJsonSchema(problem, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'yamori.session_token' },
      },
    },
  };
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1;

/** An endpoint under its id, `device.register`. */
type Operation = { readonly id: string; readonly noun: string; readonly endpoint: Endpoint };

function describeOperation(operation: Operation): Json {
  const { id, noun, endpoint } = operation;
  const { summary, caller } = endpoint;
  const parameters = [
    ...describeParameters(operation, 'path'),
    ...describeParameters(operation, 'query'),
  ];
  return {
    operationId: id,
    tags: [noun],
    summary,
    security: caller === 'anyone' ? [] : [{ session: [] }],
    'x-caller': caller,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...describeRequest(operation),
    responses: { ...describeReply(operation), ...describeProblems(endpoint) },
  };
}

function describeParameters({ id, noun, endpoint }: Operation, place: 'path' | 'query'): Json[] {
  const part = place === 'path' ? 'params' : 'query';
  const schema = endpoint[part];
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input');
  const examples = place === 'query' ? CALL_EXAMPLES[id]?.query : undefined;
  return Object.entries(properties)
    .map(([name, of]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: of,
      example: examples === undefined ? createExample(of, [noun, name]) : examples[name],
    }))
    .map(({ example, ...rest }) => (example === undefined ? rest : { ...rest, example }));
}

function describeRequest({ id, noun, endpoint: { body, upload } }: Operation): Json {
  if (body === undefined && upload === undefined) return {};
  const content = body === undefined ? {} : describeContent(body, 'input', { id, noun });
  const types = upload ?? ['application/json'];
  return {
    requestBody: {
      required: body === undefined || !body.safeParse(undefined).success,
      content: Object.fromEntries(types.map((type) => [type, content])),
    },
  };
}

function describeReply({ id, noun, endpoint: { reply, file } }: Operation): Json {
  if (reply !== undefined)
    return {
      '2XX': {
        description: 'The answer',
        content: { 'application/json': describeContent(reply, 'output', { id, noun }) },
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

function describeContent(
  partSchema: z.ZodType,
  io: 'input' | 'output',
  { id, noun }: { readonly id: string; readonly noun: string },
): Json {
  const schema = toJsonSchema(partSchema, io);
  const written = CALL_EXAMPLES[id]?.[io === 'input' ? 'body' : 'reply'];
  return { schema, example: written ?? createExample(schema, [noun]) };
}

/** Problems by status; `default` lists `COMMON_PROBLEMS`. */
function describeProblems({ problems, caller }: Endpoint): Json {
  const codes = new Set([...CALLER_PROBLEMS[caller], ...problems]);
  const byStatus = Map.groupBy(codes, (code) => String(getStatus({ code })));
  return {
    ...Object.fromEntries([...byStatus].map(([status, some]) => [status, problemsReply(some)])),
    default: problemsReply(COMMON_PROBLEMS),
  };
}

function problemsReply(codes: readonly string[]): Json {
  const sorted = codes.toSorted();
  return {
    description: sorted.join(', '),
    content: { 'application/json': { schema: PROBLEM, example: { code: sorted[0] } } },
  };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as JsonSchema;
}
