import type { Session } from '../../features/sign-in/session-context.tsx';

/**
 * Whether the server has answered since the page was opened. `navigator.onLine` is often wrong,
 * especially after a reload.
 */
export type ServerReachability = {
  readonly answered: () => boolean;
  /** Called once, when it answers for the first time. */
  readonly onAnswered: (told: () => void) => void;
};

const ASK_EVERY_MS = 5000;

/** Retries a server that did not answer at the start. Its first answer updates `session`. */
export function watchReachability(
  session: Pick<Session, 'subscribe' | 'refresh'>,
  answeredAtStart: boolean,
  timing: Pick<Window, 'setInterval' | 'clearInterval'>,
): ServerReachability {
  const waiting: (() => void)[] = [];
  const state = { answered: answeredAtStart, asking: false };
  if (!answeredAtStart) {
    const ask = async (): Promise<void> => {
      if (state.asking) return;
      state.asking = true;
      await session.refresh().finally(() => {
        state.asking = false;
      });
    };
    const timer = timing.setInterval(() => void ask(), ASK_EVERY_MS);
    const end = session.subscribe(() => {
      state.answered = true;
      end();
      timing.clearInterval(timer);
      waiting.splice(0).forEach((tell) => tell());
    });
  }
  return {
    answered: () => state.answered,
    onAnswered: (told) => {
      if (!state.answered) waiting.push(told);
    },
  };
}
