import type { AccidentKind } from '@yamori/domain';

/** What is told of an accident: that it began, that the next group is asked, that who went said no more, that nobody goes any more, that somebody tries out whether this arrives. */
export type ToldWhat = 'raised' | 'escalated' | 'forgotten' | 'withdrawn' | 'tested';

export type NoticeWords = {
  readonly title: (room: string, kind: AccidentKind) => string;
  readonly body: Readonly<Record<ToldWhat, string>>;
  readonly mail: (title: string, body: string, at: string, link: string | null) => { readonly subject: string; readonly text: string };
  readonly line: (title: string, body: string, at: string, link: string | null) => string;
};
