/** Collects bound values of a statement that is put together; `add` gives the placeholder. */
export type SqlParameters = {
  readonly add: (value: unknown) => string;
  readonly values: readonly unknown[];
};

export function createParameters(): SqlParameters {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

/**
 * A statement with the values that its text uses, numbered anew: PostgreSQL refuses those that
 * nothing refers to.
 */
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

/** Conditions that all hold; true without any. */
export const allOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'true' : conditions.map((condition) => `(${condition})`).join(' and ');

/** Conditions of which one holds; false without any. */
export const anyOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'false' : conditions.map((condition) => `(${condition})`).join(' or ');
