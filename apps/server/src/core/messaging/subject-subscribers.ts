import type { BusSubscription } from './bus.ts';

export type Receive = (subject: string, bytes: Uint8Array) => void;

/**
 * Who receives what, by pattern. A pattern is a subject, or a prefix that ends in `.>` and takes
 * every subject below it. `first` runs when a pattern gets its first subscriber and gives what to
 * do when it loses its last.
 */
export type SubjectSubscribers = {
  readonly add: (pattern: string, receive: Receive) => BusSubscription;
  /**
   * Hands the bytes to everybody whose pattern takes the subject, in order of subscription within a
   * pattern.
   */
  readonly deliver: (subject: string, bytes: Uint8Array) => void;
  readonly deliverTo: (pattern: string, subject: string, bytes: Uint8Array) => void;
  readonly patterns: () => string[];
};

export type OnFailure = (subject: string, error: unknown) => void;

export function createSubjectSubscribers(
  onFailure: OnFailure,
  first: (pattern: string) => () => void = () => () => undefined,
): SubjectSubscribers {
  const entries = new Map<
    string,
    { readonly receivers: Set<Receive>; readonly last: () => void }
  >();

  function deliverTo(pattern: string, subject: string, bytes: Uint8Array): void {
    const receivers = entries.get(pattern)?.receivers;
    if (receivers === undefined) return;
    const plain = withoutBuffer(bytes);
    for (const receive of receivers) {
      try {
        receive(subject, plain);
      } catch (error) {
        // One subscriber's bug must not keep the bytes from the others, nor reach the publisher.
        onFailure(subject, error);
      }
    }
  }

  return {
    add(pattern, receive) {
      checkPattern(pattern);
      // A function may subscribe twice: each subscription is its own.
      const own: Receive = (subject, bytes) => receive(subject, bytes);
      const entry = entries.get(pattern) ?? { receivers: new Set<Receive>(), last: first(pattern) };
      entries.set(pattern, entry);
      entry.receivers.add(own);
      return {
        close() {
          if (!entry.receivers.delete(own) || entry.receivers.size > 0) return;
          entries.delete(pattern);
          entry.last();
        },
      };
    },
    deliver(subject, bytes) {
      deliverTo(subject, subject, bytes);
      for (let dot = subject.indexOf('.'); dot >= 0; dot = subject.indexOf('.', dot + 1))
        deliverTo(`${subject.slice(0, dot)}.>`, subject, bytes);
    },
    deliverTo,
    patterns: () => [...entries.keys()],
  };
}

/**
 * `slice` of a Node Buffer shares memory where that of a Uint8Array copies: subscribers always get
 * the latter.
 */
const withoutBuffer = (bytes: Uint8Array): Uint8Array =>
  Buffer.isBuffer(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes;

const TOKEN = '[^.*>\\s]+';
const SUBJECT = new RegExp(`^${TOKEN}(\\.${TOKEN})*$`);
const PATTERN = new RegExp(`^${TOKEN}(\\.${TOKEN})*(\\.>)?$`);

/** @throws RangeError: a subject comes from our own code, a wrong one is a bug. */
export function checkSubject(subject: string): void {
  if (!SUBJECT.test(subject))
    throw new RangeError(
      `"${subject}" is no subject: tokens without spaces, "*" or ">", joined by dots`,
    );
}

function checkPattern(pattern: string): void {
  if (!PATTERN.test(pattern))
    throw new RangeError(`"${pattern}" is no pattern: a subject, or a subject followed by ".>"`);
}
