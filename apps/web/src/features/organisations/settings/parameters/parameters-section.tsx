import { parameterFault, type ParameterValue } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDocuments } from '../../../../live/documents/documents-context.tsx';
import { fetchAllPages } from '../../../../live/documents/fetch-all-pages.ts';
import { useIssueMessage } from '../../../../kit/form/use-issue-message.ts';
import { QueryBoundary } from '../../../../kit/pages/loaded.tsx';
import { PageSection } from '../../../../kit/pages/page-section.tsx';
import css from '../domain-config.module.css';
import { useDomainLabels } from '../use-domain-labels.ts';
import { SectionForm } from '../section-form.tsx';
import type { SectionProps } from '../section-list.ts';
import { useDomainForm } from '../use-domain-form.ts';
import { ParameterField } from './parameter-field.tsx';
import { toPart, saidValue, settable, type Parameter } from './parameter-values.ts';

const MAX_PARAMETERS = 5_000;

/**
 * Parameters that organisations may set, as their documents describe them. Renders nothing without
 * any.
 */
export function ParametersSection(props: SectionProps) {
  const { t } = useTranslation('domainConfig');
  const documents = useDocuments();
  const query = useQuery({
    queryKey: ['parameters'],
    queryFn: async () =>
      settable(
        (await fetchAllPages(documents.collection('parameter').orderBy('key'), MAX_PARAMETERS))
          .found,
      ),
  });
  if (query.data?.length === 0) return null;
  return (
    <PageSection anchor="parameters" title={t('sections.parameters')} lead={t('leads.parameters')}>
      <QueryBoundary query={query}>
        {(parameters) => <Fields {...props} parameters={parameters} />}
      </QueryBoundary>
    </PageSection>
  );
}

function Fields({
  domain,
  rights: { mayEdit },
  parameters,
}: SectionProps & { readonly parameters: readonly Parameter[] }) {
  const { t } = useTranslation('domainConfig');
  const issueMessage = useIssueMessage();
  const byKey = new Map(parameters.map((parameter) => [parameter.key, parameter]));
  const words = useDomainLabels((key, value) => {
    const known = byKey.get(key);
    return known === undefined || value === null
      ? null
      : saidValue(known, value as ParameterValue, (isOn) => t(isOn ? 'yes' : 'no'));
  });
  const rules = Object.fromEntries(
    parameters.map((parameter) => [
      parameter.key,
      [
        (value: ParameterValue | null) => {
          const fault = value === null ? null : parameterFault(parameter, value);
          return fault === null || issueMessage(fault);
        },
      ],
    ]),
  );
  const form = useDomainForm({
    domain,
    part: toPart(parameters),
    rules,
    words: { ...words, getLabel: (key) => byKey.get(key)?.name ?? key },
  });
  return (
    <SectionForm form={form} label={t('sections.parameters')} mayEdit={mayEdit}>
      {[...Map.groupBy(parameters, ({ group }) => group)].map(([group, members]) => (
        <fieldset key={group} className={css['group']}>
          <legend>{group === '' ? t('otherParameters') : group}</legend>
          <div className={css['fields']}>
            {members.map((parameter) => (
              <ParameterField
                key={parameter.key}
                parameter={parameter}
                disabled={!mayEdit}
                {...form.field(parameter.key)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </SectionForm>
  );
}
