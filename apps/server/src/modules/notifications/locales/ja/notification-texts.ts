import { ACCIDENT_KIND_WORDS_JA, type AccidentKind } from '@yamori/domain';

/** Notification texts. They name the room and the event, never the person. */
export const notificationTexts = {
  title: (room: string, kind: AccidentKind): string => `${room} ${ACCIDENT_KIND_WORDS_JA[kind]}`,
  body: {
    raised: 'まだ誰も向かっていません。開くと対応できます。',
    toldAgain: 'まだ誰も向かっていません。もう一度知らせています。',
    escalated: '誰も向かっていないため、次のグループへ知らせています。',
    forgotten: '対応に向かったあと、終わりが記録されていません。確かめてください。',
    tested: 'テストです。あなたへの知らせは、このように届きます。',
    withdrawn: '対応が取り消され、誰も向かっていません。',
  },
  cause: {
    ongoing: '続いています。',
    recurring: 'くり返しています。',
    over: 'おさまりました。',
    unknown: '続いているか分かりません（信号なし）。',
  },
  overUnseen: 'おさまりましたが、まだ誰も確認していません。開くと確認できます。',
  going: '対応中です。向かっている人がいます。',
  over: '対応は終わりました。',
  ending: (at: string): { title: string; body: string } => ({
    title: 'この端末への知らせがもうすぐ止まります',
    body: `サインインの期限は${at}です。サインインし直すと、続けて知らせます。`,
  }),
  mail: (
    title: string,
    body: string,
    at: string,
    link: string | null,
  ): { subject: string; text: string } => ({
    subject: `【やもり】${title}`,
    text: `${title}\n${body}\n発生 ${at}\n${link === null ? '' : `\n${link}\n`}\nこのお知らせをやめるには、アカウントの「お知らせ」で「メール」をオフにしてください。\n`,
  }),
  line: (title: string, body: string, at: string, link: string | null): string =>
    `【やもり】${title}\n${body}\n発生 ${at}${link === null ? '' : `\n${link}`}`,
} as const;
