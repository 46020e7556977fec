import { useMemo } from 'react';
import { Rehearsal, type RehearsalProps } from '../features/accidents/rehearsal.tsx';
import { useAct } from '../features/account/confirm/use-act.tsx';
import { DomainConfigContext } from '../features/domain-config/domain-config-context.ts';
import { DomainConfigScreen } from '../features/domain-config/domain-config-screen.tsx';
import { useSession } from '../features/session/session-context.tsx';
import { StaffContext } from '../features/staff/staff-context.ts';
import { StaffSection } from '../features/staff/staff-section.tsx';
import { ThresholdTrialContext } from '../features/thresholds/threshold-trial.ts';
import { DomainThresholds } from '../features/thresholds/domain-thresholds.tsx';
import { HistoryEntries } from '../features/update-history/update-history-screen.tsx';

const trial = (props: RehearsalProps) => <Rehearsal {...props} />;

/**
 * The settings of an organisation, with its people, thresholds and history, and the account's own
 * way to ask somebody who they are.
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
