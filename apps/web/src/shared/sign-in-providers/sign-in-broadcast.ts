/**
 * The outcome of a flow: `signedIn`, `secondFactor`, `linked`, `confirmed`, or `refused` with the
 * problem's code.
 */
export type SignInMessage = {
  readonly popupId: string;
  readonly outcome: string;
  readonly code: string | null;
};

/**
 * The popup reports to its opener over a broadcast channel: after visiting another site, the two
 * windows may have lost their references (cross-origin opener policy).
 */
export const SIGN_IN_CHANNEL = 'yamori.way';

type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'addEventListener'>;

/**
 * Sends the outcome; true once the opener has confirmed it, false without a confirmation within
 * `waitMs`.
 */
export function sendSignInOutcome(
  channel: Channel,
  news: SignInMessage,
  waitMs = 1500,
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (heard: boolean): void => {
      clearTimeout(late);
      channel.close();
      resolve(heard);
    };
    const late = setTimeout(() => end(false), waitMs);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (
        typeof data === 'object' &&
        data !== null &&
        'heard' in data &&
        data.heard === news.popupId
      )
        end(true);
    });
    channel.postMessage(news);
  });
}

/** Receives and confirms the message of the popup with this id. Returns a function that stops. */
export function receiveSignInOutcome(
  channel: Channel,
  popupId: string,
  heard: (news: SignInMessage) => void,
): () => void {
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isSignInMessage(data) || data.popupId !== popupId) return;
    channel.postMessage({ heard: popupId });
    heard(data);
  });
  return () => channel.close();
}

const isSignInMessage = (value: unknown): value is SignInMessage =>
  typeof value === 'object' &&
  value !== null &&
  'popupId' in value &&
  typeof value.popupId === 'string' &&
  'outcome' in value &&
  typeof value.outcome === 'string' &&
  'code' in value &&
  (value.code === null || typeof value.code === 'string');
