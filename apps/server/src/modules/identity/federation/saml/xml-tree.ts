import { DOMParser } from '@xmldom/xmldom';
import { rejectIdentity } from '../identity-problem.ts';

/** A parsed element. Only namespaces and the five predefined entities are resolved. */
export type XmlElement = {
  readonly namespace: string;
  readonly name: string;
  /** Without namespace declarations; a name in a namespace is `{namespace}name`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The direct text content, trimmed. */
  readonly text: string;
};

const DECLARATION =
  /^<\?xml\s+version="1\.0"(?:\s+encoding="([A-Za-z0-9_-]+)")?(?:\s+standalone="(?:yes|no)")?\s*\?>/;
const NAMESPACE_OF_DECLARATIONS = 'http://www.w3.org/2000/xmlns/';
const MAX_DEPTH = 40;

/**
 * Parses XML strictly. Document types, entities, comments, CDATA and processing instructions are
 * rejected: SAML messages need none of them, and each has been used to make two parsers see two
 * different documents.
 */
export function parseXml(text: string): Document {
  const body = withoutDeclaration(text);
  if (/<!(DOCTYPE|ENTITY)/i.test(body)) throw rejectIdentity('doctype');
  if (body.includes('<!')) throw rejectIdentity('comment');
  if (body.includes('<?')) throw rejectIdentity('instruction');
  const parser = new DOMParser({
    errorHandler: () => {
      throw rejectIdentity('xml');
    },
  });
  const document = guarded(() => parser.parseFromString(text, 'text/xml'));
  // For a text without any element, the library returns a document without a root.
  const elements = [...iterateChildren(document)].filter(isElement);
  if (elements.length !== 1) throw rejectIdentity('xml');
  return document;
}

export const readXml = (text: string): XmlElement => toTree(parseXml(text).documentElement, 0);

/** The element and all its descendants in document order. */
export const everyElement = (element: XmlElement): XmlElement[] => [
  element,
  ...element.children.flatMap(everyElement),
];

export const childrenNamed = (element: XmlElement, namespace: string, name: string): XmlElement[] =>
  element.children.filter((child) => child.namespace === namespace && child.name === name);

/** The only child of that name; null if absent. Several are rejected. */
export function onlyChild(element: XmlElement, namespace: string, name: string): XmlElement | null {
  const [first, ...more] = childrenNamed(element, namespace, name);
  if (more.length > 0) throw rejectIdentity('structure');
  return first ?? null;
}

export const getAttribute = (element: XmlElement, name: string): string | null =>
  element.attributes.get(name) ?? null;

/** Escapes a text for XML content and for attributes in double quotes. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');

function withoutDeclaration(text: string): string {
  if (!text.startsWith('<?xml')) return text;
  const found = DECLARATION.exec(text.replaceAll("'", '"'));
  if (found === null || (found[1] ?? 'utf-8').toLowerCase() !== 'utf-8')
    throw rejectIdentity('encoding');
  return text.slice(found[0].length);
}

/** Maps every error of the library to one reason. */
function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch {
    throw rejectIdentity('xml');
  }
}

// The library's node lists are not iterable.
function* iterateChildren(node: Node): Generator<Node> {
  for (let index = 0; index < node.childNodes.length; index += 1) {
    const child = node.childNodes[index];
    if (child !== undefined) yield child;
  }
}

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
// The library does not export its classes, so `instanceof` is not available.
export const isElement = (node: Node): node is Element => node.nodeType === ELEMENT_NODE;

function toTree(element: Element, depth: number): XmlElement {
  if (depth > MAX_DEPTH) throw rejectIdentity('structure');
  const nodes = [...iterateChildren(element)];
  return {
    namespace: element.namespaceURI ?? '',
    name: element.localName,
    attributes: new Map(iterateAttributes(element)),
    children: nodes.filter(isElement).map((child) => toTree(child, depth + 1)),
    text: nodes
      .filter((node) => node.nodeType === TEXT_NODE)
      .map((node) => node.nodeValue ?? '')
      .join('')
      .trim(),
  };
}

function* iterateAttributes(element: Element): Generator<[string, string]> {
  for (let index = 0; index < element.attributes.length; index += 1) {
    const attribute = element.attributes.item(index);
    if (attribute === null || attribute.namespaceURI === NAMESPACE_OF_DECLARATIONS) continue;
    // The library returns undefined where the standard has null.
    yield [
      (attribute.namespaceURI ?? '') === ''
        ? attribute.localName
        : `{${attribute.namespaceURI}}${attribute.localName}`,
      attribute.value,
    ];
  }
}
