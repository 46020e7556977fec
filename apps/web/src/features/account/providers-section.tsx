import { useTranslation } from 'react-i18next';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { PageSection } from '../../kit/pages/page-section.tsx';
import { ProvidersList } from './providers-list.tsx';

/** The linked and available sign-in methods of this account. */
export function ProvidersSection() {
  const { t } = useTranslation('federation');
  const { user } = useViewer();
  if (user === null) return null;
  return (
    <PageSection title={t('account.title')} lead={t('account.lead')}>
      <ProvidersList user={user} next="/account-info" />
    </PageSection>
  );
}
