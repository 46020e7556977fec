import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkBySchema } from './schema-check.ts';

const listIssues = (schema: z.ZodType, value: unknown) => {
  const checked = checkBySchema(schema, value);
  return checked.ok ? [] : checked.issues;
};
const unknownKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
const more = (count: number) => ({ field: '', code: 'issues-more', details: { more: count } });

describe('checkBySchema', () => {
  const schema = z.strictObject({ email: z.string() });

  it('reports at most twenty issues and the number of the others', () => {
    expect(listIssues(schema, { email: 'a', ...unknownKeys(20) })).toHaveLength(20);
    expect(listIssues(schema, { email: 'a', ...unknownKeys(20) }).at(-1)).toMatchObject({
      field: 'k19',
      code: 'keys-unknown',
    });
    expect(listIssues(schema, { email: 'a', ...unknownKeys(21) }).slice(19)).toEqual([
      { field: 'k19', code: 'keys-unknown', details: { keys: "'k19'" } },
      more(1),
    ]);
    expect(listIssues(schema, { email: 7, ...unknownKeys(30) })).toHaveLength(21);
    expect(listIssues(schema, { email: 7, ...unknownKeys(30) }).at(-1)).toEqual(more(11));
    expect(
      listIssues(
        z.array(z.string()),
        Array.from({ length: 50 }, () => 1),
      ).at(-1),
    ).toEqual(more(30));
  });

  it('handles 380,000 unknown keys quickly with a short result', () => {
    const value = unknownKeys(380_000);
    const before = process.threadCpuUsage();
    const issues = listIssues(schema, { email: 'a', ...value });
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5_000);
    expect(JSON.stringify(issues).length).toBeLessThan(3_000);
    expect(issues.at(-1)).toEqual(more(379_980));
  });
});
