import { useTranslation } from 'react-i18next';
import { useSoundState } from '../../shared/alarm-sound/alarm-context.tsx';
import type { SoundState } from '../../shared/alarm-sound/alarm-sound.ts';
import { Button } from '../../kit/form/button.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useBrowserNotices } from '../../shared/notifications/browser-notices-context.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { AlarmSection } from './alarm-section.tsx';
import type { Accident, Room } from './api.ts';
import css from './accidents.module.css';
import { useTestAlarm, type TestAlarmState } from './use-test-alarm.ts';

type TestAlarmProps = {
  readonly room: Room;
  readonly accidents: readonly Accident[];
  /** A slower alarm counts as lost; default: ten seconds. */
  readonly lostAfterMs?: number;
};

/** Tests whether an alarm of this room would arrive here, and shows the duration of each stage. */
export function TestAlarm({ room, accidents, lostAfterMs }: TestAlarmProps) {
  const { t } = useTranslation('accidents');
  const { state, start } = useTestAlarm(room.documentReferenceId, accidents, lostAfterMs);
  const busy = state.kind === 'asking' || state.kind === 'waiting';
  return (
    <AlarmSection title={t('test.title')} lead={t('test.lead')}>
      <Button busy={busy} disabled={busy} onClick={() => void start()}>
        {t('test.do')}
      </Button>
      <output>
        <Outcome
          state={state}
          accident={
            'accidentId' in state
              ? accidents.find(
                  ({ documentReferenceId }) => documentReferenceId === state.accidentId,
                )
              : undefined
          }
        />
      </output>
    </AlarmSection>
  );
}

/** A sound that is heard, would be, or why not. */
const HEARD: Readonly<Record<SoundState['kind'], boolean>> = {
  off: false,
  blocked: false,
  elsewhere: true,
  ready: true,
  sounding: true,
  muted: false,
};

function Outcome({
  state,
  accident,
}: {
  readonly state: TestAlarmState;
  readonly accident: Accident | undefined;
}) {
  const { t } = useTranslation('accidents');
  const { t: alarms } = useTranslation('alarms');
  const formatProblem = useProblemMessage();
  const sound = useSoundState();
  const push = useBrowserNotices().state.kind === 'on';
  switch (state.kind) {
    case 'none':
      return null;
    case 'asking':
    case 'waiting':
      return <p className={css['note']}>{t('test.waiting')}</p>;
    case 'refused':
      return <p className={css['error']}>{formatProblem(state.problem)}</p>;
    case 'lost':
      return <p className={css['error']}>{t('test.lost')}</p>;
    case 'shown':
      break;
  }
  const latencyMs = accident?.latencyMs ?? null;
  return (
    <>
      <dl className={css['legs']}>
        <Leg
          isGood={latencyMs !== null}
          name={t('test.stored')}
          value={latencyMs === null ? t('test.measuring') : t('test.ms', { ms: latencyMs })}
        />
        <Leg
          isGood
          name={t('test.shown')}
          value={t('test.ms', { ms: Math.round(state.shownAfterMs) })}
        />
        <Leg
          isGood={HEARD[sound.kind]}
          name={t('test.sound')}
          value={alarms(`sound.${sound.kind}`)}
        />
        {push ? (
          <Leg
            isGood={state.pushAfterMs !== null}
            name={t('test.push')}
            value={
              state.pushAfterMs === null
                ? t('test.notYet')
                : t('test.ms', { ms: Math.round(state.pushAfterMs) })
            }
          />
        ) : null}
      </dl>
      <p className={css['note']}>{t('test.ends')}</p>
    </>
  );
}

const Leg = ({
  isGood,
  name,
  value,
}: {
  readonly isGood: boolean;
  readonly name: string;
  readonly value: string;
}) => (
  <div data-good={isGood}>
    <dt>
      <ToolIcon name={isGood ? 'check' : 'alert'} size={16} />
      {name}
    </dt>
    <dd>{value}</dd>
  </div>
);
