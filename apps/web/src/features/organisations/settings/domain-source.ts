import type { domainCollection, Problem } from '@yamori/domain';
import { isWhole, type DocumentOf } from '../../../live/documents/document-reader.ts';
import { useDocument } from '../../../live/documents/documents-context.tsx';
import { createContext, useContext } from 'react';
import type { CallOutcome } from '../../../call-outcome.ts';

/** Without the fields that the reader may not see. */
export type Domain = DocumentOf<typeof domainCollection>;

type FoundDomain =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly domain: Domain }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly problem: Problem };

export function useOneDomain(domainId: string): FoundDomain {
  const found = useDocument(`domain/${domainId}`);
  if (found.kind === 'failed' || found.kind === 'refused')
    return { kind: 'failed', problem: found.problem };
  if (found.kind === 'loading') return found;
  return found.value !== null && isWhole(found.value)
    ? { kind: 'there', domain: found.value }
    : { kind: 'none' };
}

/**
 * Injected by the app: runs an action that may need a fresh confirmation of identity; `cancelled`
 * if the reader declined.
 */
type DomainConfigSide = {
  /** Reloads the session: creating or moving an organisation changes what the reader can access. */
  readonly sessionChanged: () => Promise<unknown>;
  readonly act: <Value>(
    call: () => Promise<Value>,
  ) => Promise<CallOutcome<Value> | { readonly kind: 'cancelled' }>;
};

export const DomainConfigContext = createContext<DomainConfigSide | null>(null);

export function useDomainConfigSide(): DomainConfigSide {
  const side = useContext(DomainConfigContext);
  if (side === null)
    throw new Error('useDomainConfigSide must be used inside <DomainConfigContext>');
  return side;
}
