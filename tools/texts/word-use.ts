import { nodesAt, syntaxTree, textOf, type SyntaxNode } from './syntax-tree.ts';
import type { Word } from './word-tree.ts';

/** What a source file says that could be keys of words. */
export type WordUse = {
  readonly path: string;
  /** Every text that stands in it. */
  readonly texts: ReadonlySet<string>;
  /** Texts with something put in, as patterns: `types.${kind}`. */
  readonly patterns: readonly RegExp[];
};

export function wordUse(path: string, text: string): WordUse {
  const texts = new Set<string>();
  const patterns: RegExp[] = [];
  syntaxTree(path, text).visit((node) => {
    const said = textOf(node);
    if (said !== null) texts.add(said);
    // The name of a property may be a key too: tables of what to say when.
    if (node.type === 'Identifier' && typeof node['value'] === 'string') texts.add(node['value']);
    if (node.type === 'TemplateLiteral') patterns.push(...patternOf(node));
  });
  return { path, texts, patterns };
}

/**
 * A pattern only where enough is said to tell keys apart: a word of three letters beside what is
 * put in.
 */
function patternOf(template: SyntaxNode): RegExp[] {
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
 * Words of a language that no source can say. A file that names namespaces speaks for those; one
 * that names none for all.
 */
export function unusedWords(words: readonly Word[], uses: readonly WordUse[]): string[] {
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
            (named.size === 0 || named.has(namespace)) && says(texts, patterns, namespace, key),
        ),
    )
    .map(({ namespace, key, place }) => `${place} ${namespace}.${key} is used nowhere`);
}

function says(
  texts: ReadonlySet<string>,
  patterns: readonly RegExp[],
  namespace: string,
  key: string,
): boolean {
  // A counted key is asked for without its ending.
  const plain = key.replace(/_(?:zero|one|two|few|many|other)$/, '');
  return (
    [key, plain, `${namespace}:${key}`].some((asked) => texts.has(asked)) ||
    patterns.some((pattern) => pattern.test(key)) ||
    (texts.has(WHOLE_GROUP) && groupsOf(key).some((group) => texts.has(group)))
  );
}

/** The option of i18next by which a group of words is asked for at once, by its name. */
const WHOLE_GROUP = 'returnObjects';

/** `a.b.c` is in the groups `a` and `a.b`. */
const groupsOf = (key: string): string[] =>
  key
    .split('.')
    .slice(0, -1)
    .map((_, index, names) => names.slice(0, index + 1).join('.'));
