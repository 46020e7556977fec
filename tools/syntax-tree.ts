import { parseSync } from '@swc/core';

/** The part of the parser's tree that these tools read. */
export type SyntaxNode = { readonly type: string; readonly [field: string]: unknown };
export type Span = { readonly start: number; readonly end: number };

/** A parsed file. Spans are byte offsets from 0, lines count from 1. */
export type SyntaxTree = {
  readonly root: SyntaxNode;
  readonly bytes: Buffer;
  readonly lineAt: (byteOffset: number) => number;
  readonly getLine: (node: SyntaxNode) => number;
};

/** Parses TypeScript or JavaScript, with or without JSX. */
export function parseFile({ path, text }: { path: string; text: string }): SyntaxTree {
  const bytes = Buffer.from(text);
  const breaks = findLineBreaks(bytes);
  const root: unknown = parseSync(text, {
    syntax: 'typescript',
    tsx: path.endsWith('x'),
    target: 'es2024',
  });
  if (!isNode(root)) throw new Error(`${path}: the parser returned no module`);
  const lineAt = (offset: number): number => countBelow(breaks, offset) + 1;
  return { root, bytes, lineAt, getLine: (node) => lineAt(getSpan(node)?.start ?? 0) };
}

/** The parser counts bytes from 1. */
export function getSpan(node: SyntaxNode): Span | null {
  const span = node['span'];
  if (typeof span !== 'object' || span === null) return null;
  if (!('start' in span) || !('end' in span)) return null;
  const { start, end } = span;
  if (typeof start !== 'number' || typeof end !== 'number') return null;
  return { start: start - 1, end: end - 1 };
}

/** Calls `visit` for each node, parents first. `parents` are outermost first and change later. */
export function walkTree(
  value: unknown,
  visit: (node: SyntaxNode, parents: readonly SyntaxNode[]) => void,
  parents: SyntaxNode[] = [],
): void {
  if (Array.isArray(value)) {
    for (const item of value) walkTree(item, visit, parents);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node = isNode(value) ? value : null;
  if (node !== null) {
    visit(node, parents);
    parents.push(node);
  }
  for (const [field, inner] of Object.entries(value)) {
    if (field !== 'span' && typeof inner === 'object') walkTree(inner, visit, parents);
  }
  if (node !== null) parents.pop();
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

export const nodeAt = (node: SyntaxNode, field: string): SyntaxNode | null => {
  const value = node[field];
  return isNode(value) ? value : null;
};

export const nodesAt = (node: SyntaxNode, field: string): readonly SyntaxNode[] => {
  const value = node[field];
  return Array.isArray(value) ? value.filter((one) => isNode(one)) : [];
};

/** The text of a string literal, else null. */
export const getText = (node: SyntaxNode | null): string | null =>
  node?.type === 'StringLiteral' && typeof node['value'] === 'string' ? node['value'] : null;

export const getName = (node: SyntaxNode | null): string | null =>
  node?.type === 'Identifier' && typeof node['value'] === 'string' ? node['value'] : getText(node);

/** The expressions that a call or a `new` is given. */
export function getArguments(node: SyntaxNode): SyntaxNode[] {
  const given = node['arguments'];
  if (!Array.isArray(given)) return [];
  return given
    .map((argument: unknown) =>
      typeof argument === 'object' && argument !== null && 'expression' in argument
        ? argument.expression
        : null,
    )
    .filter((expression) => isNode(expression));
}

function findLineBreaks(bytes: Uint8Array): number[] {
  const breaks: number[] = [];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) breaks.push(at);
  return breaks;
}

/** How many of the sorted numbers are below `value`. */
function countBelow(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
