import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCaseClient, type CaseClient } from './case-client.ts';
import { readCases } from './case-file.ts';
import { alterExpectation, listFieldNames, runCase } from './case-runner.ts';
import { collectionC, type ConformanceServer } from './conformance-server.ts';
import { findExclusion } from './excluded-cases.ts';
import { openTemporaryServer } from './temporary-server.ts';

const cases = readCases();
const claimed = (cases ?? []).filter(({ case: test }) => findExclusion(test) === null);
const excluded = (cases ?? []).filter((one) => !claimed.includes(one));

describe.skipIf(cases === null)(
  "the hosted database's public cases, through the web client against the real document layer (skipped where YAMORI_CONFORMANCE names no folder of cases)",
  () => {
    const tally = { passed: 0, failed: 0 };
    const collections = { C: collectionC(listFieldNames(cases ?? [])) };
    let server: ConformanceServer;
    let client: CaseClient;

    beforeAll(async () => {
      server = await openTemporaryServer(collections);
      client = openCaseClient(server, collections);
    });

    afterAll(async () => {
      client.close();
      await server.close();
      const lines = excluded.map(
        ({ file, case: test }) => `  excluded ${file}: ${findExclusion(test)}\n`,
      );
      process.stdout.write(
        `document layer conformance: ${tally.passed} passed, ${tally.failed} failed, ${excluded.length} excluded of ${cases?.length ?? 0}\n${lines.join('')}`,
      );
    });

    for (const { file, case: test } of excluded)
      it.skip(`${test.description} (left out: ${file} is ${findExclusion(test)})`);

    for (const { file, case: test } of claimed)
      it(`the client passes ${file}: ${test.description}`, async () => {
        tally.failed += 1;
        await runCase(client, test);
        tally.failed -= 1;
        tally.passed += 1;
      });

    it('the suite fails for every case with a changed expectation', async () => {
      const unnoticed: string[] = [];
      for (const { file, case: test } of claimed)
        await runCase(client, alterExpectation(test)).then(
          () => unnoticed.push(file),
          () => undefined,
        );
      expect(unnoticed).toEqual([]);
    });

    it('the suite excludes at most 15 % of the cases', () => {
      expect(excluded.length / (cases?.length ?? 0)).toBeLessThanOrEqual(0.15);
    });
  },
);
