import { ACCIDENT_KIND_WORDS_EN } from '@yamori/domain';
import type { NotificationTexts } from '../notification-text.ts';

export const notificationTexts: NotificationTexts = {
  title: (room, kind) => `${room} ${ACCIDENT_KIND_WORDS_EN[kind]}`,
  body: {
    raised: 'Nobody is on the way yet. Open it to answer.',
    toldAgain: 'Still nobody is on the way: told again.',
    escalated: 'Nobody is on the way: the next group is told.',
    forgotten: 'Somebody went and has said no more since. Please look.',
    tested: 'This is a test. Notices reach you like this.',
    withdrawn: 'Nobody is on the way any more.',
  },
  cause: {
    ongoing: 'Ongoing. ',
    recurring: 'Recurring. ',
    over: 'Settled. ',
    unknown: 'Unknown whether it goes on (no signal). ',
  },
  overUnseen: 'It has settled, but nobody has checked yet. Open it to check.',
  going: 'Somebody is on the way.',
  over: 'This is over.',
  ending: (at) => ({
    title: 'This device will soon be told of no more alarms',
    body: `Your sign-in ends ${at}. Sign in again to go on being told.`,
  }),
  mail: (title, body, at, link) => ({
    subject: `[Yamori] ${title}`,
    text: `${title}\n${body}\nRaised ${at}\n${link === null ? '' : `\n${link}\n`}\nTo stop these mails, turn off "Mail" under "Notices" in your account.\n`,
  }),
  line: (title, body, at, link) =>
    `[Yamori] ${title}\n${body}\nRaised ${at}${link === null ? '' : `\n${link}`}`,
};
