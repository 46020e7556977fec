import type { domainCollection, Problem } from '@yamori/domain';
import { isWhole, type DocumentOf } from '../../../live/documents/document-reader.ts';
import { useLiveDocument } from '../../../live/documents/documents-context.tsx';

/** A domain, without the fields that the user may not see. */
export type Domain = DocumentOf<typeof domainCollection>;

type FoundDomain =
  | { readonly kind: 'loading' }
  | { readonly kind: 'found'; readonly domain: Domain }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly problem: Problem };

export function useOneDomain(domainId: string): FoundDomain {
  const found = useLiveDocument(`domain/${domainId}`);
  if (found.kind === 'failed' || found.kind === 'refused')
    return { kind: 'failed', problem: found.problem };
  if (found.kind === 'loading') return found;
  return found.value !== null && isWhole(found.value)
    ? { kind: 'found', domain: found.value }
    : { kind: 'none' };
}
