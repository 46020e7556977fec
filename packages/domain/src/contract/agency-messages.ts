import { z } from 'zod';
import { billMonth } from '../collections/bill.ts';
import { DEVICE_STATES } from '../live/device-state.ts';

const count = z.int().min(0);
const month = billMonth;

/** Devices by state, in the order of `DEVICE_STATES`. */
const states = z.array(z.strictObject({ state: z.enum(DEVICE_STATES), count }));

/**
 * A month of an agency or of one of its customers. Device-days: `placed` while a device stood in a
 * room, `sent` of those on which it sent.
 */
const monthFigures = z.strictObject({
  month,
  placed: count,
  sent: count,
  nights: count,
  accidents: count,
});
export type AgencyMonth = z.infer<typeof monthFigures>;

/**
 * `GET /api/agencies/{domainId}/statistics?months=`: its customers' devices by state, and months up
 * to the running one, the oldest first. Nights are those with a result; accidents count without
 * tests and without what is technical.
 */
export const agencyStatistics = z.strictObject({
  asOf: z.iso.datetime(),
  timeZone: z.string(),
  devices: states,
  months: z.array(monthFigures),
  customers: z.array(
    z.strictObject({
      customerId: z.string(),
      name: z.string(),
      devices: count,
      offline: count,
      states,
      months: z.array(monthFigures),
    }),
  ),
});
export type AgencyStatistics = z.infer<typeof agencyStatistics>;

const agencyDevice = z.strictObject({
  serial: z.string(),
  name: z.string(),
  typeId: z.string(),
  typeName: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  roomId: z.string().nullable(),
  roomName: z.string(),
  state: z.enum(DEVICE_STATES),
  battery: z.number().nullable(),
  firmware: z.string(),
  lastHeardAt: z.iso.datetime().nullable(),
  isLent: z.boolean(),
});
export type AgencyDevice = z.infer<typeof agencyDevice>;

export const AGENCY_DEVICE_SORTS = [
  'serial',
  'customer',
  'room',
  'type',
  'state',
  'battery',
  'lastHeardAt',
] as const;
export type AgencyDeviceSort = (typeof AGENCY_DEVICE_SORTS)[number];

/**
 * `GET /api/agencies/{domainId}/devices?text&state&customer&type&sort&descending&offset&limit`:
 * devices of its customers and its own, by page.
 */
export const agencyDevices = z.strictObject({
  devices: z.array(agencyDevice),
  total: count,
  types: z.array(z.strictObject({ typeId: z.string(), name: z.string() })),
});
export type AgencyDevicePage = z.infer<typeof agencyDevices>;

/** `GET /api/agencies/{domainId}/customers`: the organisations that it serves itself, by name. */
export const agencyCustomers = z.strictObject({
  customers: z.array(
    z.strictObject({
      customerId: z.string(),
      name: z.string(),
      code: z.string(),
      devices: count,
      offline: count,
      rooms: count,
    }),
  ),
});
export type AgencyCustomer = z.infer<typeof agencyCustomers>['customers'][number];
