import { describe, expect, it } from 'vitest';
import { ProblemError } from '@yamori/domain';
import { forgeResponse } from '../testing/forged-response.ts';
import { createSigningKey } from '../testing/test-certificate.ts';
import { readAssertion, type AssertionClaims } from './saml-assertion.ts';
import { openResponse, signedAssertion } from './saml-response.ts';

/** YAMORI_LONG=1 doubles the rounds. */
const ROUNDS = process.env['YAMORI_LONG'] === '1' ? 3000 : 1500;

const key = createSigningKey();
const NOW = new Date('2026-11-21T20:00:00Z');
const expected = {
  entityId: 'https://idp.example',
  acsUrl: 'https://yamori.example/acs',
  audience: 'https://yamori.example/metadata',
  requestId: '_request',
  now: NOW,
};
const GOOD = Buffer.from(
  forgeResponse(
    { ...expected, subject: 'hanako', key },
    { attributes: { mail: ['hanako@akane.example'], groups: ['a', 'b'] } },
  ),
  'base64',
).toString('utf8');

const read = (text: string): AssertionClaims =>
  readAssertion(
    signedAssertion(openResponse(Buffer.from(text).toString('base64')), {
      ...expected,
      certificates: [key.certificate],
    }),
    expected,
  );

/** Repeatable pseudo-random numbers (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const INSERTIONS = [
  '<',
  '>',
  '"',
  '&',
  ';',
  '/',
  '<!--',
  '-->',
  ']]>',
  '<![CDATA[',
  '<?',
  '?>',
  '<!DOCTYPE x>',
  '&#x41;',
  '&amp;',
  ' ID="_x"',
  ' xmlns="urn:x"',
  '\u0000',
  '\ufffd',
  ' ',
  '</saml:NameID>',
  '<saml:NameID>owner</saml:NameID>',
];
const listElements = (text: string): string[] =>
  [...text.matchAll(/<(saml|samlp|ds):\w+[^>]*(?:\/>|>[^<]*<\/\1:\w+>)/g)].map(
    ([element]) => element,
  );
const ELEMENTS = listElements(GOOD);

function mutated(pick: (below: number) => number): string {
  const at = pick(GOOD.length);
  const to = pick(GOOD.length);
  const from = Math.min(at, to);
  const until = Math.max(at, to);
  switch (pick(7)) {
    case 0:
      return `${GOOD.slice(0, at)}${String.fromCharCode(33 + pick(94))}${GOOD.slice(at + 1)}`;
    case 1:
      return `${GOOD.slice(0, at)}${INSERTIONS[pick(INSERTIONS.length)] ?? ''}${GOOD.slice(at)}`;
    case 2:
      return `${GOOD.slice(0, from)}${GOOD.slice(Math.min(until, from + 1 + pick(200)))}`;
    case 3:
      return `${GOOD.slice(0, at)}${GOOD.slice(from, until)}${GOOD.slice(at)}`;
    case 4:
      return GOOD.replace(ELEMENTS[pick(ELEMENTS.length)] ?? '', '');
    case 5:
      return GOOD.replace(ELEMENTS[pick(ELEMENTS.length)] ?? '', (element) => element + element);
    default:
      return GOOD.replace(
        ELEMENTS[pick(ELEMENTS.length)] ?? '',
        ELEMENTS[pick(ELEMENTS.length)] ?? '',
      );
  }
}

describe('a randomly changed response', () => {
  it('yields a named problem or exactly the signed claims', () => {
    const truth = read(GOOD);
    const pick = seeded(20_261_121);
    const outcomes = { refused: 0, same: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const text = mutated(pick);
      try {
        expect(read(text), text).toEqual(truth);
        outcomes.same += 1;
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        outcomes.refused += 1;
      }
    }
    // Changes outside of the signed content are harmless, but most changes are rejected.
    expect(outcomes.refused).toBeGreaterThan((ROUNDS * 2) / 3);
    expect(outcomes.refused + outcomes.same).toBe(ROUNDS);
  });

  it('yields a named problem at any depth and width', () => {
    for (const text of [
      '<a>'.repeat(20_000),
      `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`,
      `<a ${Array.from({ length: 5000 }, (_slot, index) => `b${index}="c"`).join(' ')}/>`,
      `<a>${'&amp;'.repeat(30_000)}</a>`,
    ]) {
      expect(() => read(text)).toThrow(ProblemError);
    }
  });
});
