import {
  isNode,
  getName,
  nodeAt,
  nodesAt,
  parseFile,
  getText,
  type SyntaxNode,
  walkTree,
} from '../syntax-tree.ts';

/** One text of a language: `session` and `account.title`, and its place. */
export type Word = {
  readonly namespace: string;
  readonly key: string;
  readonly text: string;
  readonly place: string;
};

/**
 * The texts in a file, which exports one object named after its namespace. Files that only combine
 * others have none.
 */
export function readTexts(path: string, text: string): Word[] {
  const tree = parseFile({ path, text });
  const found: Word[] = [];
  walkTree(tree.root, (node, parents) => {
    if (node.type !== 'VariableDeclarator' || parents.at(-2)?.type !== 'ExportDeclaration') return;
    const namespace = getName(nodeAt(node, 'id')) ?? '';
    const object = objectIn(nodeAt(node, 'init'));
    if (object !== null) collect(object, '');

    function collect(from: SyntaxNode, above: string): void {
      for (const property of nodesAt(from, 'properties')) {
        const name = property.type === 'KeyValueProperty' ? getName(nodeAt(property, 'key')) : null;
        const value = nodeAt(property, 'value');
        if (name === null || value === null) continue;
        const key = above === '' ? name : `${above}.${name}`;
        const inner = objectIn(value);
        const literal = getText(value);
        if (inner !== null) collect(inner, key);
        else if (literal !== null)
          found.push({
            namespace,
            key,
            text: literal,
            place: `${path}:${tree.getLine(nodeAt(property, 'key') ?? property)}`,
          });
      }
    }
  });
  return found;
}

function objectIn(node: SyntaxNode | null): SyntaxNode | null {
  if (node === null || node.type === 'ObjectExpression') return node;
  const inner = node['expression'];
  return node.type.startsWith('Ts') && isNode(inner) ? objectIn(inner) : null;
}

const listArguments = (text: string): string =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name = '']) => name)
    .toSorted()
    .join(' ');

/** Differences between the languages: missing keys, and other arguments of a key. */
export function differences(japanese: readonly Word[], english: readonly Word[]): string[] {
  const byKey = (words: readonly Word[]): Map<string, Word> =>
    new Map(words.map((word) => [`${word.namespace}.${word.key}`, word]));
  const [ja, en] = [byKey(japanese), byKey(english)];
  return [
    ...[...ja]
      .filter(([key]) => !en.has(key))
      .map(([key, { place }]) => `${place} ${key} is missing in English`),
    ...[...en]
      .filter(([key]) => !ja.has(key))
      .map(([key, { place }]) => `${place} ${key} is missing in Japanese`),
    ...[...ja]
      .filter(([key, { text }]) => listArguments(text) !== listArguments(en.get(key)?.text ?? text))
      .map(([key, { place }]) => `${place} ${key} takes other arguments in English`),
  ];
}
