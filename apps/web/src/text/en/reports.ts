/** Reports. */
export const reports = {
  filters: 'Filters', organisation: 'Organisation (with those below)', newest: 'Latest nights', nights: '{{count}} nights', days: 'Dates', rooms: 'Rooms', everyRoom: 'All rooms', everySex: 'All', everyTag: 'All',
  chosen: '{{count}} chosen', and: ', ', part: ' · ', choiceOf: '{{label}}: {{said}}', clear: 'Choose none', nothingToChoose: 'There is nothing to choose from.',
  search: 'Search', searchOf: 'Search {{label}}', nothingFound: 'Nothing was found.', found: '{{count}} found', groupAll: 'Choose all: {{group}}', groupNone: 'Choose none: {{group}}', groupEvery: 'Choose all',
  unknownRooms: 'Rooms this organisation does not have ({{count}})', roomsCut: 'There are many rooms, and these are some of them. Choose an organisation below this one for the others.',
  choose: 'Choose an organisation', chooseWhy: 'Its rooms and those of organisations below it are counted.',
  meaning: { mean: 'Here: the mean of the nights of the period that have a result.', coverage: 'Share of the time in bed that was recorded. Take nights with little of it as a hint only.', accidents: 'Alarms raised in the period, without tests and those of devices. The table of alarms has them by kind.' },
  tables: 'Table', courseOf: 'Sleep of {{room}}, night by night', shown: '{{shown}} of {{all}} rows are shown.', more: 'Show more', showAll: 'Show all',
  noRooms: 'No room fits', noRoomsWhy: 'Take a filter off, or choose another organisation.',
  noNights: 'No night was recorded in this period', noNightsWhy: 'Nights appear here once they are over and analysed. Try another period.',
  pendingNights: 'Nights are being analysed',
  news: {
    nights: ' New nights were recorded. The screen and the file are both of {{at}} now.', figures: ' Figures have changed. The screen and the file are both of {{at}} now.',
    again: ' Records changed while it was saved, and the file is not what the screen shows. Save it again.',
  },
  stale: 'The newest figures cannot be read. These were read before.', staleFilter: 'Without a network the report of the new filters cannot be read. Shown is what was read at {{at}}, with the filters before.', again: 'Read again',
  files: 'Save as a file', format: { csv: 'CSV (this table)', xlsx: 'Excel', pdf: 'PDF', edf: 'EDF+ (recordings)' }, print: 'Print', making: 'Making {{format}}', made: '{{name}} was saved.', stop: 'Stop', close: 'Close', cancel: 'Cancel',
  edf: {
    title: 'Save recordings as EDF+', why: 'The recordings of the nights from {{from}} to {{to}}, a file a room. Nobody is named in them.', tooLong: 'Recordings of {{limit}} nights can be saved at a time; these are {{nights}}. Shorten the period.',
    start_one: 'Save {{count}} room', start_other: 'Save {{count}} rooms', choose: 'Choose rooms', all: 'Choose all', chosen: '{{chosen}} of {{all}} rooms chosen', progress: '{{done}} of {{total}} rooms', over: 'Over ({{done}} of {{total}} rooms)', stopped: 'Stopped.',
  },
  saved: {
    open: 'Saved reports', title: 'Saved reports', opened: 'Saved report', none: 'There is none yet. "Save" keeps these filters under a name.', save: 'Save', saveTitle: 'Save these filters',
    name: 'Name', nameHint: 'For example "Second floor, weekly". Leave names of residents out.', share: 'Share with the organisation', shareHint: 'Otherwise only you see it. Its filters never change afterwards.',
    shared: 'Shared', own: 'Only you', by: 'Saved by {{name}}, {{day}}', byUntold: 'Saved {{day}}', byGone: 'Saved by a deleted account, {{day}}', show: 'Open', showOf: 'Open {{name}}', rename: 'Change', renameOf: 'Change {{name}}', renameSave: 'Save changes', stays: 'Only whoever saved it can take it back to themselves.',
    unreadable: 'Saved reports that cannot be read', unreadableWhy: 'They were saved by a version that this one does not know. Delete them and save them anew.', removeUnreadable: '"{{name}}" is deleted. Viewing links to it open nothing any more.',
    links: 'Viewing links', linksOf: 'Viewing links to {{name}}', mails: 'Mail', mailsOf: 'Mail of {{name}}', remove: 'Delete', removeOf: 'Delete {{name}}',
    removeWhy: '"{{name}}" ({{summary}}) is deleted. Viewing links to it open nothing any more.',
  },
  links: {
    why: 'Shows this one report to somebody without an account. It works once, and then in that browser until it ends. Sexes are not shown.',
    label: 'For whom', until: 'Ends after', hours24: 'A day', hours72: 'Three days', hours168: 'A week', hours336: 'Two weeks', make: 'Make a link', once: 'This address is shown only now. Copy it and hand it over.', copy: 'Copy', copied: 'Copied', made: 'Links made',
    ofSexes: 'This report is filtered by sex, and links tell nobody\'s sex: no link can be made to it. Save it anew without that filter, and make a link to that.',
    endsAt: 'until {{at}}', state: { open: 'Not used yet', opened: 'In use', expired: 'Over', revoked: 'Withdrawn' }, revoke: 'Withdraw', revokeOf: 'Withdraw the link for {{label}}',
  },
  mails: { why: 'Mails a link to this report to the members chosen. The mail holds neither figures nor names.', every: 'How often', never: 'Never', week: 'Mondays at 8:00', month: 'First of the month at 8:00', recipients: 'Recipients', save: 'Save' },
} as const;
