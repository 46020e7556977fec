import { parseSync } from '@swc/core';
import { isNode, type SyntaxNode } from '../texts/syntax-tree.ts';
import type { SourceFile } from './source-tree.ts';

export type Span = { readonly start: number; readonly end: number };

/** A parsed file. Spans are byte offsets from 0. */
export type SyntaxTree = {
  readonly root: SyntaxNode;
  readonly bytes: Buffer;
  readonly lineAt: (byteOffset: number) => number;
};

export function parseFile(file: SourceFile): SyntaxTree {
  const bytes = Buffer.from(file.text);
  const breaks = findLineBreaks(bytes);
  const root: unknown = parseSync(file.text, {
    syntax: 'typescript',
    tsx: file.path.endsWith('x'),
    target: 'es2024',
  });
  if (!isNode(root)) throw new Error(`${file.path}: the parser returned no module`);
  return { root, bytes, lineAt: (offset) => countBelow(breaks, offset) + 1 };
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

/** Calls `visit` for each node, parents first. */
export function walkTree(value: unknown, visit: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walkTree(item, visit);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) visit(value);
  for (const [field, inner] of Object.entries(value)) {
    if (field !== 'span' && typeof inner === 'object') walkTree(inner, visit);
  }
}

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
