/** Collects the bound values of a statement; `add` returns the placeholder. */
export type SqlParameters = {
  readonly add: (value: unknown) => string;
  readonly values: readonly unknown[];
};

export function createParameters(): SqlParameters {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

/** Renumbers the placeholders that the text uses: PostgreSQL rejects unused values. */
export function bindUsed(
  text: string,
  parameters: SqlParameters,
): { text: string; values: unknown[] } {
  const numbers = new Map<string, number>();
  const values: unknown[] = [];
  const bound = text.replace(/\$(\d+)/g, (_placeholder, number: string) => {
    const known = numbers.get(number) ?? values.push(parameters.values[Number(number) - 1]);
    numbers.set(number, known);
    return `$${known}`;
  });
  return { text: bound, values };
}

/** All conditions hold; true for an empty list. */
export const joinAnd = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'true' : conditions.map((condition) => `(${condition})`).join(' and ');

/** At least one condition holds; false for an empty list. */
export const joinOr = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'false' : conditions.map((condition) => `(${condition})`).join(' or ');
