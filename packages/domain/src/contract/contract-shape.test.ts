import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../api/endpoint.ts';
import * as deviceMessages from './device-messages.ts';
import * as documentMessages from './document-messages.ts';
import * as importMessages from './import-messages.ts';
import * as liveMessages from './live-messages.ts';
import * as problems from './problem-schema.ts';
import { CONTRACT_VERSION } from './version.ts';

type Exports = Readonly<Record<string, unknown>>;

/** Endpoints are exported as `deviceApi`, `platformApi` and so on. */
const isApi = (name: string, value: unknown): value is Readonly<Record<string, Endpoint>> =>
  name.endsWith('Api') && typeof value === 'object';

const API_FOLDER = new URL('../api/', import.meta.url);

/** Modules with endpoints; the other files of the folder are their building blocks. */
const apiModules = (
  await Promise.all(
    readdirSync(API_FOLDER)
      .filter((name) => !name.endsWith('.test.ts'))
      .map((name) => import(new URL(name, API_FOLDER).href) as Promise<Exports>),
  )
).filter((exports) => Object.entries(exports).some(([name, value]) => isApi(name, value)));

const MODULES: Exports = {
  ...deviceMessages,
  ...documentMessages,
  ...liveMessages,
  ...problems,
  ...importMessages,
  ...Object.fromEntries(apiModules.flatMap((exports) => Object.entries(exports))),
};

const describeShape = (schema: z.ZodType): string =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'input' }));

const endpointText = ({ method, path, params, query, body, reply, file }: Endpoint): string =>
  [
    `${method} ${path}`,
    ...[params, query, body, reply].map((part) => part && describeShape(part)),
    ...(file ?? []),
  ].join(' ');

/** All messages, calls and shared constants, as text. */
function contractText(parts: Exports): string {
  const shapes = Object.entries(parts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, value]) => {
      if (value instanceof z.ZodType) return [`${name} ${describeShape(value)}`];
      if (isApi(name, value)) return Object.values(value).map(endpointText).toSorted();
      return typeof value === 'function' ? [] : [`${name} = ${JSON.stringify(value)}`];
    });
  return shapes.join('\n');
}
const computeHash = (parts: Exports): string =>
  createHash('sha256').update(contractText(parts)).digest('hex').slice(0, 32);

/**
 * Hash of every version. A released hash never changes: a new shape then needs a new line and a new
 * CONTRACT_VERSION. While the newest version is in no release, a new shape replaces its hash.
 */
const SHAPES: Readonly<Record<number, string>> = {
  1: 'c10f4169cc5ab00d393e225ae91cd394',
  2: '4ca3dcbaa58af09073be04aa799671cb',
  3: '8e0f0aa96bde67212b49382e6e04515f',
  4: '5a0fb1cf688164075d2ab2893ec5bf40',
  5: '7e17f4d9edd1d6983e241bb5adc18bb4',
  6: '07bb575ed1cd8b9296e8554a29c2d06c',
  7: 'a779fe7f0414532d0ad5a3ce4aa35cfa',
  8: '66f2a17072bdaf6254bccfd228b5945e',
  9: '575665b07649292d81830c677bd09315',
  10: 'bc147ab442b98d4b085fa95acc4291bb',
  11: '864f9645bff5f064962f8a6d55d23d46',
  12: 'cb2c884078fc04127a3c492f3c1c4e1e',
  13: '96d0fe34b5c44102e7f28478559a485b',
  14: '3e55b6ba8db0192f3559130451f33536',
};

describe('the contract', () => {
  it('the shape matches the hash of its version: a change needs a new CONTRACT_VERSION and a new hash', () => {
    expect(
      SHAPES[CONTRACT_VERSION],
      `version ${CONTRACT_VERSION} has the shape ${computeHash(MODULES)}`,
    ).toBe(computeHash(MODULES));
  });

  it('CONTRACT_VERSION is the newest version, and all hashes differ', () => {
    expect(Math.max(...Object.keys(SHAPES).map(Number))).toBe(CONTRACT_VERSION);
    expect(new Set(Object.values(SHAPES)).size).toBe(Object.keys(SHAPES).length);
  });

  it.each<[string, Exports]>([
    [
      'a new field',
      { readCall: documentMessages.readCall.extend({ fresh: z.boolean().optional() }) },
    ],
    [
      'a different limit',
      { readCall: z.strictObject({ paths: z.array(z.string()).min(1).max(99) }) },
    ],
    ['a field that becomes optional', { readCall: documentMessages.readCall.partial() }],
    ['a message that accepts unknown keys', { readCall: documentMessages.readCall.loose() }],
    ['a different interval', { HEARTBEAT_INTERVAL_SECONDS: 6 }],
    ['a new refusal code', { FRAME_REFUSALS: [...deviceMessages.FRAME_REFUSALS, 'tired'] }],
  ])('the hash changes after %s', (_, change) => {
    expect(computeHash({ ...MODULES, ...change })).not.toBe(computeHash(MODULES));
  });

  it('the shape covers every message', () => {
    const text = contractText(MODULES);
    for (const name of [
      'clientMessage',
      'serverMessage',
      'query',
      'write',
      'commitCall',
      'wireDocument',
      'deviceReport',
      'frameBatchReply',
      'sessionReply',
      'problem',
    ])
      expect(text).toContain(`${name} {`);
    expect(text).toContain('LIVE_PATH = "/live"');
  });
});
