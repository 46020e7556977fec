import { NAME_ID, NS, POST_BINDING } from './saml-names.ts';
import { escapeXml } from './xml-tree.ts';

/**
 * Our addresses for one provider. The entity id is the address of the metadata, as the standard
 * advises.
 */
export type SamlAddresses = { readonly audience: string; readonly acsUrl: string };

export const samlAddresses = (origin: string, providerId: string): SamlAddresses => ({
  audience: `${origin}/api/saml/${providerId}/metadata`,
  acsUrl: `${origin}/api/saml/${providerId}/acs`,
});

/** What a customer's administrator feeds into the identity provider. */
export const samlMetadata = ({ audience, acsUrl }: SamlAddresses): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<md:EntityDescriptor xmlns:md="${NS.metadata}" entityID="${escapeXml(audience)}">` +
  `<md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${NS.protocol}">` +
  `<md:NameIDFormat>${NAME_ID.persistent}</md:NameIDFormat><md:NameIDFormat>${NAME_ID.email}</md:NameIDFormat>` +
  `<md:AssertionConsumerService Binding="${POST_BINDING}" Location="${escapeXml(acsUrl)}" index="0" isDefault="true"/>` +
  '</md:SPSSODescriptor></md:EntityDescriptor>\n';
