import { useParams } from '@tanstack/react-router';
import { DomainTabs } from '../../features/organisations/domain-layout.tsx';
import { DomainHistorySection } from '../../features/organisations/domain-history-section.tsx';
import { DomainNightsScreen } from '../../features/nights/domain-nights/domain-nights-screen.tsx';
import { HistoryEntries } from '../../features/history/update-history-screen.tsx';

/** The nights of an organisation, as one of its tabs. */
export const DomainSleepPage = () => (
  <DomainTabs current="master-domain-sleep">
    <DomainNightsScreen />
  </DomainTabs>
);

/** The changes of an organisation, as one of its tabs. */
export function DomainHistoryPage() {
  const { domainid = '' } = useParams({ strict: false });
  return (
    <DomainTabs current="master-domain-history">
      <DomainHistorySection domainId={domainid}>
        <HistoryEntries domainId={domainid} />
      </DomainHistorySection>
    </DomainTabs>
  );
}
