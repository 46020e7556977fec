/**
 * An array of numbers or texts as PostgreSQL writes arrays, or the value as it is. The driver does
 * this element by element with two replacements each, which for the columns of the statements that
 * store frames costs more than everything else about them.
 */
export function asParameter(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value;
  const elements: readonly unknown[] = value;
  if (elements.every((element) => typeof element === 'number')) return `{${elements.join(',')}}`;
  if (elements.every((element) => typeof element === 'string'))
    return `{${elements.map(quoted).join(',')}}`;
  return value;
}

const NEEDS_ESCAPE = /["\\]/;

const quoted = (text: string): string =>
  `"${NEEDS_ESCAPE.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
