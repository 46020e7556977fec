import { ACCESS_LEVELS } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { certificatesIn, toInput, toValues } from './saml-values.ts';

const PEM = `-----BEGIN CERTIFICATE-----\n${'A'.repeat(64)}\n-----END CERTIFICATE-----`;

describe('the form of an identity provider', () => {
  it('the values are sent as the contract requires', () => {
    const typed = {
      ...toValues(null),
      samlId: 'akane',
      name: '茜の家',
      entityId: 'e',
      signInUrl: 'https://idp.example',
      certificates: `${PEM}\n${PEM}`,
      nameAttribute: ' displayName ',
    };
    expect(toInput(typed, ACCESS_LEVELS.generalStaff)).toEqual({
      id: 'akane',
      name: '茜の家',
      entityId: 'e',
      signInUrl: 'https://idp.example',
      certificates: [PEM, PEM],
      allowIdpInitiated: false,
      emailAttribute: null,
      nameAttribute: 'displayName',
      joinLevel: null,
    });
    expect(toInput({ ...typed, join: true }, ACCESS_LEVELS.generalStaff).joinLevel).toBe(
      ACCESS_LEVELS.generalStaff,
    );
  });

  it('certificates are PEM, or a single one as in metadata, and nothing else', () => {
    expect(certificatesIn(`before ${PEM} between ${PEM}`)).toEqual([PEM, PEM]);
    const bare = 'MIIC'.repeat(60);
    expect(certificatesIn(`\n  ${bare.slice(0, 100)}\n${bare.slice(100)}==`)).toEqual([
      `${bare}==`,
    ]);
    for (const nothing of ['', 'certificate', 'MIIC', '<ds:X509Certificate>'])
      expect(certificatesIn(nothing)).toEqual([]);
  });
});
