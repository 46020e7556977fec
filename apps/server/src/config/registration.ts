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

/** Mail, and who may have an account without being invited. */
export const registrationOptions = z.object({
  YAMORI_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s]+$/, 'must begin with smtp:// or smtps://')
    .optional()
    .describe(
      'mail server, with user and password where it wants them; without it nothing that needs mail is offered',
    ),
  YAMORI_MAIL_FROM: sender
    .optional()
    .describe('who our mails come from, for example Yamori <no-reply@ward.example>'),
  YAMORI_SIGN_UP: onOff
    .default(false)
    .describe('on: people make accounts of their own without an invitation'),
  YAMORI_ANONYMOUS: onOff
    .default(false)
    .describe('on: people look around as guests, without an account'),
  YAMORI_REGISTER_DOMAIN: z
    .enum(REGISTER_DOMAIN_MODES)
    .default('first')
    .describe(
      'who registers an organisation without an invitation: the holder of the link that a server without members prints (first), everybody (open), nobody (invitation)',
    ),
  YAMORI_LIMIT_MAILS_VISITOR: positive
    .default(30)
    .describe('mails that one address of the network may cause in 15 minutes'),
  YAMORI_LIMIT_MAILS_RECIPIENT: positive
    .default(5)
    .describe('mails of registration to one address in 15 minutes'),
  YAMORI_LIMIT_GUESSES: positive
    .default(60)
    .describe('wrong codes and links from one address of the network in 15 minutes'),
  YAMORI_LIMIT_GUESTS: positive
    .default(20)
    .describe('guests from one address of the network in 15 minutes'),
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

/** The mail server; null without one. */
export function toSmtpOptions(config: Options): SmtpOptions | null {
  const { YAMORI_SMTP_URL: url, YAMORI_MAIL_FROM: from } = config;
  return url === undefined || from === undefined ? null : { url, from };
}
