import { z } from 'zod';
import { billMonth } from '../collections/bill.ts';
import { DEVICE_STATES } from '../live/device-state.ts';
import { flag, pageQuery, pathId, searchText } from './address.ts';
import { endpoint } from './endpoint.ts';

const count = z.int().min(0);

/** Devices by state, in the order of `DEVICE_STATES`. */
const states = z.array(z.strictObject({ state: z.enum(DEVICE_STATES), count }));

/**
 * A month of an agency or of one of its customers. Device-days: `placed` counts days on which a
 * device was in a room, `sent` those of them with data.
 */
const monthFigures = z.strictObject({
  month: billMonth,
  placed: count,
  sent: count,
  nights: count,
  accidents: count,
});
export type AgencyMonth = z.infer<typeof monthFigures>;

/**
 * An agency's customers, their devices by state, and the last months, oldest first, including the
 * current one. Nights without a result, tests and technical accidents are not counted.
 */
const agencyStatistics = z.strictObject({
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

/** A page of the devices of an agency and of its customers, with the types of all of them. */
const agencyDevices = z.strictObject({
  devices: z.array(agencyDevice),
  total: count,
  types: z.array(z.strictObject({ typeId: z.string(), name: z.string() })),
});
export type AgencyDevicePage = z.infer<typeof agencyDevices>;

/** The organisations that an agency serves directly, by name. */
const agencyCustomers = z.strictObject({
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

const params = z.object({ domainId: pathId });

/** `text`: every word occurs in serial, name, room, customer or type. */
const devicesQuery = z.object({
  text: searchText,
  state: z.enum(DEVICE_STATES).optional(),
  customer: pathId.optional(),
  type: pathId.optional(),
  sort: z.enum(AGENCY_DEVICE_SORTS).default('serial'),
  descending: flag,
  ...pageQuery,
});
export type AgencyDevicesQuery = z.input<typeof devicesQuery>;

export const agencyApi = {
  statistics: endpoint({
    method: 'GET',
    path: '/api/agencies/:domainId/statistics',
    summary: "Count the devices, nights and accidents of an agency's customers by month",
    caller: 'member',
    params,
    query: z.object({ months: z.coerce.number<number>().int().min(1).max(12).default(6) }),
    reply: agencyStatistics,
    problems: ['domain-not-found', 'access-refused', 'limit-device-days'],
  }),
  devices: endpoint({
    method: 'GET',
    path: '/api/agencies/:domainId/devices',
    summary: 'List a page of the devices of an agency and its customers',
    caller: 'member',
    params,
    query: devicesQuery,
    reply: agencyDevices,
    problems: ['domain-not-found', 'access-refused'],
  }),
  customers: endpoint({
    method: 'GET',
    path: '/api/agencies/:domainId/customers',
    summary: 'List the organisations that an agency serves directly',
    caller: 'member',
    params,
    reply: agencyCustomers,
    problems: ['domain-not-found', 'access-refused'],
  }),
};
