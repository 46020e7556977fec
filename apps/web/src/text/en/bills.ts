/** Bills. */
export const bills = {
  title: 'Bills', list: 'Bills', month: 'Month', earlier: 'Earlier month', later: 'Later month', count: '{{count}} bills', sum: 'Total {{total}}', totals: 'How many stand how, and what they ask for', withTax: '{{total}} with tax', searchHint: 'Search recipients, numbers', offline: 'Without a connection nothing can be done.', cancel: 'Cancel',
  empty: 'No bills for this month', emptyWhy: 'Once a month is over, its bills are made from the days on which devices sent data.', emptyRunning: 'This month is not over yet', emptyRunningWhy: 'Its bills can be made next month.',
  states: { draft: 'Draft', issued: 'Unpaid', overdue: 'Overdue', paid: 'Paid', void: 'Cancelled' },
  fields: { number: 'Number', recipient: 'Recipient', state: 'State', days: 'Device-days', subtotal: 'Net', tax: 'Tax', total: 'Total', issuedAt: 'Issued', dueAt: 'Due', paidOn: 'Paid on', cancellation: 'Cancellation' },
  generate: { do: 'Make bills', title: 'Make the bills of {{month}}?', message: 'Drafts are made from the days on which devices sent data. Issued bills stay as they are.', done: 'Drafts are made ({{made}} new, {{changed}} changed, {{same}} unchanged, {{dropped}} dropped).', doneLate_one: 'Drafts are made ({{made}} new, {{changed}} changed, {{same}} unchanged, {{dropped}} dropped), with {{count}} late device-day of earlier months.', doneLate_other: 'Drafts are made ({{made}} new, {{changed}} changed, {{same}} unchanged, {{dropped}} dropped), with {{count}} late device-days of earlier months.', nothing: 'No device sent data in this month.' },
  tooLarge: {
    title: 'Bills that could not be made', close: 'Close', lines: 'There are more than {{most}} lines, which one bill does not hold.', devices: 'One line has more than {{most}} devices, which one bill does not hold.', size: 'There is more data than one bill holds.',
    next: { partner: 'Give some of the customers to another partner and make the bills again.', customer: 'The bill of one customer cannot be split. Ask for this month in another way.' }, others: 'The drafts of all others are made.',
  },
  late: {
    title: 'Late days of earlier months', why: 'Days whose data arrived after their month’s bill was issued. The next draft takes them as lines of their own, a month each, at the price and tax of that month.', waiting_one: '{{count}} device-day of earlier months arrived late. The next draft takes it.', waiting_other: '{{count}} device-days of earlier months arrived late. The next draft takes them.', group_one: '{{name}}, {{month}}: {{count}} day', group_other: '{{name}}, {{month}}: {{count}} days', more_one: 'and {{count}} more', more_other: 'and {{count}} more',
    line: 'late, of {{month}}', open_one: '{{count}} device-day of {{month}} has no bill yet.', open_other: '{{count}} device-days of {{month}} have no bill yet.', toMonth: 'Open {{month}}', failed: 'Late days of earlier months could not be read.', failedSince: 'Late days could not be read again. They are shown as they were before.',
  },
  panel: {
    title: 'Bill', gone: 'This bill is not there', goneWhy: 'Its draft may have been deleted or made anew.', person: '{{name}}', organisation: '{{name}}', partner: 'Partner', customer: 'Customer', registrationNumber: 'Registration number',
    lines: 'Lines', what: 'Item', quantity: 'Quantity', days: '{{count}} device-days', unitPrice: 'Unit price', amount: 'Amount', rate: 'Tax', margin: 'Partner’s margin', proof: 'Show the proof', proofOf: 'Proof of {{what}} ({{customer}})', proofOfLate: 'Proof of {{what}} ({{customer}}, late, of {{month}})', device: 'Device', room: 'Room', dayCount: 'Days', usedDays: 'On the days',
    rateSubtotal: 'Net at {{percent}}%', rateTax: 'Tax at {{percent}}%', rounding: 'Tax is rounded down once per rate.', reason: 'Why it was cancelled',
  },
  paper: { preview: 'Preview PDF', open: 'Save PDF', cancellation: 'PDF of the cancellation' },
  issue: { do: 'Issue', title: 'Issue this bill?', message: 'The bill of {{total}} to {{name}} gets its number and is final. It cannot be changed afterwards.', done: 'Bill {{number}} is issued.', several: 'Issue {{count}}', severalTitle: 'Issue {{count}} bills?', severalMessage: 'They get their numbers and are final. They cannot be changed afterwards.', running: 'Issuing' },
  pay: { do: 'Record payment', title: 'Payment', day: 'Paid on', done: 'The payment is recorded.', back: 'Take the payment back', backTitle: 'Take the payment back?', backMessage: 'The bill is unpaid again.', backDone: 'The payment is taken back.' },
  void: { do: 'Cancel this bill', title: 'Cancel this bill?', message: 'The bill stays, and a cancellation with the next number is issued. This cannot be undone.', reason: 'Why', confirm: 'Cancel the bill', done: 'Cancellation {{number}} is issued.' },
  drop: { do: 'Delete draft', title: 'Delete this draft?', message: 'Making the bills again makes it again.', confirm: 'Delete', done: 'The draft is deleted.' },
  terms: {
    open: 'Billing settings', title: 'Billing settings', needed: 'Enter what bills say and the prices first.', paper: 'What bills say', prices: 'Net price per device-day', issuerName: 'Issuer', registrationNumber: 'Registration number', registrationHint: 'T and 13 digits', registrationWrong: 'The registration number is wrong. Check the 13 digits after T.', address: 'Address', contact: 'Contact', bank: 'Bank account', dueDays: 'Due after', dueUnit: 'days', unitPrice: 'Usual price', yen: 'yen', taxPercent: 'Usual tax rate', percent: '{{percent}}%',
    type: 'Type of device', price: 'Price', add: 'Add a price for a type', remove: 'Remove the price of {{name}}', save: 'Save', saved: 'The billing settings are saved.', nothing: '(none)', pricesHint: 'Devices of a type without a price of its own cost the usual price.', later: 'Changes count for bills that are made from now on.',
  },
} as const;
