import { refuseProof } from '../proof-refusal.ts';
import { NS, STATUS_SUCCESS } from './saml-names.ts';
import { attributeOf, everyElement, onlyChild, readXml, type XmlElement } from './xml-tree.ts';
import { signedPart } from './xml-signature.ts';

/** A response that has the right form. Nothing in it is proved yet. */
export type OpenedResponse = {
  readonly text: string;
  readonly root: XmlElement;
  readonly assertion: XmlElement;
  /** Which request it says that it answers; null when the identity provider began. */
  readonly inResponseTo: string | null;
};

/** Far more than a response with a hundred attributes. */
const MOST_BYTES = 256 * 1024;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Takes the form field of a POST apart and looks at its shape: one response, one assertion in it,
 * each name of an element used once.
 * @throws ProblemError `sign-in-proof-refused`
 */
export function openResponse(encoded: string): OpenedResponse {
  const text = decode(encoded);
  const root = readXml(text);
  if (root.namespace !== NS.protocol || root.name !== 'Response') throw refuseProof('structure');
  const all = everyElement(root);
  if (
    all.some(({ namespace, name }) => namespace === NS.assertion && name === 'EncryptedAssertion')
  )
    throw refuseProof('encrypted');
  // By the local name only: an assertion in a namespace that we do not read is still one too many.
  if (
    all.filter(({ name }) => name === 'Assertion').length > 1 ||
    all.filter(({ name }) => name === 'Response').length > 1
  )
    throw refuseProof('structure');
  refuseDoubleIds(all);
  refuseFailure(root);
  const assertion = onlyChild(root, NS.assertion, 'Assertion');
  if (assertion === null) throw refuseProof('structure');
  refuseStraySignatures(all, root, assertion);
  return { text, root, assertion, inResponseTo: attributeOf(root, 'InResponseTo') };
}

export type ResponseExpectation = {
  readonly entityId: string;
  readonly certificates: readonly string[];
  /** Where the response was posted to. */
  readonly acsUrl: string;
};

/**
 * Checks who signed the response, for which address and by whom it says it is; gives the assertion
 * as it was signed.
 * @throws ProblemError `sign-in-proof-refused`
 */
export function signedAssertion(opened: OpenedResponse, expected: ResponseExpectation): XmlElement {
  const { root, assertion, text } = opened;
  if (attributeOf(root, 'Version') !== '2.0') throw refuseProof('version');
  if (attributeOf(root, 'Destination') !== expected.acsUrl) throw refuseProof('destination');
  const issuer = onlyChild(root, NS.assertion, 'Issuer');
  if (issuer !== null && issuer.text !== expected.entityId) throw refuseProof('issuer');
  // A signature around the whole is checked when there is one, and is never enough by itself.
  if (onlyChild(root, NS.signature, 'Signature') !== null)
    signedPart(text, 'root', root, expected.certificates);
  const signed = readXml(signedPart(text, 'assertion', assertion, expected.certificates));
  if (
    signed.namespace !== NS.assertion ||
    signed.name !== 'Assertion' ||
    attributeOf(signed, 'ID') !== attributeOf(assertion, 'ID')
  )
    throw refuseProof('reference');
  return signed;
}

function decode(encoded: string): string {
  const compact = encoded.replace(/[\r\n\t ]/g, '');
  if (compact.length > (MOST_BYTES * 4) / 3) throw refuseProof('size');
  if (!BASE64.test(compact)) throw refuseProof('encoding');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(compact, 'base64'));
  } catch {
    throw refuseProof('encoding');
  }
}

/** Two elements with one ID are the way to have one checked and the other read. */
function refuseDoubleIds(all: readonly XmlElement[]): void {
  const ids = all.flatMap(({ attributes }) =>
    [...attributes].filter(([name]) => /(^|\})id$/i.test(name)).map(([, value]) => value),
  );
  if (new Set(ids).size !== ids.length) throw refuseProof('duplicate-id');
}

function refuseFailure(root: XmlElement): void {
  const status = onlyChild(root, NS.protocol, 'Status');
  const code = status === null ? null : onlyChild(status, NS.protocol, 'StatusCode');
  if (code === null || attributeOf(code, 'Value') !== STATUS_SUCCESS) throw refuseProof('status');
}

function refuseStraySignatures(
  all: readonly XmlElement[],
  root: XmlElement,
  assertion: XmlElement,
): void {
  const placed = [...root.children, ...assertion.children].filter(
    ({ name }) => name === 'Signature',
  ).length;
  if (all.filter(({ name }) => name === 'Signature').length !== placed)
    throw refuseProof('structure');
}
