import type { domainCollection } from '@yamori/domain';
import { isWhole, type DocumentOf } from '../../client/document-reader.ts';
import { useDocument } from '../../client/documents-context.tsx';

/** As it is read: what its reader may not see is absent. */
export type Domain = DocumentOf<typeof domainCollection>;

export type FoundDomain = { readonly kind: 'loading' } | { readonly kind: 'there'; readonly domain: Domain } | { readonly kind: 'none' };

export function useOneDomain(domainId: string): FoundDomain {
  const found = useDocument(`domain/${domainId}`);
  if (!('value' in found)) return found.kind === 'loading' ? { kind: 'loading' } : { kind: 'none' };
  return found.value !== null && isWhole(found.value) ? { kind: 'there', domain: found.value } : { kind: 'none' };
}
