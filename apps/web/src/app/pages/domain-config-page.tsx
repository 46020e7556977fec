import { useMemo } from 'react';
import { Rehearsal, type RehearsalProps } from '../../features/alarms/rehearsal.tsx';
import { useAct } from '../../features/account/confirm/use-act.tsx';
import { OrganisationActionsContext } from '../../features/organisations/organisation-actions.ts';
import { DomainConfigScreen } from '../../features/organisations/settings/domain-config-screen.tsx';
import { useSession } from '../../features/sign-in/session-context.tsx';
import { StaffSection } from '../../features/organisations/members/staff-section.tsx';
import { ThresholdTrialContext } from '../../features/organisations/thresholds/thresholds-form.tsx';
import { DomainThresholds } from '../../features/organisations/thresholds/domain-thresholds.tsx';
import { HistoryEntries } from '../../features/history/update-history-screen.tsx';

const trial = (props: RehearsalProps) => <Rehearsal {...props} />;

/**
 * The settings of an organisation with its members, thresholds and history, and the identity
 * confirmation of the account.
 */
export function DomainConfigPage() {
  const act = useAct();
  const [, { refresh }] = useSession();
  const actions = useMemo(() => ({ act, sessionChanged: refresh }), [act, refresh]);
  return (
    <OrganisationActionsContext value={actions}>
      <ThresholdTrialContext value={trial}>
        <DomainConfigScreen
          MembersPart={StaffSection}
          ThresholdsPart={DomainThresholds}
          HistoryPart={HistoryEntries}
        />
      </ThresholdTrialContext>
    </OrganisationActionsContext>
  );
}
