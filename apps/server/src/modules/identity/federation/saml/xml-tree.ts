import { DOMParser } from '@xmldom/xmldom';
import { refuseProof } from '../proof-refusal.ts';

/**
 * An element as it is written: nothing is resolved but namespaces and the five characters that XML
 * itself escapes.
 */
export type XmlElement = {
  readonly namespace: string;
  readonly name: string;
  /** Without declarations of namespaces; a name in a namespace is `{namespace}name`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Text directly inside, without what surrounds it. */
  readonly text: string;
};

const DECLARATION =
  /^<\?xml\s+version="1\.0"(?:\s+encoding="([A-Za-z0-9_-]+)")?(?:\s+standalone="(?:yes|no)")?\s*\?>/;
const NAMESPACE_OF_DECLARATIONS = 'http://www.w3.org/2000/xmlns/';
const DEEPEST = 40;

/**
 * Reads a text as XML, strictly. No document type, entity, comment, CDATA or instruction is taken:
 * none belongs into a SAML message, and each has been used to make two readers see two different
 * documents.
 * @throws ProblemError `sign-in-proof-refused`
 */
export function parseXml(text: string): Document {
  const body = withoutDeclaration(text);
  if (/<!(DOCTYPE|ENTITY)/i.test(body)) throw refuseProof('doctype');
  if (body.includes('<!')) throw refuseProof('comment');
  if (body.includes('<?')) throw refuseProof('instruction');
  const parser = new DOMParser({
    errorHandler: () => {
      throw refuseProof('xml');
    },
  });
  const document = guarded(() => parser.parseFromString(text, 'text/xml'));
  // The library gives a document without an element for a text that has none.
  const elements = [...childrenOf(document)].filter(isElement);
  if (elements.length !== 1) throw refuseProof('xml');
  return document;
}

export const readXml = (text: string): XmlElement => treeOf(parseXml(text).documentElement, 0);

/** Every element below and including this one, in the order of the document. */
export const everyElement = (element: XmlElement): XmlElement[] => [
  element,
  ...element.children.flatMap(everyElement),
];

export const childrenNamed = (element: XmlElement, namespace: string, name: string): XmlElement[] =>
  element.children.filter((child) => child.namespace === namespace && child.name === name);

/** The one child of that name; null when there is none, refused when there are several. */
export function onlyChild(element: XmlElement, namespace: string, name: string): XmlElement | null {
  const [first, ...more] = childrenNamed(element, namespace, name);
  if (more.length > 0) throw refuseProof('structure');
  return first ?? null;
}

export const attributeOf = (element: XmlElement, name: string): string | null =>
  element.attributes.get(name) ?? null;

/** Makes a text safe to stand in XML, as content or between double quotes. */
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
    throw refuseProof('encoding');
  return text.slice(found[0].length);
}

/** What the library throws at a broken text, whatever it is, says only that it is broken. */
function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch {
    throw refuseProof('xml');
  }
}

// The library's lists of nodes are iterable only by index.
function* childrenOf(node: Node): Generator<Node> {
  for (let index = 0; index < node.childNodes.length; index += 1) {
    const child = node.childNodes[index];
    if (child !== undefined) yield child;
  }
}

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
// Node types tell elements apart; the library's classes are not exported.
export const isElement = (node: Node): node is Element => node.nodeType === ELEMENT_NODE;

function treeOf(element: Element, depth: number): XmlElement {
  if (depth > DEEPEST) throw refuseProof('structure');
  const nodes = [...childrenOf(element)];
  return {
    namespace: element.namespaceURI ?? '',
    name: element.localName,
    attributes: new Map(attributesOf(element)),
    children: nodes.filter(isElement).map((child) => treeOf(child, depth + 1)),
    text: nodes
      .filter((node) => node.nodeType === TEXT_NODE)
      .map((node) => node.nodeValue ?? '')
      .join('')
      .trim(),
  };
}

function* attributesOf(element: Element): Generator<[string, string]> {
  for (let index = 0; index < element.attributes.length; index += 1) {
    const attribute = element.attributes.item(index);
    if (attribute === null || attribute.namespaceURI === NAMESPACE_OF_DECLARATIONS) continue;
    // The library leaves it undefined where the standard has null.
    yield [
      (attribute.namespaceURI ?? '') === ''
        ? attribute.localName
        : `{${attribute.namespaceURI}}${attribute.localName}`,
      attribute.value,
    ];
  }
}
