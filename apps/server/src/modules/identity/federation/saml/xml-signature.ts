import { SignedXml } from 'xml-crypto';
import { rejectIdentity } from '../identity-problem.ts';
import {
  DIGEST_METHODS,
  ENVELOPED,
  EXCLUSIVE_CANONICAL,
  NS,
  SIGNATURE_METHODS,
} from './saml-names.ts';
import {
  getAttribute,
  childrenNamed,
  everyElement,
  isElement,
  onlyChild,
  parseXml,
  type XmlElement,
} from './xml-tree.ts';

/**
 * Verifies the signature directly inside `owner` that covers exactly `owner`. Returns the signed
 * text in canonical form. Callers must read claims from that text only, so that other content of
 * the document cannot matter (signature wrapping).
 *
 * `text` is the whole document, already parsed strictly; `path` says where `owner` is in it.
 */
export function signedPart(
  text: string,
  path: 'root' | 'assertion',
  owner: XmlElement,
  certificates: readonly string[],
): string {
  const id = getAttribute(owner, 'ID');
  const signature = onlyChild(owner, NS.signature, 'Signature');
  if (signature === null) throw rejectIdentity('unsigned');
  if (id === null || id === '') throw rejectIdentity('reference');
  assertPlainSignature(signature, id);
  for (const certificate of certificates) {
    const signed = signedBy(text, path, certificate);
    if (signed !== null) return signed;
  }
  throw rejectIdentity('signature');
}

/** Requires one reference, to the element itself, with accepted algorithms and unique elements. */
function assertPlainSignature(signature: XmlElement, id: string): void {
  const info = onlyChild(signature, NS.signature, 'SignedInfo');
  if (
    info === null ||
    signature.children.some(
      ({ namespace, name }) =>
        namespace !== NS.signature || !['SignedInfo', 'SignatureValue', 'KeyInfo'].includes(name),
    )
  ) {
    throw rejectIdentity('structure');
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
      throw rejectIdentity('structure');
  }
  if (everyElement(signature).filter(({ name }) => name === 'KeyInfo').length > 1)
    throw rejectIdentity('structure');
  if (!SIGNATURE_METHODS.includes(getAlgorithm(info, 'SignatureMethod')))
    throw rejectIdentity('signature-algorithm');
  if (getAlgorithm(info, 'CanonicalizationMethod') !== EXCLUSIVE_CANONICAL)
    throw rejectIdentity('canonicalization');
  const reference = onlyChild(info, NS.signature, 'Reference');
  if (reference === null || getAttribute(reference, 'URI') !== `#${id}`)
    throw rejectIdentity('reference');
  if (!DIGEST_METHODS.includes(getAlgorithm(reference, 'DigestMethod')))
    throw rejectIdentity('digest-algorithm');
  const transforms = onlyChild(reference, NS.signature, 'Transforms');
  const names =
    transforms === null
      ? []
      : childrenNamed(transforms, NS.signature, 'Transform').map((transform) =>
          getAttribute(transform, 'Algorithm'),
        );
  if (
    transforms?.children.length !== 2 ||
    names[0] !== ENVELOPED ||
    names[1] !== EXCLUSIVE_CANONICAL
  )
    throw rejectIdentity('transform');
}

const getAlgorithm = (parent: XmlElement, name: string): string => {
  const element = onlyChild(parent, NS.signature, name);
  return (element === null ? null : getAttribute(element, 'Algorithm')) ?? '';
};

/**
 * The canonical text that this certificate's key signed, or null. The message's own KeyInfo is
 * ignored.
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
    // The library throws for wrong and for malformed signatures alike.
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
  if (found.length !== 1 || only === undefined || !isElement(only))
    throw rejectIdentity('structure');
  return only;
}
