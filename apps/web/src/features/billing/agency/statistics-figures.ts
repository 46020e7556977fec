import type { AgencyMonth } from '@yamori/domain';

/** Share of the device-days in a room on which the device sent, 0 to 1; null without any. */
export const uptimeOf = ({ placed, sent }: Pick<AgencyMonth, 'placed' | 'sent'>): number | null =>
  placed === 0 ? null : sent / placed;

/** Of fewer nights one accident more or less would say everything. */
export const LEAST_NIGHTS = 30;
/** Accidents per 1000 nights; null of fewer than `LEAST_NIGHTS`. */
export const perThousandNights = ({
  nights,
  accidents,
}: Pick<AgencyMonth, 'nights' | 'accidents'>): number | null =>
  nights < LEAST_NIGHTS ? null : (accidents * 1000) / nights;

/** As one month. */
export const sumOfMonths = (months: readonly AgencyMonth[]): Omit<AgencyMonth, 'month'> =>
  months.reduce(
    (sum, { placed, sent, nights, accidents }) => ({
      placed: sum.placed + placed,
      sent: sum.sent + sent,
      nights: sum.nights + nights,
      accidents: sum.accidents + accidents,
    }),
    { placed: 0, sent: 0, nights: 0, accidents: 0 },
  );
