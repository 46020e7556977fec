import type { ComponentType } from 'react';
import type { DomainRights } from './domain-rights.ts';
import type { Domain } from './domain-source.ts';

/** The props of every section. */
export type SectionProps = { readonly domain: Domain; readonly rights: DomainRights };

/** Settings of other features, injected by the app. */
export type InjectedSections = {
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
