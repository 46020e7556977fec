import { z } from 'zod';
import {
  REGISTER_DOMAIN_MODES,
  type RegistrationOptions,
} from '../modules/identity/registration/registration-context.ts';
import type { SmtpOptions } from '../core/mail/smtp-transport.ts';

const positive = z.coerce.number().int().min(1);
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
/** `name <address>` or the address alone. */
const sender = z
  .string()
  .regex(
    /^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
    'must be an address, or a name and an address in <>',
  );

/** E-mail, and accounts without an invitation. */
export const registrationOptions = z.object({
  YAMORI_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s]+$/, 'must begin with smtp:// or smtps://')
    .optional()
    .describe(
      'URL of the mail server, with user and password if required; without it, features that need e-mail are disabled',
    ),
  YAMORI_MAIL_FROM: sender
    .optional()
    .describe('sender of e-mails, for example Yamori <no-reply@ward.example>'),
  YAMORI_SIGN_UP: onOff
    .default(false)
    .describe('on: users can create accounts without an invitation'),
  YAMORI_ANONYMOUS: onOff
    .default(false)
    .describe('on: visitors can use the application as guests, without an account'),
  YAMORI_REGISTER_DOMAIN: z
    .enum(REGISTER_DOMAIN_MODES)
    .default('first')
    .describe(
      'who can register an organisation without an invitation: the holder of the link that a server without members prints (first), everyone (open) or no one (invitation)',
    ),
  YAMORI_LIMIT_MAILS_VISITOR: positive
    .default(30)
    .describe('e-mails requested from one network address in 15 minutes'),
  YAMORI_LIMIT_MAILS_RECIPIENT: positive
    .default(5)
    .describe('registration e-mails to one recipient in 15 minutes'),
  YAMORI_LIMIT_GUESSES: positive
    .default(60)
    .describe('wrong codes and links from one network address in 15 minutes'),
  YAMORI_LIMIT_GUESTS: positive
    .default(20)
    .describe('guest accounts created from one network address in 15 minutes'),
});
type Options = z.infer<typeof registrationOptions>;

export const toRegistrationOptions = (config: Options): RegistrationOptions => ({
  signUp: config.YAMORI_SIGN_UP,
  anonymous: config.YAMORI_ANONYMOUS,
  registerDomain: config.YAMORI_REGISTER_DOMAIN,
  mailsPerVisitor: config.YAMORI_LIMIT_MAILS_VISITOR,
  mailsPerRecipient: config.YAMORI_LIMIT_MAILS_RECIPIENT,
  guessesPerVisitor: config.YAMORI_LIMIT_GUESSES,
  guestsPerVisitor: config.YAMORI_LIMIT_GUESTS,
});

/** The mail server; null if there is none. */
export function toSmtpOptions(config: Options): SmtpOptions | null {
  const { YAMORI_SMTP_URL: url, YAMORI_MAIL_FROM: from } = config;
  return url === undefined || from === undefined ? null : { url, from };
}
