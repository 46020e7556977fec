import { describe, expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

describe('for whom passkeys are made', () => {
  it('is the configured host, on its own pages only', () => {
    const party = relyingPartyOf('https://yamori.example:8443');
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

  it('is localhost on any port where no address is configured', () => {
    const party = relyingPartyOf(null);
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
    'is nobody at %s, where browsers offer none',
    (origin) => {
      expect(relyingPartyOf(origin)).toBeNull();
    },
  );

  it('is localhost where that is configured', () => {
    expect(relyingPartyOf('http://localhost:8080')?.id).toBe('localhost');
  });
});
