import { NAME_ID, NS, POST_BINDING } from './saml-names.ts';
import { escapeXml } from './xml-tree.ts';

/** Our URLs for one provider. The entity id is the URL of the metadata, as SAML recommends. */
export type SamlAddresses = { readonly audience: string; readonly acsUrl: string };

export const samlAddresses = (origin: string, providerId: string): SamlAddresses => ({
  audience: `${origin}/api/saml/${providerId}/metadata`,
  acsUrl: `${origin}/api/saml/${providerId}/acs`,
});

/**
 * Service provider metadata, which the customer's administrator imports at the identity provider.
 */
export const samlMetadata = ({ audience, acsUrl }: SamlAddresses): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<md:EntityDescriptor xmlns:md="${NS.metadata}" entityID="${escapeXml(audience)}">` +
  `<md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${NS.protocol}">` +
  `<md:NameIDFormat>${NAME_ID.persistent}</md:NameIDFormat><md:NameIDFormat>${NAME_ID.email}</md:NameIDFormat>` +
  `<md:AssertionConsumerService Binding="${POST_BINDING}" Location="${escapeXml(acsUrl)}" index="0" isDefault="true"/>` +
  '</md:SPSSODescriptor></md:EntityDescriptor>\n';
