import { useMemo } from 'react';
import { Rehearsal, type RehearsalProps } from '../features/alarms/rehearsal.tsx';
import { useAct } from '../features/account/confirm/use-act.tsx';
import { DomainConfigContext } from '../features/organisations/settings/domain-source.ts';
import { DomainConfigScreen } from '../features/organisations/settings/domain-config-screen.tsx';
import { useSession } from '../features/sign-in/session-context.tsx';
import { StaffContext } from '../features/organisations/members/use-member-acts.tsx';
import { StaffSection } from '../features/organisations/members/staff-section.tsx';
import { ThresholdTrialContext } from '../features/organisations/thresholds/thresholds-form.tsx';
import { DomainThresholds } from '../features/organisations/thresholds/domain-thresholds.tsx';
import { HistoryEntries } from '../features/history/update-history-screen.tsx';

const trial = (props: RehearsalProps) => <Rehearsal {...props} />;

/**
 * The settings of an organisation with its members, thresholds and history, and the identity
 * confirmation of the account.
 */
export function DomainConfigEntry() {
  const act = useAct();
  const [, { refresh }] = useSession();
  const sides = useMemo(
    () => ({
      config: { act, sessionChanged: refresh },
      staff: { act },
    }),
    [act, refresh],
  );
  return (
    <DomainConfigContext value={sides.config}>
      <StaffContext value={sides.staff}>
        <ThresholdTrialContext value={trial}>
          <DomainConfigScreen
            MembersPart={StaffSection}
            ThresholdsPart={DomainThresholds}
            HistoryPart={HistoryEntries}
          />
        </ThresholdTrialContext>
      </StaffContext>
    </DomainConfigContext>
  );
}
