import type { AgencyMonth } from '@yamori/domain';

/**
 * Share of the device-days in a room on which the device sent data, 0 to 1; null if there are none.
 */
export const computeUptime = ({
  placed,
  sent,
}: Pick<AgencyMonth, 'placed' | 'sent'>): number | null => (placed === 0 ? null : sent / placed);

/** With fewer nights a single alarm would dominate the rate. */
export const MIN_NIGHTS = 30;
/** Alarms per 1000 nights; null with fewer than `MIN_NIGHTS`. */
export const perThousandNights = ({
  nights,
  accidents,
}: Pick<AgencyMonth, 'nights' | 'accidents'>): number | null =>
  nights < MIN_NIGHTS ? null : (accidents * 1000) / nights;

/** The sum of several months. */
export const sumMonths = (months: readonly AgencyMonth[]): Omit<AgencyMonth, 'month'> =>
  months.reduce(
    (sum, { placed, sent, nights, accidents }) => ({
      placed: sum.placed + placed,
      sent: sum.sent + sent,
      nights: sum.nights + nights,
      accidents: sum.accidents + accidents,
    }),
    { placed: 0, sent: 0, nights: 0, accidents: 0 },
  );
