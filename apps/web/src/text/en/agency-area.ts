/** The screens of agencies. */
export const agencyArea = {
  area: 'Agency', choose: 'Agency', none: 'There is no agency', noneWhy: 'Once an organisation is an agency, its customers’ devices and bills are shown here.',
  devices: {
    title: 'Customers’ devices', list: 'Devices of customers', count_one: '{{count}} device', count_other: '{{count}} devices', searchHint: 'Search devices, rooms, customers', empty: 'There are no devices', emptyWhy: 'Devices registered for rooms of customers are listed here.',
    fields: { serial: 'Device', state: 'State', customer: 'Customer', room: 'Room', type: 'Type', battery: 'Battery', lastHeardAt: 'Last received', firmware: 'Firmware' },
    all: 'The top bar looks at {{name}}, but this list has the devices of all customers of the agency.', onlyOne: 'Show those of {{name}} only', lent: 'On loan', noRoom: '(no room)', never: 'Nothing received',
  },
  statistics: {
    title: 'Statistics', asOf: 'As of {{at}}', months: 'Period', monthCount: '{{count}} months', customer: 'Customer', everyone: 'All customers',
    devices: 'Devices', devicesNote: 'States of the devices in use', uptime: 'Uptime', uptimeNote: 'Share of the days in a room on which a device sent data', nights: 'Nights analysed', accidents: 'Accidents per 1000 nights', accidentsNote: 'Without tests and faults of devices. From {{count}} nights on',
    trend: 'Month by month', byCustomer: 'By customer', month: 'Month', running: '(running)', placed: 'Device-days placed', sent: 'Device-days with data', total: 'Accidents', perThousand: 'Per 1000 nights', offline: 'No signal', lastMonths: 'Uptime over time',
    empty: 'No figures yet', emptyWhy: 'They begin the day after a device stands in a customer’s room.', toDevices: 'To the devices', reading: 'Counting',
  },
} as const;
