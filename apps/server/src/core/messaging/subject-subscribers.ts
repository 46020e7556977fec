import type { BusSubscription } from './bus.ts';

type Receive = (subject: string, bytes: Uint8Array) => void;

/**
 * Subscribers by pattern. A pattern is a subject, or a prefix that ends in `.>` and matches every
 * subject below it. `first` runs when a pattern gets its first subscriber; its result runs when the
 * pattern loses its last.
 */
export type SubjectSubscribers = {
  readonly add: (pattern: string, receive: Receive) => BusSubscription;
  /** Passes the bytes to all matching subscribers, in order of subscription within a pattern. */
  readonly deliver: (subject: string, bytes: Uint8Array) => void;
  readonly deliverTo: (pattern: string, subject: string, bytes: Uint8Array) => void;
  readonly patterns: () => string[];
};

type OnFailure = (subject: string, error: unknown) => void;

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
        // A failing subscriber must not affect other subscribers or the publisher.
        onFailure(subject, error);
      }
    }
  }

  return {
    add(pattern, receive) {
      checkPattern(pattern);
      // A wrapper, so that one function can hold several subscriptions.
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

/** Subscribers get a Uint8Array, whose `slice` copies; `slice` of a Node Buffer shares memory. */
const withoutBuffer = (bytes: Uint8Array): Uint8Array =>
  Buffer.isBuffer(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes;

const TOKEN = '[^.*>\\s]+';
const SUBJECT = new RegExp(`^${TOKEN}(\\.${TOKEN})*$`);
const PATTERN = new RegExp(`^${TOKEN}(\\.${TOKEN})*(\\.>)?$`);

/** Throws a RangeError, because an invalid subject is a bug in this code base. */
export function checkSubject(subject: string): void {
  if (!SUBJECT.test(subject))
    throw new RangeError(
      `"${subject}" is not a subject: use tokens without spaces, "*" or ">", joined by dots`,
    );
}

function checkPattern(pattern: string): void {
  if (!PATTERN.test(pattern))
    throw new RangeError(
      `"${pattern}" is not a pattern: use a subject, or a subject followed by ".>"`,
    );
}
