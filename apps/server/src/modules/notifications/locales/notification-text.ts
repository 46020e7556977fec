import type { AccidentCause, AccidentKind } from '@yamori/domain';

/**
 * The occasions of notifications: the alarm was raised; it is still unanswered; the next group is
 * notified; the responder is overdue; the responder withdrew; a test.
 */
export type NotifiedEvent =
  | 'raised'
  | 'toldAgain'
  | 'escalated'
  | 'forgotten'
  | 'withdrawn'
  | 'tested';

export type NotificationTexts = {
  readonly title: (room: string, kind: AccidentKind) => string;
  readonly body: Readonly<Record<NotifiedEvent, string>>;
  /** Prefix: whether the cause of the alarm still holds. */
  readonly cause: Readonly<Record<AccidentCause, string>>;
  readonly overUnseen: string;
  /** Replaces it on the devices: a carer responds, or it is over. */
  readonly going: string;
  readonly over: string;
  /** On a device whose session ends `at`. */
  readonly ending: (at: string) => { readonly title: string; readonly body: string };
  readonly mail: (
    title: string,
    body: string,
    at: string,
    link: string | null,
  ) => { readonly subject: string; readonly text: string };
  readonly line: (title: string, body: string, at: string, link: string | null) => string;
};
