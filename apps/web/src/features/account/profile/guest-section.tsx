import { useTranslation } from 'react-i18next';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import { PageSection } from '../../../kit/pages/page-section.tsx';

/** Tells a guest how to keep their account. */
export function GuestSection() {
  const { t } = useTranslation('profile');
  const { user } = useViewer();
  return user?.isAnonymous === true && user.singleTimeToken === null ? (
    <PageSection title={t('guest.title')} lead={t('guest.lead')}>
      {null}
    </PageSection>
  ) : null;
}
