import type { WebVital } from '@yamori/domain';

/** Shifts less than a second apart, within five seconds, form one burst. */
const SHIFT_GAP_MS = 1000;
const SHIFT_WINDOW_MS = 5000;
/** Shorter interactions are unnoticeable and are not requested from the browser. */
const SLOW_INTERACTION_MS = 16;
/** One slow interaction in this many is ignored, as the metric defines. */
const INTERACTIONS_AN_OUTLIER = 50;
const MAX_INTERACTIONS = 10;

/** Browser entries of layout shifts and events; TypeScript's DOM library has neither. */
type ShiftEntry = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };
type EventEntry = PerformanceEntry & { readonly interactionId?: number };

export type Measured = { readonly vital: WebVital; readonly value: number };

/** The three vitals of a page since it was loaded or `take` was called last. */
type VitalsWatch = {
  /**
   * Measurements since the last call; the paint only once, since it belongs to the load of the
   * page.
   */
  readonly take: () => Measured[];
  readonly close: () => void;
};

/** Observes the entry types that the browser supports. */
export function watchVitals(): VitalsWatch {
  const shifts = layoutShifts();
  const interactions = slowInteractions();
  let paintMs: number | null = null;
  let paintTaken = false;
  const observers = [
    observe('largest-contentful-paint', { buffered: true }, (entry) => {
      paintMs = entry.startTime;
    }),
    observe('layout-shift', { buffered: true }, (entry) => shifts.add(entry as ShiftEntry)),
    observe('event', { buffered: true, durationThreshold: SLOW_INTERACTION_MS }, (entry) =>
      interactions.add(entry as EventEntry),
    ),
  ];
  return {
    take() {
      const paint =
        paintTaken || paintMs === null ? [] : [{ vital: 'lcp' as const, value: paintMs }];
      paintTaken ||= paintMs !== null;
      const slowest = interactions.take();
      return [
        ...paint,
        { vital: 'cls', value: shifts.take() },
        ...(slowest === null ? [] : [{ vital: 'inp' as const, value: slowest }]),
      ];
    },
    close: () => observers.forEach((observer) => observer?.disconnect()),
  };
}

function observe(
  type: string,
  options: PerformanceObserverInit & { durationThreshold?: number },
  onEntry: (entry: PerformanceEntry) => void,
): PerformanceObserver | null {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return null;
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(onEntry));
  observer.observe({ type, ...options });
  return observer;
}

/** The largest burst of shifts without a recent input. */
export function layoutShifts() {
  let largest = 0;
  let burst = { value: 0, startedMs: 0, lastMs: Number.NEGATIVE_INFINITY };
  return {
    add({
      value,
      hadRecentInput,
      startTime,
    }: Pick<ShiftEntry, 'value' | 'hadRecentInput' | 'startTime'>): void {
      if (hadRecentInput) return;
      const goesOn =
        startTime - burst.lastMs < SHIFT_GAP_MS && startTime - burst.startedMs < SHIFT_WINDOW_MS;
      burst = goesOn
        ? { ...burst, value: burst.value + value, lastMs: startTime }
        : { value, startedMs: startTime, lastMs: startTime };
      largest = Math.max(largest, burst.value);
    },
    take(): number {
      const taken = largest;
      largest = 0;
      burst = { value: 0, startedMs: 0, lastMs: Number.NEGATIVE_INFINITY };
      return taken;
    },
  };
}

/**
 * The slowest interaction, ignoring one in fifty. An interaction lasts as long as its slowest
 * event.
 */
export function slowInteractions() {
  let slowest: { id: number; durationMs: number }[] = [];
  const seen = new Set<number>();
  return {
    add({ interactionId = 0, duration }: Pick<EventEntry, 'interactionId' | 'duration'>): void {
      if (interactionId === 0) return;
      seen.add(interactionId);
      const known = slowest.find(({ id }) => id === interactionId);
      if (known) known.durationMs = Math.max(known.durationMs, duration);
      else slowest.push({ id: interactionId, durationMs: duration });
      slowest = slowest.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, MAX_INTERACTIONS);
    },
    take(): number | null {
      const left = Math.min(Math.floor(seen.size / INTERACTIONS_AN_OUTLIER), slowest.length - 1);
      const taken = slowest[left]?.durationMs ?? null;
      slowest = [];
      seen.clear();
      return taken;
    },
  };
}
