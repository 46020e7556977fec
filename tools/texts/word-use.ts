import { nodesAt, parseFile, getText, type SyntaxNode, walkTree } from '../syntax-tree.ts';
import type { Word } from './word-tree.ts';

/** Strings of a source file that could be text keys. */
export type WordUse = {
  readonly path: string;
  /** All string literals. */
  readonly texts: ReadonlySet<string>;
  /** Templates as patterns: `types.${kind}`. */
  readonly patterns: readonly RegExp[];
};

export function wordUse(path: string, text: string): WordUse {
  const texts = new Set<string>();
  const patterns: RegExp[] = [];
  walkTree(parseFile({ path, text }).root, (node) => {
    const literal = getText(node);
    if (literal !== null) texts.add(literal);
    // Property names may be keys too, in tables of texts.
    if (node.type === 'Identifier' && typeof node['value'] === 'string') texts.add(node['value']);
    if (node.type === 'TemplateLiteral') patterns.push(...createPatterns(node));
  });
  return { path, texts, patterns };
}

/** Only templates with at least three fixed letters, because others match too many keys. */
function createPatterns(template: SyntaxNode): RegExp[] {
  const parts = nodesAt(template, 'quasis').map((part) =>
    typeof part['cooked'] === 'string' ? part['cooked'] : '',
  );
  if (!/[a-z]{3}/i.test(parts.join(' ')) || /\s/.test(parts.join(''))) return [];
  return [
    new RegExp(
      `^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('[^.]+')}$`,
    ),
  ];
}

/**
 * Texts that no source uses. A file that names namespaces uses those only, another file may use
 * any.
 */
export function findUnusedTexts(words: readonly Word[], uses: readonly WordUse[]): string[] {
  const namespaces = [...new Set(words.map(({ namespace }) => namespace))];
  const speaks = uses.map((use) => ({
    ...use,
    named: new Set(namespaces.filter((namespace) => use.texts.has(namespace))),
  }));
  return words
    .filter(
      ({ namespace, key }) =>
        !speaks.some(
          ({ texts, patterns, named }) =>
            (named.size === 0 || named.has(namespace)) && isUsed(texts, patterns, namespace, key),
        ),
    )
    .map(({ namespace, key, place }) => `${place} ${namespace}.${key} is used nowhere`);
}

function isUsed(
  texts: ReadonlySet<string>,
  patterns: readonly RegExp[],
  namespace: string,
  key: string,
): boolean {
  // A plural key is looked up without its suffix.
  const plain = key.replace(/_(?:zero|one|two|few|many|other)$/, '');
  return (
    [key, plain, `${namespace}:${key}`].some((name) => texts.has(name)) ||
    patterns.some((pattern) => pattern.test(key)) ||
    (texts.has(WHOLE_GROUP) && listGroups(key).some((group) => texts.has(group)))
  );
}

/** The i18next option that looks up a whole group of texts by its name. */
const WHOLE_GROUP = 'returnObjects';

/** `a.b.c` is in the groups `a` and `a.b`. */
const listGroups = (key: string): string[] =>
  key
    .split('.')
    .slice(0, -1)
    .map((_, index, names) => names.slice(0, index + 1).join('.'));
