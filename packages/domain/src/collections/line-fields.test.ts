import { describe, expect, it } from 'vitest';
import { COLLECTIONS } from './collections.ts';
import { brokenLines } from './line-fields.ts';

const at = (...issues: ReturnType<typeof brokenLines>): string[] =>
  issues.map(({ field, code }) => `${field} ${code}`);

describe('brokenLines', () => {
  it.each(['\n', '\r', '\t', '\u0000', '\u001b', '\u007f', '\u0085', '\u2028', '\u2029'])(
    'rejects %j',
    (sign) => {
      expect(at(...brokenLines('room', { name: `1${sign}01` }, null))).toEqual([
        'name line-broken',
      ]);
    },
  );

  it.each(['\u202e', '\u2066', '\u2069'])(
    'rejects %j, which changes the text direction',
    (sign) => {
      expect(at(...brokenLines('room', { name: `${sign}101` }, null))).toEqual([
        'name line-broken',
      ]);
    },
  );

  it.each([
    '\u200b',
    '\ufeff',
    '\u3164',
    '\u2800',
    '\u3000 ',
    '\u200d\ufe0f',
    '\u0301',
    '\u{e0041}',
  ])('rejects %j alone, which is invisible', (text) => {
    expect(at(...brokenLines('room', { name: text }, null))).toEqual(['name line-unseen']);
    expect(brokenLines('room', { name: `${text}1` }, null)).toEqual([]);
  });

  it('accepts all other characters of names, including full-width spaces and emoji', () => {
    expect(
      brokenLines(
        'staff',
        { name: '髙橋　葵 (O’Neil) 👩‍⚕️', nameKana: 'ﾀｶﾊｼ', phone: '+81 3-0000-0000' },
        null,
      ),
    ).toEqual([]);
  });

  it('checks maps and lists, but only changed fields', () => {
    const room = {
      name: 'a\nb',
      tags: ['ok', 'x\ty'],
      occupant: { alias: 'a\rb', sex: 'unknown', birthYear: null, note: 'two\nlines' },
    };
    expect(at(...brokenLines('room', room, null))).toEqual([
      'name line-broken',
      'tags.1 line-broken',
      'occupant.alias line-broken',
    ]);
    expect(at(...brokenLines('room', room, [['occupant', 'alias']]))).toEqual([
      'occupant.alias line-broken',
    ]);
    expect(brokenLines('room', room, [['capacity']])).toEqual([]);
    expect(brokenLines('accident', { note: 'two\nlines' }, null)).toEqual([]);
  });

  it('checks the fields of maps in lists', () => {
    const groups = [
      { name: '夜勤', members: [] },
      { name: '\u200b', members: [] },
    ];
    expect(at(...brokenLines('domain', { name: 'x', escalation: groups }, null))).toEqual([
      'escalation.1.name line-unseen',
    ]);
    expect(
      at(...brokenLines('domain', { name: 'x', escalation: groups }, [['escalation']])),
    ).toEqual(['escalation.1.name line-unseen']);
    const streams = [
      { kind: 'ecg', unit: 'm\u202eV' },
      { kind: 'a\nb', unit: '' },
    ];
    expect(
      at(
        ...brokenLines(
          'deviceType',
          { maker: '\u3164', firmwareVersions: ['1', '\ufeff'], streams },
          null,
        ),
      ),
    ).toEqual([
      'maker line-unseen',
      'firmwareVersions.1 line-unseen',
      'streams.1.kind line-broken',
      'streams.0.unit line-broken',
    ]);
  });

  it('fields for print may have line breaks, but no direction overrides or invisible text', () => {
    const terms = {
      issuerName: '見守り商会',
      address: '東京都\n千代田区',
      contact: '',
      bank: '青葉銀行\r\n普通 1234567',
    };
    expect(brokenLines('billTerms', terms, null)).toEqual([]);
    expect(
      at(
        ...brokenLines(
          'billTerms',
          { ...terms, bank: '普通 \u202e7654321', contact: '\u200b\n', address: 'a\tb' },
          null,
        ),
      ),
    ).toEqual(['address lines-broken', 'contact line-unseen', 'bank lines-broken']);
  });

  it('checks the name of every collection that has one', () => {
    const named = Object.entries(COLLECTIONS)
      .filter(([, { schema }]) => Object.hasOwn(schema.shape, 'name'))
      .map(([name]) => name);
    expect(named.filter((name) => brokenLines(name, { name: 'a\nb' }, null).length === 0)).toEqual(
      [],
    );
  });
});
