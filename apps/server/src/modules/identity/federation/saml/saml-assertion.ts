import { rejectIdentity } from '../identity-problem.ts';
import { BEARER, NAME_ID, NS } from './saml-names.ts';
import { getAttribute, childrenNamed, onlyChild, type XmlElement } from './xml-tree.ts';

type AssertionExpectation = {
  readonly entityId: string;
  /** Our own entity id for this provider (SP entity id). */
  readonly audience: string;
  readonly acsUrl: string;
  /** Our request's id; null for a response that the provider initiated. */
  readonly requestId: string | null;
  readonly now: Date;
  /** For a confirmation: maximum age of the sign-in at the provider. */
  readonly signedInWithinSeconds?: number;
};

/** The claims of an assertion. `subject` is stable for a user. */
export type AssertionClaims = {
  readonly assertionId: string;
  readonly subject: string;
  readonly subjectIsEmail: boolean;
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** After this time the assertion is expired anyway, so replays need no check. */
  readonly endsAt: Date;
};

/** Maximum difference between the provider's clock and ours. */
const CLOCK_SKEW_MS = 60_000;
const MAX_SUBJECT_LENGTH = 255;
const CONDITIONS = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);

/**
 * Parses an assertion with a verified signature and checks that it is valid now, for us and for our
 * request. `assertion` must come from the signed text itself.
 */
export function readAssertion(
  assertion: XmlElement,
  expected: AssertionExpectation,
): AssertionClaims {
  if (getAttribute(assertion, 'Version') !== '2.0') throw rejectIdentity('version');
  if (onlyChild(assertion, NS.assertion, 'Issuer')?.text !== expected.entityId)
    throw rejectIdentity('issuer');
  checkConditions(assertion, expected);
  checkStatement(assertion, expected);
  const subject = onlyChild(assertion, NS.assertion, 'Subject');
  if (subject === null) throw rejectIdentity('subject');
  const endsAt = checkConfirmation(subject, expected);
  const nameId = onlyChild(subject, NS.assertion, 'NameID');
  if (
    nameId === null ||
    nameId.children.length > 0 ||
    nameId.text === '' ||
    nameId.text.length > MAX_SUBJECT_LENGTH
  )
    throw rejectIdentity('subject');
  const format = getAttribute(nameId, 'Format') ?? NAME_ID.unspecified;
  // A transient name cannot identify the user at the next sign-in.
  if (format === NAME_ID.transient) throw rejectIdentity('subject-transient');
  return {
    assertionId: getAttribute(assertion, 'ID') ?? '',
    subject: nameId.text,
    subjectIsEmail: format === NAME_ID.email,
    attributes: readAttributes(assertion),
    endsAt,
  };
}

function checkConditions(assertion: XmlElement, { audience, now }: AssertionExpectation): void {
  const conditions = onlyChild(assertion, NS.assertion, 'Conditions');
  if (conditions === null) throw rejectIdentity('conditions');
  if (
    conditions.children.some(
      ({ namespace, name }) => namespace !== NS.assertion || !CONDITIONS.has(name),
    )
  )
    throw rejectIdentity('conditions');
  checkTime(conditions, now);
  const restrictions = childrenNamed(conditions, NS.assertion, 'AudienceRestriction');
  const isForUs = (restriction: XmlElement): boolean =>
    childrenNamed(restriction, NS.assertion, 'Audience').some(({ text }) => text === audience);
  if (restrictions.length === 0 || !restrictions.every(isForUs)) throw rejectIdentity('audience');
}

/** Requires exactly one bearer confirmation that matches and expires. */
function checkConfirmation(subject: XmlElement, expected: AssertionExpectation): Date {
  const [confirmation, ...more] = childrenNamed(subject, NS.assertion, 'SubjectConfirmation');
  if (
    confirmation === undefined ||
    more.length > 0 ||
    getAttribute(confirmation, 'Method') !== BEARER
  )
    throw rejectIdentity('confirmation');
  const data = onlyChild(confirmation, NS.assertion, 'SubjectConfirmationData');
  if (data === null) throw rejectIdentity('confirmation');
  if (getAttribute(data, 'Recipient') !== expected.acsUrl) throw rejectIdentity('recipient');
  if (getAttribute(data, 'InResponseTo') !== expected.requestId)
    throw rejectIdentity('in-response-to');
  if (getAttribute(data, 'NotOnOrAfter') === null) throw rejectIdentity('confirmation');
  checkTime(data, expected.now);
  return new Date(readTime(data, 'NotOnOrAfter', 0) + CLOCK_SKEW_MS);
}

function checkStatement(assertion: XmlElement, expected: AssertionExpectation): void {
  const [statement] = childrenNamed(assertion, NS.assertion, 'AuthnStatement');
  if (statement === undefined) throw rejectIdentity('statement');
  const nowMs = expected.now.getTime();
  if (readTime(statement, 'SessionNotOnOrAfter', Infinity) + CLOCK_SKEW_MS <= nowMs)
    throw rejectIdentity('session-ended');
  const signedInAtMs = readTime(statement, 'AuthnInstant', NaN);
  if (Number.isNaN(signedInAtMs) || signedInAtMs - CLOCK_SKEW_MS > nowMs)
    throw rejectIdentity('statement');
  if (
    expected.signedInWithinSeconds !== undefined &&
    signedInAtMs + expected.signedInWithinSeconds * 1000 + CLOCK_SKEW_MS < nowMs
  )
    throw rejectIdentity('not-signed-in-anew');
}

function checkTime(element: XmlElement, now: Date): void {
  if (readTime(element, 'NotBefore', -Infinity) - CLOCK_SKEW_MS > now.getTime())
    throw rejectIdentity('not-yet-valid');
  if (readTime(element, 'NotOnOrAfter', Infinity) + CLOCK_SKEW_MS <= now.getTime())
    throw rejectIdentity('expired');
}

const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function readTime(element: XmlElement, name: string, absent: number): number {
  const text = getAttribute(element, name);
  if (text === null) return absent;
  const at = UTC_TIME.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(at)) throw rejectIdentity('time');
  return at;
}

function readAttributes(assertion: XmlElement): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const statement of childrenNamed(assertion, NS.assertion, 'AttributeStatement')) {
    for (const attribute of childrenNamed(statement, NS.assertion, 'Attribute')) {
      const name = getAttribute(attribute, 'Name');
      if (name === null) continue;
      const values = childrenNamed(attribute, NS.assertion, 'AttributeValue')
        .map(({ text }) => text)
        .filter((text) => text !== '');
      found.set(name, [...(found.get(name) ?? []), ...values]);
    }
  }
  return found;
}
