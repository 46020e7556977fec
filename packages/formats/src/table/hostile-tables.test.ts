import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';

const READER = new URL('text-rows.ts', import.meta.url).href;
const MEBIBYTE = 1024 * 1024;

type Outcome = {
  readonly rows: number;
  readonly problems: readonly {
    readonly code: string;
    readonly line: number;
    readonly message?: string;
    readonly cell?: object;
  }[];
};

/** Reads the table in a thread with a limited heap; a reader that needs more ends the thread. */
function readBounded(makeText: string): Promise<Outcome> {
  const worker = new Worker(
    `import { parentPort } from 'node:worker_threads';
    const { readTextRows } = await import(${JSON.stringify(READER)});
    const bytes = new TextEncoder().encode(${makeText});
    const { rows, problems } = readTextRows(bytes);
    parentPort.postMessage({ rows: rows.length, problems: problems.map(({ code, line, message, cell }) => ({ code, line, ...(cell && { message, cell }) })) });`,
    {
      eval: true,
      resourceLimits: { maxOldGenerationSizeMb: 64 + 40, maxYoungGenerationSizeMb: 16 },
    },
  );
  return new Promise((resolve, reject) => {
    worker.once('message', (outcome: Outcome) => {
      resolve(outcome);
      void worker.terminate();
    });
    worker.once('error', reject);
  });
}

describe('readTextRows with hostile tables (T38)', () => {
  it.each([
    ['a line of 20 MB with ten million columns', `'a,'.repeat(${10 * MEBIBYTE})`, 1],
    ['a million columns in quotes', `'a,b\\n' + '"a",'.repeat(1_000_000)`, 2],
    ['a million columns after a valid row', `'a,b\\n' + 'x,'.repeat(1_000_000) + '\\n'`, 2],
  ])('reports %s within bounded memory', async (_what, text, line) => {
    const { problems } = await readBounded(text);
    expect(problems).toContainEqual({ code: 'overLimit', line });
  });

  it.each([
    ['on a line of its own', `'a'.repeat(${20 * MEBIBYTE})`, 1, 1],
    ['in a later column', `'a,b\\n1,' + 'x'.repeat(${20 * MEBIBYTE})`, 2, 2],
    ['in quotes', `'a,b\\n1,"' + 'x'.repeat(${20 * MEBIBYTE}) + '"'`, 2, 2],
  ])('names row, column and bytes of a cell of 20 MB %s', async (_where, text, row, column) => {
    const { rows, problems } = await readBounded(text);
    const bytes = 20 * MEBIBYTE;
    expect(rows).toBe(row - 1);
    expect(problems).toEqual([
      {
        code: 'overLimit',
        line: row,
        message: `row ${row}, column ${column}: a cell of ${bytes} bytes; at most 131072`,
        cell: { row, column, bytes },
      },
    ]);
  });

  it('reads a cell as long as those of Excel may be, in any script', async () => {
    const { rows, problems } = await readBounded(`'a\\n' + '眠'.repeat(32_767) + '\\n'`);
    expect([rows, problems]).toEqual([2, []]);
  });

  it('reports a quote that never closes', async () => {
    const { problems } = await readBounded(`'a,b\\n1,"' + 'x'.repeat(${20 * MEBIBYTE})`);
    expect(problems).toContainEqual({ code: 'unclosedQuote', line: 2 });
  });

  it('reports NUL characters', async () => {
    const { problems } = await readBounded(`'a,b\\n1,\\0\\n'`);
    expect(problems).toContainEqual({ code: 'nulByte', line: 2 });
  });

  it('reports more than a million rows', async () => {
    const { problems, rows } = await readBounded(`'\\n1'.repeat(1_000_100)`);
    expect(rows).toBe(1_000_000);
    expect(problems).toContainEqual({ code: 'overLimit', line: 1_000_002 });
  });
});
