import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { COMMANDS } from '../../apps/command/src/registry.ts';
import { runCommand } from '../../apps/command/src/run-command.ts';
import {
  startImportFixture,
  type ImportFixture,
} from '../../apps/server/src/testing/import-fixture.ts';
import { MEMBER_PASSWORD } from '../../apps/server/src/testing/live-fixture.ts';
import { aNativeFile, anEdfFile } from '../../apps/server/src/testing/recording-files.ts';
import { programFile } from '../../tools/run/programs.mjs';
import { openBreakingLine } from './breaking-line.ts';

const COMMAND = programFile('apps/command/src/main.ts');
const START_US = Date.parse('2026-11-20T13:00:00.500Z') * 1000;
const folder = mkdtempSync(join(tmpdir(), 'yamori-command-line-'));
const CARER = { YAMORI_EMAIL: 'carer@akane.example', YAMORI_PASSWORD: MEMBER_PASSWORD };

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await startImportFixture();
  await fixture.commit([
    {
      kind: 'set',
      path: 'room/akane-2',
      data: { domainId: 'akane', rootDomainId: 'akane', name: '202' },
    },
  ]);
});
afterAll(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true });
});

const createEnvironment = (more: Readonly<Record<string, string>>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  YAMORI_SERVER: fixture.address,
  ...CARER,
  ...more,
});
/** A separate process, as users start it (`main.test.ts` covers its output). */
const running = (words: readonly string[]): ChildProcess =>
  spawn(process.execPath, [COMMAND, ...words, '--json'], {
    cwd: folder,
    env: createEnvironment({}),
  });

async function yamori(words: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const said: string[] = [];
  const { exitCode, output } = await runCommand([...words, '--json'], COMMANDS, {
    folder,
    environment: createEnvironment(more),
    say: (line) => void said.push(line),
    progress: () => undefined,
  });
  // Exactly one JSON document in every case.
  expect(output.trimEnd().split('\n')).toHaveLength(1);
  return { exitCode, value: JSON.parse(output) as unknown, said: said.join('\n') };
}

const uploads = z.object({
  uploads: z.array(
    z.object({
      fileName: z.string(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      state: z.string(),
      frames: z.number(),
      addedFrames: z.number(),
      gaps: z.number(),
      night: z.string().nullable(),
      problems: z.array(z.object({ code: z.string(), byteOffset: z.number().nullable() })),
    }),
  ),
});
const problems = (value: unknown) =>
  z
    .object({ problems: z.array(z.object({ code: z.string(), place: z.string().nullable() })) })
    .parse(value).problems;
function aFile(name: string, bytes: Uint8Array): string {
  writeFileSync(join(folder, name), bytes);
  return createHash('sha256').update(bytes).digest('hex');
}

describe('yamori import FILE… --room ID --server URL', () => {
  it('uploads, waits and reports the outcome of each file, and sends nothing a second time', async () => {
    const native = aNativeFile({ serial: 'akane-A', startUs: START_US, seconds: 130 });
    const hashes = [
      aFile('night.ymr', native.bytes),
      aFile('flow.edf', anEdfFile({ records: 60 })),
    ];
    const first = await yamori([
      'import',
      'night.ymr',
      'flow.edf',
      '--room',
      'akane-1',
      '--server',
      fixture.address,
    ]);
    const listed = uploads.parse(first.value).uploads;
    expect([
      first.exitCode,
      listed.map(({ fileName, sha256, state, night, gaps, problems: faults }) => [
        fileName,
        sha256,
        state,
        night,
        gaps,
        faults,
      ]),
    ]).toEqual([
      0,
      [
        ['night.ymr', hashes[0], 'done', '2026-11-20', 0, []],
        ['flow.edf', hashes[1], 'done', '2026-11-21', 0, []],
      ],
    ]);
    expect(listed[0]).toMatchObject({
      frames: native.frames.length,
      addedFrames: native.frames.length,
    });
    const pieces = await fixture.rows('upload_pieces');
    const again = await yamori(['import', 'night.ymr', '--room', 'akane-1']);
    expect([
      again.exitCode,
      uploads.parse(again.value).uploads[0],
      await fixture.rows('upload_pieces'),
    ]).toEqual([0, listed[0], pieces]);
  });

  it('exits with 2 and the reason for an unreadable file, and stores the others', async () => {
    aFile('broken.edf', Buffer.from('0       nothing of an EDF file'));
    aFile('short.edf', anEdfFile({ records: 20, claimed: 30, seed: 9 }));
    const { exitCode, value } = await yamori([
      'import',
      'broken.edf',
      'short.edf',
      '--room',
      'akane-1',
    ]);
    const [broken, short] = uploads.parse(value).uploads;
    expect([exitCode, broken?.state, broken?.problems[0]?.code, broken?.night]).toEqual([
      2,
      'failed',
      expect.stringMatching(/^import-/),
      null,
    ]);
    expect([short?.state, short?.problems]).toEqual([
      'done',
      [{ code: 'truncated', byteOffset: expect.any(Number) }],
    ]);
  });

  it('uploads a WFDB record by its header with the files next to it, and names missing ones before it sends anything', async () => {
    aFile(
      'n1.hea',
      Buffer.from(
        'n1 2 100 500 22:00:00 18/11/2026\nn1.dat 16 200/mV 16 0 0 - 0 MLII\nn2.dat 16 100/Ohm 16 0 0 - 0 Resp\n',
      ),
    );
    aFile(
      'n1.dat',
      new Uint8Array(Int16Array.from({ length: 500 }, (_, index) => index % 90).buffer),
    );
    const missing = await yamori(['import', 'n1.hea', '--room', 'akane-1']);
    expect([missing.exitCode, problems(missing.value)]).toEqual([
      2,
      [{ code: 'file-missing', place: 'n2.dat' }],
    ]);
    aFile(
      'n2.dat',
      new Uint8Array(Int16Array.from({ length: 500 }, (_, index) => index % 70).buffer),
    );
    const { exitCode, value } = await yamori(['import', 'n1.hea', '--room', 'akane-1']);
    expect([
      exitCode,
      uploads.parse(value).uploads.map(({ fileName, state, night }) => [fileName, state, night]),
    ]).toEqual([0, [['n1.zip', 'done', '2026-11-18']]]);
    const pieces = await fixture.rows('upload_pieces');
    const again = await yamori(['import', 'n1.dat', 'n1.hea', '--room', 'akane-1']);
    expect([
      again.exitCode,
      uploads.parse(again.value).uploads,
      await fixture.rows('upload_pieces'),
    ]).toEqual([0, uploads.parse(value).uploads, pieces]);
  });

  it('resumes after a broken connection and ends byte-equal (T27)', async () => {
    const bytes = anEdfFile({ records: 400, labels: ['Flow'], rates: [2500], seed: 11 });
    const sha256 = aFile('long.edf', bytes);
    const line = await openBreakingLine(fixture.address, { afterBytes: 300_000, times: 6 });
    const { exitCode, value } = await yamori([
      'import',
      'long.edf',
      '--room',
      'akane-2',
      '--server',
      line.address,
    ]);
    const counts = line.counts();
    await line.close();
    expect([exitCode, uploads.parse(value).uploads[0]?.state, counts.breaks]).toEqual([
      0,
      'done',
      6,
    ]);
    const original = await fetch(
      `${fixture.address}/api/rooms/akane-2/imports/${sha256}/original`,
      {
        headers: { cookie: await fixture.signIn('carer@akane.example') },
      },
    );
    expect(Buffer.from(await original.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
  });

  it('resumes after an earlier run was killed (T27)', async () => {
    const bytes = anEdfFile({ records: 400, labels: ['Flow'], rates: [2500], seed: 12 });
    aFile('killed.edf', bytes);
    const reached = Promise.withResolvers<void>();
    const first = await openBreakingLine(fixture.address, {
      afterBytes: 1_300_000,
      times: 1,
      onBreak: () => reached.resolve(),
    });
    const child = running(['import', 'killed.edf', '--room', 'akane-2', '--server', first.address]);
    await reached.promise;
    child.kill('SIGKILL');
    await first.close();
    const second = await openBreakingLine(fixture.address, { afterBytes: 0, times: 0 });
    const { exitCode, value } = await yamori([
      'import',
      'killed.edf',
      '--room',
      'akane-2',
      '--server',
      second.address,
    ]);
    const { bytes: sent } = second.counts();
    await second.close();
    expect([exitCode, uploads.parse(value).uploads[0]?.state]).toEqual([0, 'done']);
    expect(sent).toBeLessThan(bytes.length - 500_000);
  });

  it.each<[string, string[], Record<string, string>, string]>([
    ['no room', ['import', 'night.ymr'], {}, 'usage-wrong'],
    ['no file', ['import', '--room', 'akane-1'], {}, 'usage-wrong'],
    ['a missing file', ['import', 'none.edf', '--room', 'akane-1'], {}, 'file-missing'],
    ['a room of others', ['import', 'night.ymr', '--room', 'mizuki-1'], {}, 'document-not-found'],
    [
      'a wrong password',
      ['import', 'night.ymr', '--room', 'akane-1'],
      { YAMORI_PASSWORD: 'wrong' },
      'sign-in-failed',
    ],
    [
      'no account',
      ['import', 'night.ymr', '--room', 'akane-1'],
      { YAMORI_PASSWORD: '' },
      'sign-in-missing',
    ],
    [
      'an invalid token',
      ['import', 'night.ymr', '--room', 'akane-1'],
      { YAMORI_TOKEN: 'nothing-that-was-ever-made-nothing-that-was' },
      'link-not-found',
    ],
    [
      'an address without a server',
      ['import', 'night.ymr', '--room', 'akane-1', '--server', 'http://127.0.0.1:9'],
      {},
      'server-unreachable',
    ],
    [
      'an invalid address',
      ['import', 'night.ymr', '--room', 'akane-1', '--server', 'ward'],
      {},
      'server-wrong',
    ],
  ])('exits with 2 for %s', async (_, words, environment, code) => {
    const { exitCode, value, said } = await yamori(words, environment);
    expect([exitCode, problems(value).map((each) => each.code), said.includes(code)]).toEqual([
      2,
      [code],
      true,
    ]);
    expect(said).not.toContain(MEMBER_PASSWORD);
  });

  it('leaves no session behind', async () => {
    const sessions = await fetch(`${fixture.address}/api/session/list`, {
      headers: { cookie: await fixture.signIn('staff@akane.example') },
    });
    const before = JSON.stringify(await sessions.json()).match(/sessionId/g)?.length;
    await yamori(['import', 'none.ymr', '--room', 'akane-1'], {
      YAMORI_EMAIL: 'staff@akane.example',
    });
    await yamori(
      [
        'export',
        '--room',
        'akane-1',
        '--from',
        '2026-01-01T00:00:00Z',
        '--to',
        '2026-01-02T00:00:00Z',
        '--format',
        'edf',
      ],
      { YAMORI_EMAIL: 'staff@akane.example' },
    );
    const after = await fetch(`${fixture.address}/api/session/list`, {
      headers: { cookie: await fixture.signIn('staff@akane.example') },
    });
    expect(JSON.stringify(await after.json()).match(/sessionId/g)?.length).toBe((before ?? 0) + 1);
  });
});

describe('yamori export --room ID --from ISO --to ISO --format edf or csv', () => {
  const RANGE = [
    '--room',
    'akane-1',
    '--from',
    '2026-11-20T22:00:00+09:00',
    '--to',
    '2026-11-20T22:10:00+09:00',
  ];
  const written = z.object({
    file: z.string(),
    bytes: z.number(),
    sha256: z.string(),
    format: z.string(),
    contents: z.unknown(),
  });

  it('writes the file and prints its content like inspect, and importing it elsewhere gives equal data', async () => {
    const { exitCode, value } = await yamori(['export', ...RANGE, '--format', 'edf']);
    const { file, bytes, sha256, format, contents } = written.parse(value);
    expect([exitCode, format, file]).toEqual([
      0,
      'edf',
      join(folder, 'yamori-201-20261120-2200.edf'),
    ]);
    expect([
      readFileSync(file).length,
      createHash('sha256').update(readFileSync(file)).digest('hex'),
      existsSync(`${file}.part`),
    ]).toEqual([bytes, sha256, false]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await yamori(['inspect', file])).value).toEqual(contents);
    const streams = z.object({
      streams: z.array(
        z.object({
          label: z.string(),
          samples: z.number(),
          sum: z.number(),
          notMeasured: z.number(),
        }),
      ),
    });
    expect(streams.parse(contents).streams.map(({ label, samples }) => [label, samples])).toEqual([
      ['impe', 6500],
      ['temperature', 130],
    ]);
    expect((await yamori(['import', file, '--room', 'akane-2'])).exitCode).toBe(0);
    const again = written.parse(
      (
        await yamori([
          'export',
          ...RANGE.with(1, 'akane-2'),
          '--format',
          'edf',
          '--output',
          'again.edf',
        ])
      ).value,
    );
    expect(streams.parse(again.contents).streams).toEqual(streams.parse(contents).streams);
  });

  it('writes tables with their columns, rows and times', async () => {
    const { exitCode, value } = await yamori([
      'export',
      ...RANGE,
      '--format',
      'csv',
      '--stream',
      'akane-A:1',
    ]);
    expect([exitCode, written.parse(value).contents]).toEqual([
      0,
      {
        columns: ['time', 'impe [Ω]'],
        rows: 6500,
        from: '2026-11-20T22:00:00.500000+09:00',
        to: '2026-11-20T22:02:10.480000+09:00',
      },
    ]);
    const minutes = written.parse(
      (await yamori(['export', ...RANGE, '--format', 'minutes', '--output', 'minutes.csv'])).value,
    );
    expect(minutes.contents).toMatchObject({ rows: 3, from: '2026-11-20T22:00:00+09:00' });
  });

  it.each<[string, string[], Record<string, string>, string]>([
    ['an existing file', ['export', ...RANGE, '--format', 'edf'], {}, 'file-exists'],
    [
      'a time without a zone',
      ['export', ...RANGE.with(3, '2026-11-20T22:00:00'), '--format', 'edf'],
      {},
      'time-wrong',
    ],
    ['an unknown format', ['export', ...RANGE, '--format', 'pdf'], {}, 'format-unknown'],
    ['no room', ['export', '--format', 'edf'], {}, 'usage-wrong'],
    [
      'more than a month',
      ['export', ...RANGE.with(3, '2026-01-01T00:00:00Z'), '--format', 'csv'],
      {},
      'export-range-too-long',
    ],
    [
      'a room of others',
      ['export', ...RANGE.with(1, 'mizuki-1'), '--format', 'edf'],
      {},
      'document-not-found',
    ],
    [
      'names without the right to see them',
      ['export', ...RANGE, '--format', 'edf', '--names', '--output', 'named.edf'],
      { YAMORI_EMAIL: 'agency@akane.example' },
      'export-names-forbidden',
    ],
    [
      'a missing folder',
      ['export', ...RANGE, '--format', 'edf', '--output', 'none/night.edf'],
      {},
      'file-unwritable',
    ],
  ])('exits with 2 for %s', async (_, words, environment, code) => {
    const { exitCode, value } = await yamori(words, environment);
    expect([exitCode, problems(value).map((each) => each.code)]).toEqual([2, [code]]);
  });
});
