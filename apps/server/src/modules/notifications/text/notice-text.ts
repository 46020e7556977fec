import type { AccidentCause, AccidentKind } from '@yamori/domain';

/**
 * What is told of an accident: that it began, that still nobody goes, that the next group is asked,
 * that who went said no more, that nobody goes any more, that somebody tries out whether this
 * arrives.
 */
export type ToldWhat = 'raised' | 'toldAgain' | 'escalated' | 'forgotten' | 'withdrawn' | 'tested';

export type NoticeWords = {
  readonly title: (room: string, kind: AccidentKind) => string;
  readonly body: Readonly<Record<ToldWhat, string>>;
  /** Put before the rest: whether what raised it still holds. */
  readonly cause: Readonly<Record<AccidentCause, string>>;
  readonly overUnseen: string;
  /** What takes the place of it on the devices: somebody goes, or it is over. */
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
