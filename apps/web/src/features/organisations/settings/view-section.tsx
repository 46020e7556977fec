import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { QueryBoundary } from '../../../kit/pages/loaded.tsx';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { useViewList, type View } from '../../../shared/views/use-views.ts';
import css from './domain-config.module.css';
import type { DomainPart } from './domain-save.ts';
import { useDomainLabels } from './use-domain-labels.ts';
import { SectionForm } from './section-form.tsx';
import type { SectionProps } from './section-list.ts';
import { useDomainForm } from './use-domain-form.ts';

type ViewValues = { readonly defaultViewId: string };

const DEFAULT_VIEW: DomainPart<ViewValues> = {
  toValues: ({ defaultViewId }) => ({ defaultViewId: defaultViewId ?? '' }),
  getFields: (_changes, { defaultViewId }) => ({
    defaultViewId: defaultViewId === '' ? null : defaultViewId,
  }),
};

/** The default view of this organisation's rooms in lists and viewers. */
export function ViewSection(props: SectionProps) {
  const { t } = useTranslation('domainConfig');
  const query = useViewList();
  return (
    <PageSection anchor="view" title={t('sections.view')} lead={t('leads.view')}>
      <QueryBoundary query={query}>{(views) => <Choice {...props} views={views} />}</QueryBoundary>
    </PageSection>
  );
}

function Choice({
  domain,
  rights: { mayEdit },
  views,
}: SectionProps & { readonly views: readonly View[] }) {
  const { t } = useTranslation('domainConfig');
  const getName = (id: unknown): string =>
    views.find(({ documentReferenceId }) => documentReferenceId === id)?.name ?? t('usualView');
  const form = useDomainForm({
    domain,
    part: DEFAULT_VIEW,
    words: useDomainLabels((_name, value) => getName(value)),
  });
  return (
    <SectionForm form={form} label={t('sections.view')} mayEdit={mayEdit}>
      <div className={css['fields']}>
        <SelectField
          label={t('fields.defaultViewId')}
          hint={views.length === 0 ? t('hints.noViews') : undefined}
          empty={t('usualView')}
          disabled={!mayEdit}
          {...form.field('defaultViewId')}
          choices={views.map(({ documentReferenceId, name }) => ({
            value: documentReferenceId,
            label: name,
          }))}
        />
      </div>
    </SectionForm>
  );
}
