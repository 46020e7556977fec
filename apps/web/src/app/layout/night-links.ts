/** Parses the room and the night of a link; null for any other link. */
export type LinkedNight = {
  readonly roomId: string;
  readonly night: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** Ignores links that a pointer only sweeps over. */
const RESTS_AFTER_MS = 60;
const NIGHT_PATH = /^\/room\/([^/]+)\/sleep$/;

export function linkedNight(href: string): LinkedNight | null {
  const { pathname, searchParams } = new URL(href);
  const roomId = NIGHT_PATH.exec(pathname)?.[1];
  return roomId === undefined
    ? null
    : {
        roomId: decodeURIComponent(roomId),
        night: searchParams.get('night') ?? '',
        from: searchParams.get('from') ?? undefined,
        to: searchParams.get('to') ?? undefined,
      };
}

/**
 * Reports each link to a night on which a pointer or the focus rests, or that is pressed. @returns
 * a function that stops it
 */
export function watchNightLinks(page: Document, onMeant: (night: LinkedNight) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let over: Element | null = null;
  const rest = (): void => {
    if (timer !== null) clearTimeout(timer);
  };
  const meant = (link: HTMLAnchorElement | null): void => {
    const night = link === null ? null : linkedNight(link.href);
    if (night !== null) onMeant(night);
  };
  const near = ({ target }: Event): void => {
    const link = linkAt(target);
    if (link === over) return;
    over = link;
    rest();
    if (link !== null) timer = setTimeout(() => meant(link), RESTS_AFTER_MS);
  };
  const press = ({ target }: Event): void => {
    rest();
    meant(linkAt(target));
  };
  const listeners = [
    ['pointerover', near],
    ['focusin', near],
    ['pointerdown', press],
  ] as const;
  for (const [kind, listener] of listeners)
    page.addEventListener(kind, listener, { passive: true });
  return () => {
    rest();
    for (const [kind, listener] of listeners) page.removeEventListener(kind, listener);
  };
}

const linkAt = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href*="/sleep"]') : null;
