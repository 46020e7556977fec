import { parseSync } from '@swc/core';

/** The part of the parser's tree that these tools read. */
export type SyntaxNode = { readonly type: string; readonly [field: string]: unknown };
export type Visit = (node: SyntaxNode, parents: readonly SyntaxNode[]) => void;

export type SyntaxTree = {
  readonly visit: (visit: Visit) => void;
  readonly getLine: (node: SyntaxNode) => number;
};

/** Parses TypeScript, with or without JSX. */
export function syntaxTree(path: string, text: string): SyntaxTree {
  // The parser's offsets continue across calls; the added first character gives the start.
  const code = `;${text}`;
  const tree: unknown = parseSync(code, {
    syntax: 'typescript',
    tsx: path.endsWith('.tsx'),
    target: 'es2024',
  });
  const bytes = Buffer.from(code);
  const base = isNode(tree) && Array.isArray(tree['body']) ? spanStart(tree['body'][0]) : 0;
  return {
    visit: (visit) => walk(tree, [], visit),
    getLine: (node) =>
      bytes
        .subarray(0, spanStart(node) - base)
        .toString('utf8')
        .split('\n').length,
  };
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

function spanStart(node: unknown): number {
  const span: unknown = isNode(node) ? node['span'] : null;
  return typeof span === 'object' &&
    span !== null &&
    'start' in span &&
    typeof span.start === 'number'
    ? span.start
    : 0;
}

function walk(value: unknown, parents: readonly SyntaxNode[], visit: Visit): void {
  if (Array.isArray(value)) {
    for (const one of value) walk(one, parents, visit);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const below = isNode(value) ? [...parents, value] : parents;
  if (isNode(value)) visit(value, parents);
  for (const [field, inner] of Object.entries(value))
    if (field !== 'span' && typeof inner === 'object') walk(inner, below, visit);
}
