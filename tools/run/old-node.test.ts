import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Exports of Node 24 that Node 18.0 lacks, where importing one by name is a SyntaxError. */
const NEWER: Readonly<Record<string, readonly string[]>> = {
  crypto: ['argon2', 'argon2Sync', 'decapsulate', 'encapsulate', 'hash', 'randomUUIDv7'],
  events: ['addAbortListener', 'getMaxListeners'],
  fs: [
    'Utf8Stream',
    'glob',
    'globSync',
    'mkdtempDisposableSync',
    'openAsBlob',
    'statfs',
    'statfsSync',
  ],
  net: [
    'BoundSocket',
    'getDefaultAutoSelectFamily',
    'getDefaultAutoSelectFamilyAttemptTimeout',
    'setDefaultAutoSelectFamily',
    'setDefaultAutoSelectFamilyAttemptTimeout',
  ],
  os: ['availableParallelism', 'machine'],
  path: ['matchesGlob'],
  url: ['URLPattern', 'fileURLToPathBuffer'],
  util: [
    'MIMEParams',
    'MIMEType',
    'aborted',
    'convertProcessSignalToExitCode',
    'diff',
    'getCallSites',
    'getSystemErrorMessage',
    'parseArgs',
    'parseEnv',
    'setTraceSigInt',
    'styleText',
    'transferableAbortController',
    'transferableAbortSignal',
  ],
  zlib: [
    'ZstdCompress',
    'ZstdDecompress',
    'crc32',
    'createZstdCompress',
    'createZstdDecompress',
    'zstdCompress',
    'zstdCompressSync',
    'zstdDecompress',
    'zstdDecompressSync',
  ],
};

const IMPORT = /^import \{([^}]*)\} from 'node:([^']+)';$/gm;

it('old versions of Node know all imported names, so that they reach the message about their version', () => {
  const scripts = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.mjs'));
  const newer = scripts.flatMap((script) =>
    [...readFileSync(join(import.meta.dirname, script), 'utf8').matchAll(IMPORT)].flatMap(
      ([, names = '', module = '']) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => NEWER[module]?.includes(name))
          .map((name) => `${script}: ${name} of node:${module}`),
    ),
  );
  expect(newer).toEqual([]);
});
