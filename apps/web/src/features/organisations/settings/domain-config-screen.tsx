import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { useLeaveQuestion, useLeaveWarning } from '../../../kit/form/use-leave-warning.ts';
import { OrganisationField } from '../../../shared/organisations/organisation-field.tsx';
import { useOrganisationList } from '../../../shared/organisations/use-organisations.ts';
import {
  EmptyState,
  LoadingState,
  PageHeader,
  ErrorState,
} from '../../../kit/pages/page-state.tsx';
import { ProblemState } from '../../../kit/pages/problem-state.tsx';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import { BasicsSection } from './basics-section.tsx';
import { BrandSection } from './brand-section.tsx';
import { ContractSection } from './contract-section.tsx';
import css from './domain-config.module.css';
import { useDomainRights, type DomainRights } from './domain-rights.ts';
import { useOneDomain, type Domain } from './domain-source.ts';
import { EscalationSection } from './escalation/escalation-section.tsx';
import { ParametersSection } from './parameters/parameters-section.tsx';
import { SamlSection } from './saml/saml-section.tsx';
import { SECTION_IDS, type InjectedSections, type SectionId } from './section-list.ts';
import { SignInSection } from './sign-in-section.tsx';
import { TreeSection } from './tree/tree-section.tsx';
import { isAnyUnsaved, UnsavedContext, type UnsavedSections } from './use-domain-form.ts';
import { ViewSection } from './view-section.tsx';

/**
 * All settings of one organisation, one section for each subject. The address names the
 * organisation; the default is the selected one, then the user's own.
 */
export function DomainConfigScreen(parts: InjectedSections) {
  const { t } = useTranslation('domainConfig');
  const { t: routes } = useTranslation('routes');
  const [{ domain: asked }, change] = useUrlParams();
  const { organisationId, user } = useViewer();
  const { all: organisations, status } = useOrganisationList();
  const [unsaved] = useState<UnsavedSections>(() => new Map());
  const mayLeave = useLeaveQuestion();
  useLeaveWarning(() => isAnyUnsaved(unsaved));
  const domainId = asked ?? organisationId ?? user?.domainId ?? null;
  const choose = async (id: string): Promise<void> => {
    if (id !== '' && id !== domainId && (!isAnyUnsaved(unsaved) || (await mayLeave())))
      change({ domain: id });
  };
  return (
    <UnsavedContext value={unsaved}>
      <div className={css['screen']}>
        <div className={css['head']}>
          <PageHeader title={routes('domain-config.title')} />
          {status.kind === 'shown' && organisations.length < 2 ? null : (
            <OrganisationField
              label={t('which')}
              name="domain"
              value={domainId ?? ''}
              placeholder={t('findOrganisation')}
              onChange={(id) => void choose(id)}
            />
          )}
        </div>
        {domainId === null ? (
          <div className={css['wide']}>
            <EmptyState title={t('chooseFirst')} why={t('chooseFirstWhy')} />
          </div>
        ) : (
          <OneDomain key={domainId} domainId={domainId} {...parts} />
        )}
      </div>
    </UnsavedContext>
  );
}

function OneDomain({ domainId, ...parts }: InjectedSections & { readonly domainId: string }) {
  const { t } = useTranslation('domainConfig');
  const found = useOneDomain(domainId);
  if (found.kind === 'loading')
    return (
      <div className={css['wide']}>
        <LoadingState />
      </div>
    );
  if (found.kind === 'failed')
    return (
      <div className={css['wide']}>
        <ProblemState problem={found.problem} />
      </div>
    );
  if (found.kind === 'none')
    return (
      <div className={css['wide']}>
        <ErrorState icon="organisation" title={t('gone')} why={t('goneWhy')} />
      </div>
    );
  return <Sections domain={found.domain} {...parts} />;
}

function Sections({
  domain,
  MembersPart,
  ThresholdsPart,
  HistoryPart,
}: InjectedSections & { readonly domain: Domain }) {
  const { t } = useTranslation('domainConfig');
  const rights = useDomainRights(domain);
  const unsaved = useContext(UnsavedContext);
  const given = { domain, rights };
  const shown = SECTION_IDS.filter((id) => isShown(id, rights));
  const has = (id: SectionId): boolean => shown.includes(id);
  return (
    <>
      <nav className={css['index']} aria-label={t('index')}>
        {shown
          .filter((id) => id !== 'parameters')
          .map((id) => (
            <a key={id} href={`#${id}`}>
              {t(`sections.${id}`)}
            </a>
          ))}
      </nav>
      <div className={css['sections']}>
        {rights.mayEdit ? null : <p className={css['note']}>{t('readOnly')}</p>}
        <BasicsSection {...given} />
        <SignInSection {...given} />
        {has('saml') ? <SamlSection domainId={domain.documentReferenceId} /> : null}
        <MembersPart domainId={domain.documentReferenceId} />
        <EscalationSection {...given} />
        <PageSection
          anchor="thresholds"
          title={t('sections.thresholds')}
          lead={t('leads.thresholds')}
        >
          <ThresholdsPart
            domain={domain}
            mayEdit={rights.mayEdit}
            onDirty={(isDirty) => void unsaved.set('thresholds', isDirty)}
          />
        </PageSection>
        <ViewSection {...given} />
        <ParametersSection {...given} />
        <ContractSection {...given} />
        <BrandSection {...given} />
        <TreeSection {...given} />
        {has('history') ? (
          <PageSection anchor="history" title={t('sections.history')} lead={t('leads.history')}>
            <HistoryPart domainId={domain.documentReferenceId} />
          </PageSection>
        ) : null}
      </div>
    </>
  );
}

/** Other sections are visible to every reader of the page, at least read-only. */
const isShown = (id: SectionId, { mayManageSaml, seesHistory }: DomainRights): boolean =>
  id === 'saml' ? mayManageSaml : id === 'history' ? seesHistory : true;
