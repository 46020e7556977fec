import { describe, expect, it } from 'vitest';
import { ProblemError } from '@yamori/domain';
import { readConfig } from './config.ts';
import { toRegistrationOptions, toSmtpOptions } from './registration.ts';

const getProblem = (environment: Record<string, string>) => {
  try {
    toSmtpOptions(readConfig(environment));
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  return null;
};
const MAIL = {
  YAMORI_SMTP_URL: 'smtps://user:hidden-word@mail.example:465',
  YAMORI_MAIL_FROM: 'Yamori <no-reply@ward.example>',
  YAMORI_URL: 'https://ward.example',
};

describe('options of registration', () => {
  it('registration without an invitation is open to the first user of an empty server by default', () => {
    expect(toRegistrationOptions(readConfig({}))).toMatchObject({
      signUp: false,
      anonymous: false,
      registerDomain: 'first',
    });
    expect(toSmtpOptions(readConfig({}))).toBeNull();
  });

  it('each option is enabled by its name', () => {
    expect(
      toRegistrationOptions(
        readConfig({
          YAMORI_SIGN_UP: 'on',
          YAMORI_ANONYMOUS: 'on',
          YAMORI_REGISTER_DOMAIN: 'open',
        }),
      ),
    ).toMatchObject({ signUp: true, anonymous: true, registerDomain: 'open' });
    expect(toSmtpOptions(readConfig(MAIL))).toEqual({
      url: MAIL.YAMORI_SMTP_URL,
      from: MAIL.YAMORI_MAIL_FROM,
    });
  });

  it.each([
    ['YAMORI_SIGN_UP', 'yes'],
    ['YAMORI_ANONYMOUS', '1'],
    ['YAMORI_REGISTER_DOMAIN', 'all'],
    ['YAMORI_SMTP_URL', 'http://mail'],
    ['YAMORI_MAIL_FROM', 'nobody'],
    ['YAMORI_LIMIT_GUESSES', '0'],
  ])('the error names %s when it is %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it.each<[string, Record<string, string>]>([
    ['YAMORI_MAIL_FROM', { YAMORI_SMTP_URL: MAIL.YAMORI_SMTP_URL }],
    ['YAMORI_SMTP_URL', { YAMORI_MAIL_FROM: MAIL.YAMORI_MAIL_FROM }],
    [
      'YAMORI_URL',
      { YAMORI_SMTP_URL: MAIL.YAMORI_SMTP_URL, YAMORI_MAIL_FROM: MAIL.YAMORI_MAIL_FROM },
    ],
  ])('mail requires %s, and the error repeats no password', (name, environment) => {
    const problem = getProblem(environment);
    expect(problem).toMatchObject({ code: 'option-invalid', place: name });
    expect(JSON.stringify(problem)).not.toContain('hidden-word');
  });
});
