import type { mails as japanese } from '../ja/mails.ts';

/** What our mails say in English. */
type Words = { readonly subject: string; readonly text: string };

const mail = (subject: string, ...paragraphs: readonly string[]): Words => ({
  subject: `[Yamori] ${subject}`,
  text: `${paragraphs.join('\n\n')}\n\n---\nSent by Yamori. Nobody reads answers to this mail.\n`,
});

const NOT_ASKED = 'If you did not ask for this, delete this mail and do nothing.';
const NOT_YOU =
  'If this was not you, choose a new password at once from “Forgotten your password?” on this page, and tell your organisation’s administrator.';
const FACTORS = { totp: 'An authenticator app', passkey: 'A passkey' } as const;
const PROVIDERS: Readonly<Record<string, string>> = {
  line: 'LINE',
  google: 'Google',
  saml: 'your organisation',
  email: 'a password',
};
const providerName = (provider: string): string => PROVIDERS[provider] ?? 'another service';
const lasting = (minutes: number): string =>
  minutes % 60 === 0
    ? `${minutes / 60} ${minutes === 60 ? 'hour' : 'hours'}`
    : `${minutes} minutes`;
const until = (at: Date): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Tokyo',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at);

export const mails: typeof japanese = {
  confirmSignUp: ({ link, minutes }) =>
    mail(
      'Complete your registration',
      `Open this address to choose your name and password. It works once, for ${lasting(minutes)}.`,
      link,
      NOT_ASKED,
    ),
  accountThere: ({ link }) =>
    mail(
      'You are registered already',
      'Somebody asked to register this address, which has an account already. Sign in here.',
      link,
      'If you have forgotten your password, choose a new one from “Forgotten your password?” on the sign-in page.',
      NOT_ASKED,
    ),
  confirmMember: ({ organisation, link, minutes }) =>
    mail(
      `Join ${organisation}`,
      `Open this address to choose your name and password. It works once, for ${lasting(minutes)}.`,
      link,
      NOT_ASKED,
    ),
  joinWithAccount: ({ organisation, link }) =>
    mail(
      `Join ${organisation}`,
      'This address has an account already. Sign in here to go on.',
      link,
      NOT_ASKED,
    ),
  confirmOrganisation: ({ link, minutes }) =>
    mail(
      'Register your organisation',
      `Open this address to go on with the registration. It works once, for ${lasting(minutes)}.`,
      link,
      NOT_ASKED,
    ),
  registerWithAccount: ({ link }) =>
    mail(
      'Register your organisation',
      'This address has an account already. Sign in here to go on.',
      link,
      NOT_ASKED,
    ),
  inviteMember: ({ organisation, level, inviter, link, expiresAt }) =>
    mail(
      `Invitation to ${organisation}`,
      `${inviter} invites you to ${organisation}.\nAccess level: ${level}`,
      `Open this address to join. It works once, until ${until(expiresAt)}.`,
      link,
      NOT_ASKED,
    ),
  inviteOrganisation: ({ inviter, link, expiresAt }) =>
    mail(
      'Invitation to register your organisation',
      `${inviter} invites you to register your organisation.`,
      `Open this address to register. It works once, until ${until(expiresAt)}.`,
      link,
      NOT_ASKED,
    ),
  resetPassword: ({ link, minutes }) =>
    mail(
      'Choose a new password',
      `Open this address to choose a new password. It works once, for ${lasting(minutes)}. You will be signed out everywhere.`,
      link,
      'If you did not ask for this, delete this mail and do nothing. Your password stays as it is.',
    ),
  givePassword: ({ link, minutes }) =>
    mail(
      'Choose your new password',
      'An administrator of your organisation lets you choose a new password. The one before works no longer, and you are signed out everywhere.',
      `Open this address to choose it. It works once, for ${lasting(minutes)}.`,
      link,
      'If you did not ask for this, tell your organisation’s administrator.',
    ),
  passwordGiven: ({ link }) =>
    mail(
      'Your password works no longer',
      'An administrator of your organisation made an address at which you choose a new password. The one before works no longer, and you are signed out everywhere.',
      'You get it from them in person. If you did not ask for this, tell your organisation’s administrator at once.',
      link,
    ),
  noPassword: ({ link }) =>
    mail(
      'Choose a new password',
      'Somebody asked for a new password, but this account has none. Sign in with LINE, Google or your organisation.',
      link,
      NOT_ASKED,
    ),
  passwordChanged: ({ link }) =>
    mail(
      'Your password was changed',
      'The password of your account was changed.',
      'If this was not you, choose a new one at once from “Forgotten your password?” on this page, and tell your organisation’s administrator.',
      link,
    ),
  factorAdded: ({ factor, link }) =>
    mail(
      `${FACTORS[factor]} was added`,
      `${FACTORS[factor]} was added to your account as a second step. You can use it the next time you sign in.`,
      NOT_YOU,
      link,
    ),
  factorRemoved: ({ factor, link }) =>
    mail(
      `${FACTORS[factor]} was removed`,
      `${FACTORS[factor]} was removed from your account and is no longer asked for.`,
      NOT_YOU,
      link,
    ),
  factorsReset: ({ link }) =>
    mail(
      'Your second step was reset',
      'An administrator of your organisation took every second step away from your account. You are signed out everywhere.',
      'If you did not ask for this, tell your organisation’s administrator at once.',
      link,
    ),
  backupCodesRenewed: ({ link }) =>
    mail(
      'Your backup codes were made anew',
      'New backup codes were made for your account. The codes from before no longer work.',
      NOT_YOU,
      link,
    ),
  providerLinked: ({ provider, link }) =>
    mail(
      `${providerName(provider)} was linked`,
      `You can now sign in to your account with ${providerName(provider)}.`,
      NOT_YOU,
      link,
    ),
  providerUnlinked: ({ provider, link }) =>
    mail(
      `${providerName(provider)} was unlinked`,
      `You can no longer sign in to your account with ${providerName(provider)}.`,
      NOT_YOU,
      link,
    ),
  changeEmail: ({ link, minutes }) =>
    mail(
      'Confirm your address',
      `To use this address for your account, open this link in the browser in which you are signed in. It works once, for ${lasting(minutes)}.`,
      link,
      NOT_ASKED,
    ),
  emailTaken: () =>
    mail(
      'Confirm your address',
      'Somebody asked to use this address for an account, but another account uses it already.',
      NOT_ASKED,
    ),
  emailChanged: ({ link }) =>
    mail(
      'Your address was changed',
      'The address of your account was changed. Mail goes to the new address from now on.',
      'If this was not you, tell your organisation’s administrator at once.',
      link,
    ),
  accountDeleted: () =>
    mail(
      'Your account was deleted',
      'Your account was deleted as you asked. Nobody can sign in with it any more.',
      'If this was not you, tell your organisation’s administrator.',
    ),
};
