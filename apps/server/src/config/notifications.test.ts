import { ProblemError } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { toNotificationOptions } from './notifications.ts';
import { readConfig } from './config.ts';
import { PUSH_HOSTS } from '../modules/notifications/push/push-hosts.ts';

const of = (environment: Record<string, string>) => toNotificationOptions(readConfig(environment));
const TOKEN = 'a-channel-access-token-of-a-test';
const LOGIN = { YAMORI_LINE_CLIENT_ID: '1', YAMORI_LINE_CLIENT_SECRET: 's'.repeat(32) };
const findPlace = (environment: Record<string, string>): unknown => {
  try {
    return of(environment);
  } catch (error) {
    return error instanceof ProblemError ? error.problem.place : error;
  }
};

describe('the notification configuration', () => {
  it('enables push to the known browser services and no LINE by default', () => {
    expect(of({})).toEqual({
      push: { hosts: [...PUSH_HOSTS], contact: 'mailto:operator@yamori.invalid' },
      line: null,
    });
    expect(of({ YAMORI_PUSH: 'off' }).push).toBeNull();
    expect(of({ YAMORI_PUSH_HOSTS: 'push.example, 127.0.0.1:9' }).push?.hosts).toEqual([
      'push.example',
      '127.0.0.1:9',
    ]);
  });

  it('gives push services a contact of the operator if one is configured', () => {
    expect(of({ YAMORI_URL: 'https://ward.example/x' }).push?.contact).toBe('https://ward.example');
    expect(
      of({
        YAMORI_URL: 'https://ward.example',
        YAMORI_SMTP_URL: 'smtp://127.0.0.1',
        YAMORI_MAIL_FROM: 'Yamori <no-reply@ward.example>',
      }).push?.contact,
    ).toBe('mailto:no-reply@ward.example');
  });

  it('requires a LINE sign-in for LINE messages, over https or on this machine', () => {
    expect(of({ ...LOGIN, YAMORI_LINE_CHANNEL_TOKEN: TOKEN }).line).toEqual({
      channelToken: TOKEN,
      address: 'https://api.line.me',
    });
    expect(
      of({
        ...LOGIN,
        YAMORI_LINE_CHANNEL_TOKEN: TOKEN,
        YAMORI_LINE_MESSAGING: 'http://127.0.0.1:8090',
      }).line?.address,
    ).toBe('http://127.0.0.1:8090');
    expect(findPlace({ YAMORI_LINE_CHANNEL_TOKEN: TOKEN })).toBe('YAMORI_LINE_CLIENT_ID');
    expect(findPlace({ YAMORI_LINE_MESSAGING: 'http://line.example' })).toBe(
      'YAMORI_LINE_MESSAGING',
    );
    expect(findPlace({ YAMORI_LINE_CHANNEL_TOKEN: 'short' })).toBe('YAMORI_LINE_CHANNEL_TOKEN');
  });
});
