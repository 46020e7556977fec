/**
 * What became of a try: `signedIn`, `secondFactor`, `linked`, `confirmed`, or `refused` with the
 * problem's code.
 */
export type WayNews = {
  readonly popupId: string;
  readonly outcome: string;
  readonly code: string | null;
};

/**
 * The window that came back from a provider tells the page that opened it over a channel of this
 * browser: after the way over another site the two may not know each other as windows any more
 * (cross-origin opener policy).
 */
export const WAY_CHANNEL = 'yamori.way';

type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'addEventListener'>;

/**
 * Tells the outcome; true once the page that opened the window has heard it, false when nobody does
 * within `waitMs`.
 */
export function tellWay(channel: Channel, news: WayNews, waitMs = 1500): Promise<boolean> {
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

/** Hears what the window with this id tells, and says so. Gives the call that stops. */
export function hearWay(
  channel: Channel,
  popupId: string,
  heard: (news: WayNews) => void,
): () => void {
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isWayNews(data) || data.popupId !== popupId) return;
    channel.postMessage({ heard: popupId });
    heard(data);
  });
  return () => channel.close();
}

const isWayNews = (value: unknown): value is WayNews =>
  typeof value === 'object' &&
  value !== null &&
  'popupId' in value &&
  typeof value.popupId === 'string' &&
  'outcome' in value &&
  typeof value.outcome === 'string' &&
  'code' in value &&
  (value.code === null || typeof value.code === 'string');
