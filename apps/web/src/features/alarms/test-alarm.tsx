import { ProblemError, type Problem } from '@yamori/domain';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSoundState } from '../../shared/alarm-sound/alarm-context.tsx';
import type { SoundState } from '../../shared/alarm-sound/alarm-sound.ts';
import { Button } from '../../kit/form/button.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useBrowserNotices } from '../../shared/notifications/browser-notices-context.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { AlarmSection } from './alarm-section.tsx';
import { useAlarmApi, type Accident, type Room } from './api.ts';
import css from './accidents.module.css';

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

/** State of a test alarm. Milliseconds since the button was pressed, by this browser. */
type TestAlarmState =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** In transit; `askedAtMs` is monotonic. */
  | { readonly kind: 'waiting'; readonly accidentId: string; readonly askedAtMs: number }
  | {
      readonly kind: 'shown';
      readonly accidentId: string;
      readonly askedAtMs: number;
      readonly shownAfterMs: number;
      readonly pushAfterMs: number | null;
    }
  /** Nothing has arrived: the path is broken somewhere. */
  | { readonly kind: 'lost'; readonly accidentId: string; readonly askedAtMs: number };

/** A slower alarm is useless to its recipients. */
const LOST_AFTER_MS = 10_000;

/**
 * Sends a test alarm from this room to this page; `accidents` are those that the page has received.
 */
function useTestAlarm(
  roomId: string,
  accidents: readonly Accident[],
  lostAfterMs = LOST_AFTER_MS,
): { readonly state: TestAlarmState; readonly start: () => Promise<void> } {
  const { test } = useAlarmApi();
  const [state, setState] = useState<TestAlarmState>({ kind: 'none' });
  const arrived =
    (state.kind === 'waiting' || state.kind === 'lost') &&
    accidents.some(({ documentReferenceId }) => documentReferenceId === state.accidentId);
  useEffect(() => {
    if (state.kind !== 'waiting' && state.kind !== 'lost') return undefined;
    if (arrived) {
      // Once it is on the screen, not when the news of it came.
      const frame = requestAnimationFrame(() =>
        setState({
          ...state,
          kind: 'shown',
          shownAfterMs: performance.now() - state.askedAtMs,
          pushAfterMs: null,
        }),
      );
      return () => cancelAnimationFrame(frame);
    }
    if (state.kind === 'lost') return undefined;
    const late = setTimeout(() => setState({ ...state, kind: 'lost' }), lostAfterMs);
    return () => clearTimeout(late);
  }, [state, arrived, lostAfterMs]);
  usePushes(roomId, setState);
  return {
    state,
    async start() {
      setState({ kind: 'asking' });
      const askedAtMs = performance.now();
      try {
        const accidentId = await test(roomId);
        setState({ kind: 'waiting', accidentId, askedAtMs });
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        setState({ kind: 'refused', problem: error.problem });
      }
    },
  };
}

/** The worker tells each page of this browser what its maker's push service brought. */
function usePushes(
  roomId: string,
  change: (next: (state: TestAlarmState) => TestAlarmState) => void,
): void {
  useEffect(() => {
    const container = navigator.serviceWorker;
    if (container === undefined) return undefined;
    const came = ({ data }: MessageEvent<unknown>): void => {
      const tag: unknown =
        typeof data === 'object' && data !== null && Reflect.get(data, 'kind') === 'pushed'
          ? Reflect.get(data, 'tag')
          : null;
      change((state) =>
        state.kind === 'shown' && tag === `${roomId}/${state.accidentId}`
          ? { ...state, pushAfterMs: performance.now() - state.askedAtMs }
          : state,
      );
    };
    container.addEventListener('message', came);
    return () => container.removeEventListener('message', came);
  }, [roomId, change]);
}
