import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  isDateText,
  isDateTimeText,
  isDay,
  isEmailAddress,
  isFullTimeText,
  isHexColour,
  isHexOrRgbaColour,
  isHexOrRgbColour,
  isRgbaColour,
  isRgbColour,
  isTimeText,
} from './text-patterns.ts';

type Table = readonly [
  what: string,
  is: (text: string) => boolean,
  right: readonly string[],
  wrong: readonly string[],
];

const HEX = ['#000', '#0aF', '#00AAff', '#123456'];
const RGB = [
  'rgb(0,0,0)',
  'rgb(255, 255, 255)',
  'RGB(1,2,3)',
  'rgb( 9 , 99 , 199 )',
  'rgb(249,250,255)',
];
const RGBA = [
  'rgba(0,0,0,0)',
  'rgba(0,0,0,1)',
  'rgba(255,255,255,0.5)',
  'rgba(1,2,3,.25)',
  'rgba(1, 2, 3, 1.0)',
  'rgba(1,2,3,0.0)',
  'rgba(1,2,3,0.125)',
];

const TABLES: readonly Table[] = [
  [
    'a date',
    isDateText,
    [
      '2026/11/21',
      '2024/02/29',
      '2000/02/29',
      '2026/01/31',
      '2026/04/30',
      '0001/01/01',
      '9999/12/31',
    ],
    [
      '2023/02/29',
      '1900/02/29',
      '2100/02/29',
      '2026/02/30',
      '2026/04/31',
      '2026/06/31',
      '2026/09/31',
      '2026/11/31',
      '2026/13/01',
      '2026/00/10',
      '2026/01/00',
      '2026/01/32',
      '0000/01/01',
      '2026-11-21',
      '2026/1/1',
      '26/11/21',
      '2026/11/21 ',
      ' 2026/11/21',
      '２０２６/11/21',
      '2026/11',
      '2026/11/211',
      '11/21/2026',
    ],
  ],
  [
    'a time',
    isTimeText,
    ['00:00', '0:00', '9:05', '09:05', '19:59', '23:59', '20:00'],
    [
      '24:00',
      '23:60',
      '9:5',
      '009:05',
      '12',
      '12:',
      ':30',
      '12:30:00',
      '12.30',
      '-1:00',
      '１２:30',
      '1:30 PM',
      '25:00',
      ' 12:30',
    ],
  ],
  [
    'a full time',
    isFullTimeText,
    ['00:00:00', '9:05:30', '23:59:59'],
    ['24:00:00', '23:59:60', '12:60:00', '12:30', '12:30:5', '12:30:00.5', '12:30:000'],
  ],
  [
    'a date and time',
    isDateTimeText,
    ['2026/11/21 09:05', '2024/02/29 0:00'],
    [
      '2026/11/21',
      '2026/11/21 24:00',
      '2023/02/29 10:00',
      '2026/11/21T09:05',
      '2026/11/21  09:05',
      '2026/11/21 09:05 1',
      '09:05',
    ],
  ],
  [
    'an e-mail address',
    isEmailAddress,
    [
      'a@b.jp',
      'yakin.hanako@example.co.jp',
      'night+ward3@example.com',
      "o'hara@example.com",
      'a_b-c@example.com',
      'A@EXAMPLE.COM',
      '1@2.com',
      'a@xn--r8jz45g.jp',
      'a@a-b.c.example',
      '-a@b.jp',
      `${'a'.repeat(64)}@${'b'.repeat(61)}.jp`,
    ],
    [
      'a',
      'a@',
      '@b.jp',
      'a@b',
      'a@b.c',
      'a b@c.jp',
      'a@b c.jp',
      'a@@b.jp',
      'a@b@c.jp',
      '.a@b.jp',
      'a.@b.jp',
      'a..b@c.jp',
      'a@.jp',
      'a@b..jp',
      'a@-b.jp',
      'a@b.1',
      'a@b.jp.',
      'a@例え.jp',
      '山田@example.jp',
      'a＠b.jp',
      'a@[127.0.0.1]',
      '"a b"@c.jp',
      'a@b.jp ',
      'a@b.jp\n',
      `${'a'.repeat(250)}@b.jp`,
    ],
  ],
  [
    'a hex colour',
    isHexColour,
    HEX,
    [
      '000',
      '#00',
      '#0000',
      '#00000',
      '#0000000',
      '#00000000',
      '#ggg',
      '##000',
      '#000 ',
      'red',
      'rgb(0,0,0)',
    ],
  ],
  [
    'an rgb colour',
    isRgbColour,
    RGB,
    [
      'rgb(256,0,0)',
      'rgb(0,0)',
      'rgb(0,0,0,0)',
      'rgb(-1,0,0)',
      'rgb(1.5,0,0)',
      'rgb(1 2 3)',
      'rgb(10%,0,0)',
      'rgb(0,0,0',
      'rgb (0,0,0)',
      'rgb(1000,0,0)',
      'rgba(0,0,0,1)',
      'rgb(,,)',
      '#000',
    ],
  ],
  [
    'an rgba colour',
    isRgbaColour,
    RGBA,
    [
      'rgba(0,0,0,1.1)',
      'rgba(0,0,0,2)',
      'rgba(0,0,0,-0.1)',
      'rgba(0,0,0)',
      'rgba(0,0,0,)',
      'rgba(0,0,0,.)',
      'rgba(0,0,0,50%)',
      'rgba(256,0,0,1)',
      'rgba(0,0,0,1,1)',
      'rgba(0,0,0,01)',
      'rgb(0,0,0)',
    ],
  ],
  ['a hex or rgb colour', isHexOrRgbColour, [...HEX, ...RGB], [...RGBA, '#0000', 'rgb(256,0,0)']],
  [
    'a hex, rgb or rgba colour',
    isHexOrRgbaColour,
    [...HEX, ...RGB, ...RGBA],
    ['#0000', 'rgb(256,0,0)', 'rgba(0,0,0,2)', 'blue'],
  ],
];

describe.each(TABLES)('%s', (_, is, right, wrong) => {
  it.each(right)('accepts %j', (text) => expect(is(text)).toBe(true));
  it.each(['', ...wrong])('rejects %j', (text) => expect(is(text)).toBe(false));
});

describe('isEmailAddress', () => {
  it.each(TABLES[4]?.[2].concat(TABLES[4][3]) ?? [])(
    'agrees with the schema of the server: %j',
    (text) => {
      expect(isEmailAddress(text)).toBe(z.email().max(254).safeParse(text).success);
    },
  );

  it('runs in linear time', () => {
    const before = process.threadCpuUsage();
    for (const text of [
      `${'a.'.repeat(5000)}@`,
      `a@${'b-'.repeat(5000)}`,
      `${'a'.repeat(120)}@${'b.'.repeat(60)}`,
    ])
      isEmailAddress(text);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(50);
  });
});

describe('isDay', () => {
  it('agrees with the Date object', () => {
    for (const year of [1, 4, 100, 400, 1582, 1900, 1999, 2000, 2023, 2024, 2026, 9999]) {
      for (let month = 0; month <= 13; month += 1) {
        for (let day = 0; day <= 32; day += 1) {
          const date = new Date(0);
          date.setUTCFullYear(year, month - 1, day);
          const same =
            date.getUTCFullYear() === year &&
            date.getUTCMonth() === month - 1 &&
            date.getUTCDate() === day;
          expect([year, month, day, isDay(year, month, day)]).toEqual([year, month, day, same]);
        }
      }
    }
  });
});
