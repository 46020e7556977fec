import { localDate, monthAt, monthDays, monthsLater, type AgencyMonth, type AgencyStatistics } from '@yamori/domain';
import type { Database } from '../../database/database.ts';
import { readDeviceDays, type DeviceDay } from '../../timeline/device-days.ts';
import { readCustomers, readStates } from './agency-customers-store.ts';
import type { Agency } from '../../documents/run-agency.ts';
import { readNightsAndAccidents, type CountedMonth } from './night-counts-store.ts';

/** How the devices of an agency's customers are and were, month by month up to yesterday: a day that goes on has not been missed yet. */
export async function readStatistics(database: Database, agency: Agency, monthCount: number, now: Date): Promise<AgencyStatistics> {
  const running = monthAt(now.getTime(), agency.timeZone);
  const today = localDate(now.getTime(), agency.timeZone);
  const months = Array.from({ length: monthCount }, (_, index) => monthsLater(running, index + 1 - monthCount));
  const days = months.flatMap((month) => monthDays(month, agency.timeZone)).filter(({ day }) => day < today);
  const [deviceDays, counts, customers, devices] = await Promise.all([
    readDeviceDays(database, agency, days), readNightsAndAccidents(database, agency, months), readCustomers(database, agency.id), readStates(database, agency.id),
  ]);
  const figures = (ofDays: readonly DeviceDay[], ofCounts: readonly CountedMonth[]): AgencyMonth[] => months.map((month) => monthOf(month, ofDays, ofCounts));
  const daysOf = Map.groupBy(deviceDays, ({ customerId }) => customerId);
  const countsOf = Map.groupBy(counts, ({ customerId }) => customerId);
  return {
    asOf: now.toISOString(), timeZone: agency.timeZone, devices, months: figures(deviceDays, counts),
    customers: customers.map(({ customerId, name, devices: has, offline }) => ({ customerId, name, devices: has, offline, months: figures(daysOf.get(customerId) ?? [], countsOf.get(customerId) ?? []) })),
  };
}

function monthOf(month: string, days: readonly DeviceDay[], counts: readonly CountedMonth[]): AgencyMonth {
  const own = days.filter(({ day }) => day.startsWith(month));
  const counted = counts.filter((each) => each.month === month);
  return {
    month, placed: own.length, sent: own.filter(({ hasSent }) => hasSent).length,
    nights: counted.reduce((sum, { nights }) => sum + nights, 0), accidents: counted.reduce((sum, { accidents }) => sum + accidents, 0),
  };
}
