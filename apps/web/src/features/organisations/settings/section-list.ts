import type { ComponentType } from 'react';
import type { DomainRights } from './domain-rights.ts';
import type { Domain } from './domain-source.ts';

/** What every section is given. */
export type SectionProps = { readonly domain: Domain; readonly rights: DomainRights };

/** What other features have to set about an organisation; the app hands it in. */
export type HandedParts = {
  readonly MembersPart: ComponentType<{ readonly domainId: string }>;
  readonly ThresholdsPart: ComponentType<{
    readonly domain: Domain;
    readonly mayEdit: boolean;
    readonly onDirty: (isDirty: () => boolean) => void;
  }>;
  readonly HistoryPart: ComponentType<{ readonly domainId: string }>;
};

export const SECTION_IDS = [
  'basics',
  'sign-in',
  'saml',
  'members',
  'escalation',
  'thresholds',
  'view',
  'contract',
  'brand',
  'tree',
  'parameters',
  'history',
] as const;
export type SectionId = (typeof SECTION_IDS)[number];
