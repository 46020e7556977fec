import { SignedXml } from 'xml-crypto';
import { refuseProof } from '../proof-refusal.ts';
import {
  DIGEST_METHODS,
  ENVELOPED,
  EXCLUSIVE_CANONICAL,
  NS,
  SIGNATURE_METHODS,
} from './saml-names.ts';
import {
  attributeOf,
  childrenNamed,
  everyElement,
  isElement,
  onlyChild,
  parseXml,
  type XmlElement,
} from './xml-tree.ts';

/**
 * Checks the signature that stands directly inside `owner` and covers exactly `owner`, and gives
 * what was signed, in its canonical form. Whatever is believed afterwards has to be read from that
 * text and from nowhere else: then it does not matter what else stands in the document (signature
 * wrapping).
 * @param text the whole document, already read strictly
 * @param path how the element lies in it: the root, or a child of the root
 * @param owner the same element as a tree
 * @throws ProblemError `sign-in-proof-refused`
 */
export function signedPart(
  text: string,
  path: 'root' | 'assertion',
  owner: XmlElement,
  certificates: readonly string[],
): string {
  const id = attributeOf(owner, 'ID');
  const signature = onlyChild(owner, NS.signature, 'Signature');
  if (signature === null) throw refuseProof('unsigned');
  if (id === null || id === '') throw refuseProof('reference');
  assertPlainSignature(signature, id);
  for (const certificate of certificates) {
    const signed = signedBy(text, path, certificate);
    if (signed !== null) return signed;
  }
  throw refuseProof('signature');
}

/**
 * One reference, to the element itself, by algorithms of the list, and not a second element of any
 * name that is looked up.
 */
function assertPlainSignature(signature: XmlElement, id: string): void {
  const info = onlyChild(signature, NS.signature, 'SignedInfo');
  if (
    info === null ||
    signature.children.some(
      ({ namespace, name }) =>
        namespace !== NS.signature || !['SignedInfo', 'SignatureValue', 'KeyInfo'].includes(name),
    )
  ) {
    throw refuseProof('structure');
  }
  for (const name of [
    'SignedInfo',
    'SignatureValue',
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
    'DigestMethod',
    'DigestValue',
    'Transforms',
  ]) {
    if (everyElement(signature).filter((element) => element.name === name).length !== 1)
      throw refuseProof('structure');
  }
  if (everyElement(signature).filter(({ name }) => name === 'KeyInfo').length > 1)
    throw refuseProof('structure');
  if (!SIGNATURE_METHODS.includes(algorithmOf(info, 'SignatureMethod')))
    throw refuseProof('signature-algorithm');
  if (algorithmOf(info, 'CanonicalizationMethod') !== EXCLUSIVE_CANONICAL)
    throw refuseProof('canonicalization');
  const reference = onlyChild(info, NS.signature, 'Reference');
  if (reference === null || attributeOf(reference, 'URI') !== `#${id}`)
    throw refuseProof('reference');
  if (!DIGEST_METHODS.includes(algorithmOf(reference, 'DigestMethod')))
    throw refuseProof('digest-algorithm');
  const transforms = onlyChild(reference, NS.signature, 'Transforms');
  const names =
    transforms === null
      ? []
      : childrenNamed(transforms, NS.signature, 'Transform').map((transform) =>
          attributeOf(transform, 'Algorithm'),
        );
  if (
    transforms?.children.length !== 2 ||
    names[0] !== ENVELOPED ||
    names[1] !== EXCLUSIVE_CANONICAL
  )
    throw refuseProof('transform');
}

const algorithmOf = (parent: XmlElement, name: string): string => {
  const element = onlyChild(parent, NS.signature, name);
  return (element === null ? null : attributeOf(element, 'Algorithm')) ?? '';
};

/**
 * The canonical text that this certificate's key signed; null when it did not. The message's own
 * KeyInfo counts for nothing.
 */
function signedBy(text: string, path: 'root' | 'assertion', certificate: string): string | null {
  const checker = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
  checker.SignatureAlgorithms = only(checker.SignatureAlgorithms, SIGNATURE_METHODS);
  checker.HashAlgorithms = only(checker.HashAlgorithms, DIGEST_METHODS);
  checker.CanonicalizationAlgorithms = only(checker.CanonicalizationAlgorithms, [
    EXCLUSIVE_CANONICAL,
    ENVELOPED,
  ]);
  try {
    checker.loadSignature(signatureNode(text, path));
    if (!checker.checkSignature(text)) return null;
  } catch {
    // The library throws for a wrong signature as for a broken one.
    return null;
  }
  const [signed, ...more] = checker.getSignedReferences();
  return signed === undefined || more.length > 0 ? null : signed;
}

const only = <Entry>(
  all: Readonly<Record<string, Entry>>,
  names: readonly string[],
): Record<string, Entry> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));

function signatureNode(text: string, path: 'root' | 'assertion'): Element {
  const root = parseXml(text).documentElement;
  const owner = path === 'root' ? root : elementChild(root, NS.assertion, 'Assertion');
  return elementChild(owner, NS.signature, 'Signature');
}

function elementChild(parent: Element, namespace: string, name: string): Element {
  const found = Array.from(
    { length: parent.childNodes.length },
    (_slot, index) => parent.childNodes[index],
  ).filter(
    (node) =>
      node !== undefined &&
      isElement(node) &&
      node.namespaceURI === namespace &&
      node.localName === name,
  );
  const [only] = found;
  if (found.length !== 1 || only === undefined || !isElement(only)) throw refuseProof('structure');
  return only;
}
