import {
  DEVICE_STATES,
  localDate,
  monthAt,
  monthDays,
  monthsLater,
  type AgencyMonth,
  type AgencyStatistics,
} from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { readDeviceDaySums, type DeviceDaySum } from '../../../core/timeline/device-days.ts';
import { readCustomers, readStates, type CountedState } from './agency-customers-store.ts';
import type { Agency } from '../../../core/documents/require-agency.ts';
import { readNightsAndAccidents, type CountedMonth } from './night-counts-store.ts';

/**
 * Summarises the devices of an agency's customers: current states, and figures by month up to
 * yesterday. Today does not count, because its devices may still send.
 */
export async function readStatistics(
  queries: Queries,
  agency: Agency,
  monthCount: number,
  now: Date,
): Promise<AgencyStatistics> {
  const running = monthAt(now.getTime(), agency.timeZone);
  const today = localDate(now.getTime(), agency.timeZone);
  const months = Array.from({ length: monthCount }, (_, index) =>
    monthsLater(running, index + 1 - monthCount),
  );
  const days = months
    .flatMap((month) => monthDays(month, agency.timeZone))
    .filter(({ day }) => day < today);
  const [sums, counts, customers, states] = await Promise.all([
    readDeviceDaySums(queries, agency, days),
    readNightsAndAccidents(queries, agency, months),
    readCustomers(queries, agency.id),
    readStates(queries, agency.id),
  ]);
  const figures = (
    ofDays: readonly DeviceDaySum[],
    ofCounts: readonly CountedMonth[],
  ): AgencyMonth[] => months.map((month) => sumMonth(month, ofDays, ofCounts));
  const daysByCustomer = Map.groupBy(sums, ({ customerId }) => customerId);
  const countsByCustomer = Map.groupBy(counts, ({ customerId }) => customerId);
  const statesByCustomer = Map.groupBy(states, ({ customerId }) => customerId);
  return {
    asOf: now.toISOString(),
    timeZone: agency.timeZone,
    devices: sumStates(states),
    months: figures(sums, counts),
    customers: customers.map(({ customerId, name, devices: has, offline }) => ({
      customerId,
      name,
      devices: has,
      offline,
      states: sumStates(statesByCustomer.get(customerId) ?? []),
      months: figures(daysByCustomer.get(customerId) ?? [], countsByCustomer.get(customerId) ?? []),
    })),
  };
}

/** Counts devices by state, most urgent state first; states without devices are left out. */
const sumStates = (states: readonly CountedState[]): AgencyStatistics['devices'] =>
  DEVICE_STATES.map((state) => ({
    state,
    count: states.filter((each) => each.state === state).reduce((sum, { count }) => sum + count, 0),
  })).filter(({ count }) => count > 0);

function sumMonth(
  month: string,
  sums: readonly DeviceDaySum[],
  counts: readonly CountedMonth[],
): AgencyMonth {
  const own = sums.filter((each) => each.month === month);
  const counted = counts.filter((each) => each.month === month);
  return {
    month,
    placed: own.reduce((sum, { placed }) => sum + placed, 0),
    sent: own.reduce((sum, { sent }) => sum + sent, 0),
    nights: counted.reduce((sum, { nights }) => sum + nights, 0),
    accidents: counted.reduce((sum, { accidents }) => sum + accidents, 0),
  };
}
