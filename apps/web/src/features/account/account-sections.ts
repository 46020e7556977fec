import type { ComponentType } from 'react';
import { IdentitySection } from './identity-section.tsx';
import { ProvidersSection } from './providers-section.tsx';

/** The sections of the account page in their order. Each is a file of its own that reads and changes its own subject. */
export const ACCOUNT_SECTIONS: readonly { readonly id: string; readonly Section: ComponentType }[] = [
  { id: 'identity', Section: IdentitySection },
  { id: 'providers', Section: ProvidersSection },
];
