import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../client/document-reader.ts';
import { useDocuments } from '../../client/documents-context.tsx';
import { ToolIcon } from '../../ui/icons/tool-icon.tsx';
import type { Organisation } from '../../ui/organisations/use-organisations.ts';
import { useViewer } from '../../ui/viewer/viewer-context.tsx';
import { OrganisationContext } from './organisation-context.tsx';
import css from './top-bar.module.css';

/** More organisations than this are looked for by the search, not in a list. */
const MOST_LISTED = 200;

/** Which organisation's rooms are shown: one of those reached, or all. With one only, its name. */
export function OrganisationSwitcher() {
  const { t } = useTranslation('frame');
  const documents = useDocuments();
  const { organisationId, user } = useViewer();
  const choose = use(OrganisationContext);
  const { data, isError } = useQuery({
    queryKey: ['organisations', user?.uid],
    queryFn: async () => (await documents.collection('domain').orderBy('name').limit(MOST_LISTED).get()).filter(isWhole),
  });
  // Whoever reaches none, such as a member who still owes a second factor, has nothing to choose from.
  if (data?.length === 0) return null;
  const only = data?.length === 1 ? data[0] : undefined;
  return (
    <div className={css['organisation']}>
      <Brand brand={(only ?? data?.find(({ documentReferenceId }) => documentReferenceId === (organisationId ?? user?.domainId)))?.brand} />
      {isError ? <span className={css['one']}>{t('organisationsUnknown')}</span> : only !== undefined ? <span className={css['one']}>{only.name}</span> : (
        <>
          <select aria-label={t('organisation')} value={organisationId ?? ''} onChange={(event) => choose(event.currentTarget.value === '' ? null : event.currentTarget.value)}>
            <option value="">{t('everyOrganisation')}</option>
            {data?.map((domain) => <option key={domain.documentReferenceId} value={domain.documentReferenceId}>{domain.name}</option>)}
          </select>
          <ToolIcon name="down" size={16} className={css['arrow']} />
        </>
      )}
    </div>
  );
}

/** The organisation's own picture and colour, where it has any. Its name stands beside it, so the picture says nothing more. */
function Brand({ brand }: { readonly brand: Organisation['brand'] }) {
  return (
    <span className={css['brand']} data-colour={brand?.colour !== undefined} ref={(mark) => mark?.style.setProperty('--brand', brand?.colour ?? 'transparent')}>
      {brand?.logo === undefined ? <ToolIcon name="organisation" size={18} /> : <img src={brand.logo} alt="" />}
    </span>
  );
}
