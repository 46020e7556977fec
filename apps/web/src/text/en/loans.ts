/** Devices on loan to other organisations. */
export const loans = {
  title: 'Device loans', list: 'List of loans', searchHint: 'Device, organisation, note', cancel: 'Cancel', nothing: '(none)', offline: 'There is no connection, so nothing can be saved.',
  empty: 'No devices are on loan', emptyWhy: 'Once a device is lent to another organisation, its dates and its return stand here.',
  look: { label: 'View', calendar: 'Calendar', table: 'Table', card: 'Cards' },
  fields: { serial: 'Device', state: 'State', borrower: 'Borrower', owner: 'Owner', from: 'First day', until: 'Due', returned: 'Returned', note: 'Note' },
  states: { planned: 'Planned', running: 'On loan', overdue: 'Overdue', returned: 'Returned' },
  overdueBy_one: 'Overdue by {{count}} day', overdueBy_other: 'Overdue by {{count}} days',
  calendar: {
    label: 'Calendar of loans', loans: 'Loans', span: 'Length', weeks_one: '{{count}} week', weeks_other: '{{count}} weeks', period: 'Period', earlier: 'Earlier', today: 'Today', later: 'Later', bar: '{{state}} {{borrower}}, {{serial}}, {{from}} to {{until}}',
    empty: 'No loans in this period', emptyWhy: 'Choose another period or other filters, or lend a device.', cut: 'There are many loans, so only some are shown. Narrow them down in the table.',
  },
  lend: {
    open: 'Lend', title: 'Lend a device', do: 'Lend', done: 'The loan of {{serial}} is noted.', reading: 'Reading devices', chooseDevice: 'Find by number or name', chooseBorrower: 'Choose an organisation', ownedBy: 'Owner: {{name}}',
    what: 'From the first day the borrower can place the device in a room. One that stands in a room goes over when it is taken out of it. Past its due day it goes on working there until its return is recorded.',
  },
  change: { title: 'Change the dates', extend: 'Extend', save: 'Save', saved: 'The loan of {{serial}} was changed.' },
  return: {
    title: 'Return', day: 'Came back on', do: 'Record the return', done: 'The return of {{serial}} is recorded.', what: 'The device leaves the borrower’s room and goes back to its owner. What was recorded stays.',
    several_one: 'Record the return of {{count}} device', several_other: 'Record the return of {{count}} devices', severalTitle_one: 'Record the return of {{count}} device?', severalTitle_other: 'Record the return of {{count}} devices?', running: 'Recording returns',
  },
  withdraw: { open: 'Cancel this loan', title: 'Cancel the planned loan?', message: 'The planned loan of {{serial}} will be cancelled.', do: 'Cancel the loan', keep: 'Keep it', done: 'The planned loan of {{serial}} was cancelled.' },
  panel: { title: 'Loan', gone: 'This loan cannot be found', goneWhy: 'It may have been cancelled.' },
} as const;
