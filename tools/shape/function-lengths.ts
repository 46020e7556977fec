import { parseSync } from '@swc/core';
import type { SourceFile } from './source-tree.ts';

/**
 * A function of a file. `ownLines` are its lines without those of the functions inside it, which count for themselves:
 * what a factory returns, an effect's clean-up (docs/decisions/013-long-functions.md).
 */
export type FunctionLength = {
  readonly place: string;
  readonly name: string;
  readonly lines: number;
  readonly ownLines: number;
};

type Span = { readonly start: number; readonly end: number };
type Node = { readonly [key: string]: unknown };

const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'MethodProperty',
  'GetterProperty',
  'SetterProperty',
  'Constructor',
]);

export function functionLengths(file: SourceFile): FunctionLength[] {
  const breaks = lineBreaks(Buffer.from(file.text));
  // The parser counts bytes from 1.
  const lineAt = (position: number): number => lowerBound(breaks, position - 1) + 1;
  const found: FunctionLength[] = [];

  /** Walks below a node; gives the lines that functions inside it take beyond their first. */
  function walk(value: unknown, name: string): number {
    if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + walk(item, name), 0);
    if (!isNode(value)) return 0;
    const own = nameOf(value) ?? name;
    const inside = Object.values(value).reduce<number>((sum, part) => sum + walk(part, own), 0);
    const span = spanOf(value);
    if (span === null || typeof value['type'] !== 'string' || !FUNCTIONS.has(value['type']))
      return inside;
    const [first, last] = [lineAt(span.start), lineAt(span.end - 1)];
    found.push({
      place: `${file.path}:${first}`,
      name: own,
      lines: last - first + 1,
      ownLines: last - first + 1 - inside,
    });
    return last - first;
  }
  walk(parseSync(file.text, { syntax: 'typescript', tsx: file.path.endsWith('x') }), '');
  return found;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function spanOf(node: Node): Span | null {
  const span = node['span'];
  return isNode(span) && typeof span['start'] === 'number' && typeof span['end'] === 'number'
    ? { start: span['start'], end: span['end'] }
    : null;
}

/** What a declaration, a variable or a member is called. */
function nameOf(node: Node): string | null {
  const named = node['identifier'] ?? node['id'] ?? node['key'];
  const name = isNode(named) ? named['value'] : null;
  return typeof name === 'string' ? name : null;
}

function lineBreaks(bytes: Uint8Array): number[] {
  const breaks: number[] = [];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) breaks.push(at);
  return breaks;
}

/** How many of the sorted numbers are below a number. */
function lowerBound(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
