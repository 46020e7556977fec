import { rejectIdentity } from '../identity-problem.ts';
import { NS, STATUS_SUCCESS } from './saml-names.ts';
import { getAttribute, everyElement, onlyChild, readXml, type XmlElement } from './xml-tree.ts';
import { signedPart } from './xml-signature.ts';

/** A well-formed response. Its content is not verified yet. */
export type OpenedResponse = {
  readonly text: string;
  readonly root: XmlElement;
  readonly assertion: XmlElement;
  /** The id of the request that it claims to answer; null if the identity provider initiated it. */
  readonly inResponseTo: string | null;
};

/** Far more than a response with a hundred attributes needs. */
const MAX_BYTES = 256 * 1024;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Decodes the form field of the POST and checks the structure: one response with one assertion, and
 * unique ids.
 */
export function openResponse(encoded: string): OpenedResponse {
  const text = decode(encoded);
  const root = readXml(text);
  if (root.namespace !== NS.protocol || root.name !== 'Response') throw rejectIdentity('structure');
  const all = everyElement(root);
  if (
    all.some(({ namespace, name }) => namespace === NS.assertion && name === 'EncryptedAssertion')
  )
    throw rejectIdentity('encrypted');
  // Compares local names only: an assertion in an unknown namespace is still one too many.
  if (
    all.filter(({ name }) => name === 'Assertion').length > 1 ||
    all.filter(({ name }) => name === 'Response').length > 1
  )
    throw rejectIdentity('structure');
  rejectDoubleIds(all);
  rejectFailure(root);
  const assertion = onlyChild(root, NS.assertion, 'Assertion');
  if (assertion === null) throw rejectIdentity('structure');
  rejectStraySignatures(all, root, assertion);
  return { text, root, assertion, inResponseTo: getAttribute(root, 'InResponseTo') };
}

type ResponseExpectation = {
  readonly entityId: string;
  readonly certificates: readonly string[];
  /** Where the response was posted to. */
  readonly acsUrl: string;
};

/** Verifies the signer, destination and issuer. Returns the assertion as it was signed. */
export function signedAssertion(opened: OpenedResponse, expected: ResponseExpectation): XmlElement {
  const { root, assertion, text } = opened;
  if (getAttribute(root, 'Version') !== '2.0') throw rejectIdentity('version');
  if (getAttribute(root, 'Destination') !== expected.acsUrl) throw rejectIdentity('destination');
  const issuer = onlyChild(root, NS.assertion, 'Issuer');
  if (issuer !== null && issuer.text !== expected.entityId) throw rejectIdentity('issuer');
  // A signature of the whole response is verified if there is one, but is never sufficient.
  if (onlyChild(root, NS.signature, 'Signature') !== null)
    signedPart(text, 'root', root, expected.certificates);
  const signed = readXml(signedPart(text, 'assertion', assertion, expected.certificates));
  if (
    signed.namespace !== NS.assertion ||
    signed.name !== 'Assertion' ||
    getAttribute(signed, 'ID') !== getAttribute(assertion, 'ID')
  )
    throw rejectIdentity('reference');
  return signed;
}

function decode(encoded: string): string {
  const compact = encoded.replace(/[\r\n\t ]/g, '');
  if (compact.length > (MAX_BYTES * 4) / 3) throw rejectIdentity('size');
  if (!BASE64.test(compact)) throw rejectIdentity('encoding');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(compact, 'base64'));
  } catch {
    throw rejectIdentity('encoding');
  }
}

/** Duplicate ids allow an attack in which one element is verified and another one is read. */
function rejectDoubleIds(all: readonly XmlElement[]): void {
  const ids = all.flatMap(({ attributes }) =>
    [...attributes].filter(([name]) => /(^|\})id$/i.test(name)).map(([, value]) => value),
  );
  if (new Set(ids).size !== ids.length) throw rejectIdentity('duplicate-id');
}

function rejectFailure(root: XmlElement): void {
  const status = onlyChild(root, NS.protocol, 'Status');
  const code = status === null ? null : onlyChild(status, NS.protocol, 'StatusCode');
  if (code === null || getAttribute(code, 'Value') !== STATUS_SUCCESS)
    throw rejectIdentity('status');
}

function rejectStraySignatures(
  all: readonly XmlElement[],
  root: XmlElement,
  assertion: XmlElement,
): void {
  const placed = [...root.children, ...assertion.children].filter(
    ({ name }) => name === 'Signature',
  ).length;
  if (all.filter(({ name }) => name === 'Signature').length !== placed)
    throw rejectIdentity('structure');
}
