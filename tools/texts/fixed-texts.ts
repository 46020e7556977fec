import { getName, nodeAt, parseFile, getText, type SyntaxNode, walkTree } from '../syntax-tree.ts';

/** Attributes and fields with text for users. */
const SPOKEN_NAMES: ReadonlySet<string> = new Set([
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
  'title',
  'alt',
  'placeholder',
  'label',
  'message',
  'hint',
  'why',
  'lead',
  'caption',
  'summary',
  'ok',
  'cancel',
  'empty',
  'legend',
  'unit',
]);

/** Finds user-visible sentences in the sources. `keys`: text keys, which are not visible. */
export function fixedTexts(
  path: string,
  text: string,
  keys: ReadonlySet<string> = new Set(),
): string[] {
  const tree = parseFile({ path, text });
  const found: string[] = [];
  walkTree(tree.root, (node, parents) => {
    const visibleText = spokenText(node, parents);
    if (visibleText !== null && !keys.has(visibleText) && isSpeech(visibleText))
      found.push(
        `${path}:${tree.getLine(node)} “${visibleText.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}”`,
      );
  });
  return found;
}

/** The text of a node if it is shown to users; null for any other node. */
function spokenText(node: SyntaxNode, parents: readonly SyntaxNode[]): string | null {
  const [above] = parents.slice(-1);
  // Names of keyboard keys are the same in every language.
  if (node.type === 'JSXText')
    return typeof node['value'] === 'string' && getTag(above) !== 'kbd' ? node['value'] : null;
  const text =
    getText(node) ??
    (node.type === 'TemplateElement' && typeof node['cooked'] === 'string' ? node['cooked'] : null);
  if (text === null) return null;
  if (hasJapanese(text)) return text;
  if (above?.type === 'KeyValueProperty' && nodeAt(above, 'key') === node) return null;
  const around = findPlace(parents);
  if (around === null) return null;
  if (around.type === 'JSXExpressionContainer') return text;
  const name =
    around.type === 'JSXAttribute'
      ? getName(nodeAt(around, 'name'))
      : getName(nodeAt(around, 'key'));
  return name !== null && SPOKEN_NAMES.has(name) ? text : null;
}

const getTag = (element: SyntaxNode | undefined): string | null =>
  getName(nodeAt(element === undefined ? EMPTY : (nodeAt(element, 'opening') ?? EMPTY), 'name'));
const EMPTY: SyntaxNode = { type: 'none' };

const BETWEEN: ReadonlySet<string> = new Set([
  'ConditionalExpression',
  'TemplateLiteral',
  'ParenthesisExpression',
  'TsAsExpression',
  'TsConstAssertion',
]);

/**
 * The element, attribute or field that a text belongs to, through conditional and joined
 * expressions.
 */
function findPlace(parents: readonly SyntaxNode[]): SyntaxNode | null {
  for (const [index, parent] of parents.toReversed().entries()) {
    if (parent.type === 'KeyValueProperty' || parent.type === 'JSXAttribute') return parent;
    if (parent.type === 'JSXExpressionContainer') {
      const above = parents.at(-index - 2);
      return above?.type === 'JSXAttribute' ? above : parent;
    }
    if (!BETWEEN.has(parent.type)) return null;
  }
  return null;
}

export const hasJapanese = (text: string): boolean =>
  /[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]/u.test(text);

/**
 * Whether a text is language rather than a symbol, number, format or signal name: it contains
 * Japanese, a lower-case word, or several words.
 */
export function isSpeech(text: string): boolean {
  if (hasJapanese(text)) return true;
  const words = text.match(/[A-Za-z][A-Za-z'’]+/g) ?? [];
  return (
    !/[#/{}<>_=]/.test(text) &&
    words.some((word) => /^[A-Z]?[a-z'’]{2,}$/.test(word)) &&
    !/^[a-z]+(?:[A-Z-][A-Za-z]*)+$/.test(text.trim())
  );
}
