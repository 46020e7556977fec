import { getSpan, isNode, type SyntaxNode, type SyntaxTree } from '../syntax-tree.ts';
import type { SourceFile } from './source-tree.ts';

/** `ownLines` leaves out the functions inside, which count separately. */
export type FunctionLength = {
  readonly place: string;
  readonly name: string;
  readonly lines: number;
  readonly ownLines: number;
  readonly isComponent: boolean;
};

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

export function getFunctionLengths(
  file: SourceFile,
  { root, lineAt }: SyntaxTree,
): FunctionLength[] {
  const found: FunctionLength[] = [];

  /**
   * Returns the lines that functions inside a node take beyond their first. `name` is what the
   * nearest declaration around it is called; `isInFunction` says that a function is nearer.
   */
  function walk(value: unknown, name: string, isInFunction: boolean): number {
    if (Array.isArray(value)) {
      return value.reduce<number>((sum, item) => sum + walk(item, name, isInFunction), 0);
    }
    if (typeof value !== 'object' || value === null) return 0;
    const node = isNode(value) ? value : null;
    const declared = node === null ? null : getDeclaredName(node);
    const ownName = declared ?? name;
    const isFunction = node !== null && FUNCTIONS.has(node.type);
    const span = isFunction ? getSpan(node) : null;
    const isInside = span !== null || (declared === null && isInFunction);
    const inside = Object.values(value).reduce<number>(
      (sum, part) => sum + walk(part, ownName, isInside),
      0,
    );
    if (span === null) return inside;
    const first = lineAt(span.start);
    const last = lineAt(span.end - 1);
    found.push({
      place: `${file.path}:${first}`,
      name: ownName,
      lines: last - first + 1,
      ownLines: last - first + 1 - inside,
      isComponent:
        file.path.endsWith('.tsx') &&
        /^[A-Z]/.test(ownName) &&
        (declared !== null || !isInFunction),
    });
    return last - first;
  }
  walk(root, '', false);
  return found;
}

function getDeclaredName(node: SyntaxNode): string | null {
  const named = node['identifier'] ?? node['id'] ?? node['key'];
  const name = typeof named === 'object' && named !== null && 'value' in named ? named.value : null;
  return typeof name === 'string' ? name : null;
}
