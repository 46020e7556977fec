import { VITAL_CLASSES, WEB_VITALS, type UsageReply, type WebVital } from '@yamori/domain';

type ScreenUse = {
  readonly routeId: string;
  readonly views: number;
  readonly vitals: Readonly<Record<WebVital, number | null>>;
};

/**
 * The 75th percentile, as the upper bound of its class; null without measurements, infinite above
 * the last class.
 */
export function estimateUpperQuartile(vital: WebVital, counts: readonly number[]): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  const index = counts.findIndex((count) => {
    seen += count;
    return seen >= total * 0.75;
  });
  return VITAL_CLASSES[vital][index] ?? Number.POSITIVE_INFINITY;
}

/** Screens by number of views, with the vitals of each. */
export function screensUsed({ views, vitals }: UsageReply): readonly ScreenUse[] {
  const ids = new Set([
    ...views.map(({ routeId }) => routeId),
    ...vitals.map(({ routeId }) => routeId),
  ]);
  const sumCounts = (routeId: string, vital: WebVital): readonly number[] =>
    vitals
      .filter((entry) => entry.routeId === routeId && entry.vital === vital)
      .reduce<readonly number[]>(
        (sum, { counts }) => counts.map((count, index) => count + (sum[index] ?? 0)),
        [],
      );
  return [...ids]
    .map((routeId) => ({
      routeId,
      views: views.reduce((sum, one) => sum + (one.routeId === routeId ? one.count : 0), 0),
      vitals: {
        lcp: estimateUpperQuartile('lcp', sumCounts(routeId, 'lcp')),
        inp: estimateUpperQuartile('inp', sumCounts(routeId, 'inp')),
        cls: estimateUpperQuartile('cls', sumCounts(routeId, 'cls')),
      },
    }))
    .toSorted((a, b) => b.views - a.views || a.routeId.localeCompare(b.routeId));
}

/** Views of each day, including days without any. */
export function viewsByDay(
  { views }: UsageReply,
  days: readonly string[],
): readonly { readonly day: string; readonly count: number }[] {
  return days.map((day) => ({
    day,
    count: views.reduce((sum, one) => sum + (one.day === day ? one.count : 0), 0),
  }));
}

/** Thresholds for good and poor, from web.dev/vitals. */
const LIMITS: Readonly<Record<WebVital, readonly [good: number, poor: number]>> = {
  lcp: [2500, 4000],
  inp: [200, 500],
  cls: [0.1, 0.25],
};
export const rateSpeed = (vital: WebVital, value: number): 'good' | 'fair' | 'poor' =>
  value <= LIMITS[vital][0] ? 'good' : value <= LIMITS[vital][1] ? 'fair' : 'poor';

export const VITALS = WEB_VITALS;
