import { describe, expect, it } from 'vitest';
import { getRelyingParty } from './relying-party.ts';

describe('getRelyingParty', () => {
  it('returns the configured host, for its own origin only', () => {
    const party = getRelyingParty('https://yamori.example:8443');
    expect(party?.id).toBe('yamori.example');
    expect(party?.accepts('https://yamori.example:8443')).toBe('https://yamori.example:8443');
    for (const origin of [
      'https://yamori.example',
      'http://yamori.example:8443',
      'https://evil.example',
      'https://a.yamori.example:8443',
      'http://localhost',
      undefined,
    ])
      expect(party?.accepts(origin)).toBeNull();
  });

  it('returns localhost on any port without a configured origin', () => {
    const party = getRelyingParty(null);
    expect(party?.id).toBe('localhost');
    expect(party?.accepts('http://localhost:8080')).toBe('http://localhost:8080');
    for (const origin of [
      'http://127.0.0.1:8080',
      'https://evil.example',
      'http://localhost.evil.example',
      'null',
      undefined,
    ])
      expect(party?.accepts(origin)).toBeNull();
  });

  it.each(['http://yamori.example', 'https://192.0.2.7', 'http://[::1]:8080'])(
    'returns null for %s, where browsers do not offer passkeys',
    (origin) => {
      expect(getRelyingParty(origin)).toBeNull();
    },
  );

  it('returns localhost if configured', () => {
    expect(getRelyingParty('http://localhost:8080')?.id).toBe('localhost');
  });
});
