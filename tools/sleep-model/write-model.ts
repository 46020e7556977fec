import { writeFileSync } from 'node:fs';

const PER_LINE = 40;

/** Writes constants as a module, with numbers wrapped to readable lines. */
export function writeModel(
  path: string,
  imports: readonly string[],
  comment: readonly string[],
  constants: Record<string, { type: string; value: object }>,
): void {
  const blocks = Object.entries(constants).map(
    ([name, { type, value }]) =>
      `export const ${name}${type === '' ? '' : `: ${type}`} = ${textOf(value, '')};\n`,
  );
  const head = ['/**', ...comment.map((line) => ` * ${line}`), ' */'].join('\n');
  writeFileSync(
    new URL(`../../packages/signal/src/${path}`, import.meta.url),
    `${imports.join('\n')}\n\n${head}\n${blocks.join('\n')}`,
  );
}

function textOf(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) {
    const items = value.map((item) => textOf(item, inner));
    if (items.length <= PER_LINE && items.join(', ').length < 180) return `[${items.join(', ')}]`;
    const lines = Array.from(
      { length: Math.ceil(items.length / PER_LINE) },
      (_, line) => `${inner}${items.slice(line * PER_LINE, (line + 1) * PER_LINE).join(', ')},`,
    );
    return `[\n${lines.join('\n')}\n${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    return `{\n${Object.entries(value)
      .map(([key, field]) => `${inner}${key}: ${textOf(field, inner)},`)
      .join('\n')}\n${indent}}`;
  }
  return String(value);
}
