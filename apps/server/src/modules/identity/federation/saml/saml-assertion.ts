import { refuseProof } from '../proof-refusal.ts';
import { BEARER, NAME_ID, NS } from './saml-names.ts';
import { attributeOf, childrenNamed, onlyChild, type XmlElement } from './xml-tree.ts';

export type AssertionExpectation = {
  readonly entityId: string;
  /** Our own entity id for this provider. */
  readonly audience: string;
  readonly acsUrl: string;
  /** The request that was sent; null when the provider began and may. */
  readonly requestId: string | null;
  readonly now: Date;
  /** Somebody has to have signed in at the provider no longer ago than this, for a confirmation. */
  readonly signedInWithinSeconds?: number;
};

/** What a provider says of somebody. `subject` stays the same for the same person. */
export type AssertionClaims = {
  readonly assertionId: string;
  readonly subject: string;
  readonly subjectIsEmail: boolean;
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** From then on the assertion would be refused for its age. */
  readonly endsAt: Date;
};

/** How far the provider's clock may stand from ours. */
const SKEW_MS = 60_000;
const LONGEST_SUBJECT = 255;
const CONDITIONS = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);

/**
 * Reads an assertion whose signature was checked, and checks that it is for us, for now and for
 * this request.
 * @param assertion the tree of the signed text itself
 * @throws ProblemError `sign-in-proof-refused`
 */
export function readAssertion(
  assertion: XmlElement,
  expected: AssertionExpectation,
): AssertionClaims {
  if (attributeOf(assertion, 'Version') !== '2.0') throw refuseProof('version');
  if (onlyChild(assertion, NS.assertion, 'Issuer')?.text !== expected.entityId)
    throw refuseProof('issuer');
  checkConditions(assertion, expected);
  checkStatement(assertion, expected);
  const subject = onlyChild(assertion, NS.assertion, 'Subject');
  if (subject === null) throw refuseProof('subject');
  const endsAt = checkConfirmation(subject, expected);
  const nameId = onlyChild(subject, NS.assertion, 'NameID');
  if (
    nameId === null ||
    nameId.children.length > 0 ||
    nameId.text === '' ||
    nameId.text.length > LONGEST_SUBJECT
  )
    throw refuseProof('subject');
  const format = attributeOf(nameId, 'Format') ?? NAME_ID.unspecified;
  // A name for one visit names nobody at the next.
  if (format === NAME_ID.transient) throw refuseProof('subject-transient');
  return {
    assertionId: attributeOf(assertion, 'ID') ?? '',
    subject: nameId.text,
    subjectIsEmail: format === NAME_ID.email,
    attributes: attributesOf(assertion),
    endsAt,
  };
}

function checkConditions(assertion: XmlElement, { audience, now }: AssertionExpectation): void {
  const conditions = onlyChild(assertion, NS.assertion, 'Conditions');
  if (conditions === null) throw refuseProof('conditions');
  if (
    conditions.children.some(
      ({ namespace, name }) => namespace !== NS.assertion || !CONDITIONS.has(name),
    )
  )
    throw refuseProof('conditions');
  checkTime(conditions, now);
  const restrictions = childrenNamed(conditions, NS.assertion, 'AudienceRestriction');
  const isForUs = (restriction: XmlElement): boolean =>
    childrenNamed(restriction, NS.assertion, 'Audience').some(({ text }) => text === audience);
  if (restrictions.length === 0 || !restrictions.every(isForUs)) throw refuseProof('audience');
}

/** One confirmation by bearer that fits is needed, and has to say when it ends. */
function checkConfirmation(subject: XmlElement, expected: AssertionExpectation): Date {
  const [confirmation, ...more] = childrenNamed(subject, NS.assertion, 'SubjectConfirmation');
  if (
    confirmation === undefined ||
    more.length > 0 ||
    attributeOf(confirmation, 'Method') !== BEARER
  )
    throw refuseProof('confirmation');
  const data = onlyChild(confirmation, NS.assertion, 'SubjectConfirmationData');
  if (data === null) throw refuseProof('confirmation');
  if (attributeOf(data, 'Recipient') !== expected.acsUrl) throw refuseProof('recipient');
  if (attributeOf(data, 'InResponseTo') !== expected.requestId) throw refuseProof('in-response-to');
  if (attributeOf(data, 'NotOnOrAfter') === null) throw refuseProof('confirmation');
  checkTime(data, expected.now);
  return new Date(timeOf(data, 'NotOnOrAfter', 0) + SKEW_MS);
}

function checkStatement(assertion: XmlElement, expected: AssertionExpectation): void {
  const [statement] = childrenNamed(assertion, NS.assertion, 'AuthnStatement');
  if (statement === undefined) throw refuseProof('statement');
  const nowMs = expected.now.getTime();
  if (timeOf(statement, 'SessionNotOnOrAfter', Infinity) + SKEW_MS <= nowMs)
    throw refuseProof('session-ended');
  const signedInAtMs = timeOf(statement, 'AuthnInstant', NaN);
  if (Number.isNaN(signedInAtMs) || signedInAtMs - SKEW_MS > nowMs) throw refuseProof('statement');
  if (
    expected.signedInWithinSeconds !== undefined &&
    signedInAtMs + expected.signedInWithinSeconds * 1000 + SKEW_MS < nowMs
  )
    throw refuseProof('not-signed-in-anew');
}

function checkTime(element: XmlElement, now: Date): void {
  if (timeOf(element, 'NotBefore', -Infinity) - SKEW_MS > now.getTime())
    throw refuseProof('not-yet-valid');
  if (timeOf(element, 'NotOnOrAfter', Infinity) + SKEW_MS <= now.getTime())
    throw refuseProof('expired');
}

const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function timeOf(element: XmlElement, name: string, absent: number): number {
  const text = attributeOf(element, name);
  if (text === null) return absent;
  const at = UTC_TIME.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(at)) throw refuseProof('time');
  return at;
}

function attributesOf(assertion: XmlElement): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const statement of childrenNamed(assertion, NS.assertion, 'AttributeStatement')) {
    for (const attribute of childrenNamed(statement, NS.assertion, 'Attribute')) {
      const name = attributeOf(attribute, 'Name');
      if (name === null) continue;
      const values = childrenNamed(attribute, NS.assertion, 'AttributeValue')
        .map(({ text }) => text)
        .filter((text) => text !== '');
      found.set(name, [...(found.get(name) ?? []), ...values]);
    }
  }
  return found;
}
