import { describe, expect, it } from 'vitest';
import { describeUserAgent, readUserAgent } from './describe-user-agent.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
const words = {
  both: (browser: string, system: string) => `${browser}（${system}）`,
  unknown: '不明な端末',
};

describe('the name of a device', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`,
      'Chrome（Windows）',
      false,
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0.0.0`,
      'Edge（Windows）',
      false,
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari（Mac）',
      false,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari（iPhone）',
      true,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
      'Chrome（iPhone）',
      true,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/15.0.0',
      'LINE（iPhone）',
      true,
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Mobile/15E148 Safari/604.1',
      'Safari（iPad）',
      false,
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME} Mobile Safari/537.36`,
      'Chrome（Android）',
      true,
    ],
    [`Mozilla/5.0 (Linux; Android 15; Tab) ${CHROME} Safari/537.36`, 'Chrome（Android）', false],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-S931) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet（Android）',
      true,
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox（Linux）',
      false,
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`,
      'Chrome（ChromeOS）',
      false,
    ],
    ['Firefox/1', 'Firefox', false],
    ['something (Windows)', 'Windows', false],
    ['curl/8.0', '不明な端末', false],
    ['', '不明な端末', false],
  ])('%s is %s', (userAgent, name, isPhone) => {
    expect([describeUserAgent(userAgent, words), readUserAgent(userAgent).isPhone]).toEqual([
      name,
      isPhone,
    ]);
  });
});
