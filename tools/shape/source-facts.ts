import {
  getArguments,
  getName,
  getSpan,
  getText,
  isNode,
  nodeAt,
  nodesAt,
  parseFile,
  type Span,
  type SyntaxNode,
  type SyntaxTree,
  walkTree,
} from '../syntax-tree.ts';
import { getFunctionLengths, type FunctionLength } from './function-lengths.ts';
import { readExports, readImports, type Export, type Import } from './module-facts.ts';
import type { SourceFile } from './source-tree.ts';

export type Passage = { readonly line: number; readonly text: string };
/** `units` are the titles of the `describe` blocks around a test, outermost first. */
export type TestTitle = Passage & { readonly units: readonly string[] };

/** What the figures read from a file. The tree is parsed once and dropped: all trees need 1 GB. */
export type SourceFacts = SourceFile & {
  readonly functions: readonly FunctionLength[];
  readonly comments: readonly Passage[];
  /** Texts of log calls. */
  readonly logs: readonly Passage[];
  readonly titles: readonly TestTitle[];
  /** Titles of `describe`. */
  readonly units: readonly Passage[];
  /** The text with its comments blanked; lines keep their numbers. */
  readonly code: string;
  /** The text without strings, templates, JSX text and patterns. */
  readonly textWithoutLiterals: string;
  /** Lines of the table of `it.each`. */
  readonly tableLines: ReadonlySet<number>;
  /** Lines of imports and re-exports. */
  readonly importLines: ReadonlySet<number>;
  readonly anyLines: readonly number[];
  readonly castLines: readonly number[];
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
};

const LITERALS = new Set(['StringLiteral', 'TemplateElement', 'RegExpLiteral', 'JSXText']);
const TEST_FUNCTIONS = new Set(['it', 'test']);
const TEST_MODIFIERS = new Set(
  'concurrent fails fixme only parallel runIf sequential serial skip skipIf todo'.split(' '),
);
const LOG_METHODS = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);

export function readFacts(file: SourceFile): SourceFacts {
  const tree = parseFile(file);
  const literals: Span[] = [];
  const templates: Span[] = [];
  const anyLines: number[] = [];
  const castLines: number[] = [];
  const logs: Passage[] = [];
  const tableLines = new Set<number>();
  const importLines = new Set<number>();

  walkTree(tree.root, (node) => {
    const span = getSpan(node);
    if (span === null) return;
    const line = tree.lineAt(span.start);
    const addLines = (lines: Set<number>): void => {
      for (let at = line; at <= tree.lineAt(span.end - 1); at++) lines.add(at);
    };
    if (LITERALS.has(node.type)) literals.push(span);
    if (node.type === 'TemplateLiteral') templates.push(span);
    if (node.type === 'TsKeywordType' && node['kind'] === 'any') anyLines.push(line);
    if (node.type === 'TsAsExpression' || node.type === 'TsTypeAssertion') castLines.push(line);
    if (nodeAt(node, 'source') !== null) addLines(importLines);
    if (node.type !== 'CallExpression') return;
    if (isLogCall(node)) {
      logs.push(...getArguments(node).flatMap((argument) => toPassages(tree, argument)));
    }
    if (getMemberName(nodeAt(node, 'callee')) === 'each') addLines(tableLines);
  });

  const { comments, commentSpans } = findComments(tree, literals);
  const code = blank(tree.bytes, commentSpans);
  return {
    ...file,
    functions: getFunctionLengths(file, tree),
    comments,
    logs,
    ...readTitles(tree),
    code: code.toString('utf8'),
    textWithoutLiterals: withoutSpans(tree.bytes, [...literals, ...templates]),
    tableLines,
    importLines,
    anyLines,
    castLines,
    imports: readImports(tree.root),
    exports: readExports(tree),
  };
}

function isLogCall(node: SyntaxNode): boolean {
  const callee = nodeAt(node, 'callee');
  if (callee?.type !== 'MemberExpression') return false;
  const holder = nodeAt(callee, 'object');
  const holderName = getName(holder) ?? getMemberName(holder);
  return /(^l|L)og(ger)?$/.test(holderName ?? '') && LOG_METHODS.has(getMemberName(callee) ?? '');
}

function getMemberName(node: SyntaxNode | null): string | null {
  return node?.type === 'MemberExpression' ? getName(nodeAt(node, 'property')) : null;
}

function toPassages(tree: SyntaxTree, node: SyntaxNode): Passage[] {
  const text = getLiteralText(node);
  const span = getSpan(node);
  return text === null || span === null ? [] : [{ line: tree.lineAt(span.start), text }];
}

/** The text of a string or template; what a template inserts becomes `…`. */
function getLiteralText(node: SyntaxNode): string | null {
  if (node.type !== 'TemplateLiteral') return getText(node);
  return nodesAt(node, 'quasis')
    .map((quasi) => (typeof quasi['cooked'] === 'string' ? quasi['cooked'] : ''))
    .join('…');
}

function readTitles(tree: SyntaxTree): Pick<SourceFacts, 'titles' | 'units'> {
  const titles: TestTitle[] = [];
  const units: Passage[] = [];

  function walk(value: unknown, around: readonly string[]): void {
    if (Array.isArray(value)) {
      for (const item of value) walk(item, around);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    let inside = around;
    if (isNode(value) && value.type === 'CallExpression') {
      const kind = getTestFunction(nodeAt(value, 'callee'));
      const title = getArguments(value)[0];
      const passage = kind !== null && title !== undefined ? toPassages(tree, title)[0] : undefined;
      if (passage !== undefined && kind === 'describe') {
        units.push(passage);
        inside = [...around, passage.text];
      } else if (passage !== undefined) {
        titles.push({ ...passage, units: around });
      }
    }
    for (const [field, inner] of Object.entries(value)) {
      if (field !== 'span' && typeof inner === 'object') walk(inner, inside);
    }
  }
  walk(tree.root, []);
  return { titles, units };
}

/** `describe` or `it` for a call like `it(…)`, `test.skip(…)` and `it.each(rows)(…)`, else null. */
function getTestFunction(callee: SyntaxNode | null): string | null {
  if (callee === null) return null;
  if (callee.type === 'MemberExpression') {
    const name = getMemberName(callee) ?? '';
    const outer = getTestFunction(nodeAt(callee, 'object'));
    if (outer === 'it' && name === 'describe') return name;
    // Others take no title: `test.info()`, and the call of a table itself, `it.each([...])`.
    return TEST_MODIFIERS.has(name) ? outer : null;
  }
  if (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression') {
    const inner = nodeAt(callee, callee.type === 'CallExpression' ? 'callee' : 'tag');
    return inner?.type === 'MemberExpression' ? getTestFunction(nodeAt(inner, 'object')) : null;
  }
  const name = getName(callee);
  if (name === 'describe') return name;
  return name !== null && TEST_FUNCTIONS.has(name) ? 'it' : null;
}

/** Comments are what looks like one outside strings, templates, JSX text and patterns. */
function findComments(
  tree: SyntaxTree,
  literals: readonly Span[],
): { comments: Passage[]; commentSpans: Span[] } {
  const masked = blank(tree.bytes, literals, 'x').toString('latin1');
  const commentSpans = [...masked.matchAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  const comments = commentSpans.map(({ start, end }) => ({
    line: tree.lineAt(start),
    text: tree.bytes.subarray(start, end).toString('utf8'),
  }));
  return { comments, commentSpans };
}

/** Replaces spans by `filler`, but keeps line breaks. */
function blank(bytes: Buffer, spans: readonly Span[], filler = ' '): Buffer {
  const copy = Buffer.from(bytes);
  const code = filler.charCodeAt(0);
  for (const { start, end } of spans) {
    for (let at = start; at < end; at++) if (copy[at] !== 10) copy[at] = code;
  }
  return copy;
}

/** Removes spans, but keeps line breaks. */
function withoutSpans(bytes: Buffer, spans: readonly Span[]): string {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  const parts: Buffer[] = [];
  let from = 0;
  for (const { start, end } of sorted) {
    if (start < from) continue;
    parts.push(bytes.subarray(from, start));
    parts.push(Buffer.from(bytes.subarray(start, end).filter((byte) => byte === 10)));
    from = end;
  }
  parts.push(bytes.subarray(from));
  return Buffer.concat(parts).toString('utf8');
}
