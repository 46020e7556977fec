import { describe, expect, it } from 'vitest';
import { ProblemError } from '@yamori/domain';
import { helpText, toLimits, readConfig } from './config.ts';

const getProblem = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  return null;
};

describe('readConfig', () => {
  it('provides a default for every option', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      MQTT_PORT: 18_830,
      YAMORI_LOG: 'info',
      YAMORI_TRUSTED_PROXIES: [],
    });
    expect(config.DATABASE_URL).toBeUndefined();
  });

  it('treats an empty variable as not set', () => {
    expect(readConfig({ PORT: '', NATS_URL: '' })).toMatchObject({ PORT: 8080 });
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['MQTT_PORT', '-1'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['NATS_URL', 'http://x'],
    ['YAMORI_LOG', 'loud'],
    ['YAMORI_URL', 'ward.example'],
    ['YAMORI_SECRET', 'short'],
    ['YAMORI_LIMIT_BODY_BYTES', '0'],
    ['YAMORI_LIMIT_SOCKETS_MEMBER', 'many'],
  ])('names %s when it is %s', (name, value) => {
    expect(getProblem({ [name]: value })).toMatchObject({ code: 'option-invalid', place: name });
  });

  it('never repeats a value, which may hold a password', () => {
    expect(
      JSON.stringify(getProblem({ DATABASE_URL: 'mysql://me:hidden-word@x/y' })),
    ).not.toContain('hidden-word');
  });

  it('requires certificate and key together', () => {
    expect(getProblem({ HTTP_TLS_CERT: 'a.pem' })).toMatchObject({ place: 'HTTP_TLS_KEY' });
    expect(getProblem({ MQTT_TLS_KEY: 'a.pem' })).toMatchObject({ place: 'MQTT_TLS_CERT' });
  });

  it('lists every invalid and every missing option in one error', () => {
    const problem = getProblem({
      PORT: 'eighty',
      YAMORI_LOG: 'loud',
      YAMORI_SECRET: 'short',
      DATABASE_URL: 'mysql://me:hidden-word@x/y',
      YAMORI_SMTP_URL: 'smtp://127.0.0.1',
      YAMORI_LINE_CLIENT_ID: '1',
      HTTP_TLS_KEY: 'a.pem',
      YAMORI_LIMIT_SESSION_IDLE_HOURS: '999',
      YAMORI_LIMIT_BODY_BYTES: '0.5',
    });
    expect(problem).toMatchObject({ code: 'option-invalid', place: 'PORT' });
    const lines = Object.entries(problem?.details ?? {}).map(([name, line]) => [
      name,
      String(line).replace(/ \([^)]+\).*$/, ''),
    ]);
    expect(lines).toEqual([
      ['PORT', 'given: a text of 6 characters; allowed: a whole number from 0 to 65535'],
      [
        'DATABASE_URL',
        'given: an address that begins with mysql://; allowed: must begin with postgres://',
      ],
      ['YAMORI_SECRET', 'given: a text of 5 characters; allowed: a text of at least 32 characters'],
      [
        'YAMORI_LOG',
        'given: a text of 4 characters; allowed: one of fatal, error, warn, info, debug, trace, silent',
      ],
      [
        'YAMORI_LIMIT_BODY_BYTES',
        'given: a number with a fraction; allowed: a whole number of at least 1',
      ],
      [
        'YAMORI_LIMIT_SESSION_IDLE_HOURS',
        'given: a whole number; allowed: a whole number from 1 to 336',
      ],
      ['HTTP_TLS_CERT', 'not set, but needed with HTTP_TLS_KEY'],
      ['YAMORI_MAIL_FROM', 'not set, but needed with YAMORI_SMTP_URL'],
      ['YAMORI_URL', 'not set, but needed with YAMORI_SMTP_URL'],
      ['YAMORI_LINE_CLIENT_SECRET', 'not set, but needed with YAMORI_LINE_CLIENT_ID'],
    ]);
    expect(problem?.details?.['PORT']).toContain('(port of the web application)');
    expect(JSON.stringify(problem)).not.toContain('hidden-word');
  });

  it('splits lists', () => {
    expect(
      readConfig({ YAMORI_TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1,' }).YAMORI_TRUSTED_PROXIES,
    ).toEqual(['10.0.0.0/8', '127.0.0.1']);
  });

  it('explains every option', () => {
    for (const line of helpText().split('\n')) expect(line.slice(39).trim(), line).not.toBe('');
    expect(helpText()).toContain('PORT');
  });

  it('maps limits to the names that modules use', () => {
    expect(toLimits(readConfig({ YAMORI_LIMIT_SOCKETS_MEMBER: '3' })).socketsPerMember).toBe(3);
  });
});
