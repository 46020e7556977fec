import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCases } from './case-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'yamori-cases-'));
  for (const name of ['plain', 'parent/document-layer', 'empty'])
    mkdirSync(join(folder, name), { recursive: true });
  const text = JSON.stringify({ tests: [{ description: 'a case' }] });
  writeFileSync(join(folder, 'plain/one.json'), text);
  writeFileSync(join(folder, 'parent/document-layer/two.json'), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

const descriptionsIn = (name: string) =>
  readCases(join(folder, name))?.map((one) => one.case.description);

describe('the folder of conformance cases', () => {
  it.each(['plain', 'parent'])('readCases reads the given folder and those in it (%s)', (name) => {
    expect(descriptionsIn(name)).toEqual(['a case']);
  });

  it.each(['empty', 'missing'])('fails if the given folder has no cases (%s)', (name) => {
    expect(() => descriptionsIn(name)).toThrow('has no .json files with cases');
  });
});
