import { ACCIDENT_KIND_WORDS_EN } from '@yamori/domain';

/** Accidents: what happened, how pressing it is, who goes, and what came of it. */
export const accidents = {
  kind: ACCIDENT_KIND_WORDS_EN,
  severity: { high: 'Urgent', medium: 'Warning', low: 'Low', technical: 'Device' },
  state: { raised: 'Waiting', acknowledged: 'On the way', arrived: 'There', resolved: 'Closed' },
  outcome: { helped: 'Helped', falseAlarm: 'False alarm', test: 'Test', other: 'Other' },
  act: {
    raised: 'Raised', acknowledged: 'On the way', withdrawn: 'Taken back', arrived: 'There', resolved: 'Closed', reopened: 'Opened again', over: 'Over', escalated: 'Next group told', toldAgain: 'Told again', muted: 'Sound held back', noted: 'Note', judged: 'Judged',
  },
  told: { to: 'Told: {{names}}', nobody: 'No way reaches anybody here: nobody was told away from the screens.', person: '{{name}} ({{ways}})', ways: { push: 'device', line: 'LINE', mail: 'mail' }, between: ', ', separator: '; ', more_one: '{{count}} more', more_other: '{{count}} more' },
  actions: '{{kind}} of {{room}}',
  acknowledge: 'I am on it', confirm: 'Seen', arrive: 'I am there', resolve: 'Close', withdraw: 'Take back', reopen: 'Not over yet',
  going: 'It is noted that you go to {{room}}.', confirmed: 'It is noted that you have seen “{{kind}}” of {{room}}.', there: 'It is noted that you are at {{room}}.', closed: '“{{kind}}” of {{room}} is closed.', back: '“{{kind}}” of {{room}} waits again.', opened: '“{{kind}}” of {{room}} is being seen to again.',
  taken: '{{name}} is on the way to {{room}}.', takenBySomebody: 'Somebody else is on the way to {{room}}.', over: '“{{kind}}” of {{room}} has been seen to.', saved: 'Saved.',
  repeats_one: '{{count}} time', repeats_other: '{{count}} times',
  close: { title: 'Close', about: '{{room}} · {{kind}}', outcome: 'Outcome', useful: 'Was this notice of use?', yes: 'Yes', no: 'No', unsaid: 'Not said', note: 'Note', noteHint: 'What the next shift should know.', do: 'Close it', cancel: 'Cancel' },
  report: { open: 'Report an alarm', title: 'Report an alarm', kind: 'What happened?', severity: 'How urgent', note: 'What you saw', noteHint: 'What you saw and did.', do: 'Report', done: 'The report of {{room}} is noted.' },
  list: {
    empty: 'No alarms on record', emptyWhy: 'Falls, calls and others stand here with what was done.', emptyFiltered: 'Nothing matches', all: 'All', open: 'Open', closed: 'Closed', kinds: 'Kind', every: 'All',
    more: 'Show more', nightLink: 'See the record of that moment', took: 'Seen to in {{length}}', history: 'What was done', why: 'Why it rang', system: 'Automatic', noteLabel: 'Note', edit: 'Write a note', save: 'Save', useful: 'Of use?', reference: 'Figures are reference values.',
  },
  mute: { do: 'Hold the sound for all', left: 'Silent for {{time}}', why: 'Holds the sound of this alarm back on every screen. It comes back by itself.' },
  test: {
    title: 'Test alarm', lead: 'Finds out whether an alarm of this room arrives on this screen.', do: 'Send a test alarm', waiting: 'Sending…',
    stored: 'From the server to stored', shown: 'From your press to this screen', sound: 'Sound of this device', push: 'Notice on this device', ms: '{{ms}} ms', measuring: 'Being measured', notYet: 'Not there yet',
    lost: 'Nothing arrived within 10 seconds. Alarms of this room may not arrive just now. Check the server and the connection.', ends: 'It ends by itself after 15 seconds and is not counted. Only you are sent a notice.',
  },
  rehearsal: {
    title: 'Try out a threshold', lead: 'See what the last 30 nights would have told before you change it. Nothing is saved.', do: 'Try the last 30 nights', stop: 'Stop', running: 'Trying it out',
    enabled: 'Alarm', asNow: 'As now', on: 'On', off: 'Off', limit: 'Threshold', delayMinutes: 'Delay', units: { min: 'min', s: 's', '/min': '/min', '°C': '°C' }, range: '{{min}} to {{max}}. Empty: as now.',
    kind: 'Kind', before: 'Now', after: 'Changed', change: 'Change', summary: 'In {{nights}} nights on record: {{before}} → {{after}} alarms a night.',
    missed_one: 'Of {{helped}} alarms that were of use, {{count}} would not be raised.', missed_other: 'Of {{helped}} alarms that were of use, {{count}} would not be raised.', noneMissed: 'All {{helped}} alarms that were of use would be raised.', noneHelped: 'No alarm of this time that is noted as of use can be compared.',
    noLog: 'Nothing is on record for this time yet.', old: 'You changed the conditions. Try again.', how: 'Both figures come from the same record, under the settings of now and under the changed ones. What repeats while it goes on is one alarm.',
  },
  usefulness: {
    title: 'Alarms of use', lead: 'The share that was of use, by kind.', scope: 'Of', room: 'This room', domain: 'The whole facility', time: 'Time', days: '{{days}} days', none: 'No alarms in this time.',
    roomName: 'Room', alarms: 'Alarms', useful: 'Of use', useless: 'Of no use', unsaid: 'Not said', share: 'Share',
  },
  because: {
    above: '{{value}} went over the limit of {{limit}}', below: '{{value}} fell below the limit of {{limit}}', lasting: 'for {{minutes}} min', times: '{{times}} times within {{within}} min', event: 'Told as it happened', latency: '{{ms}} ms from the sensor',
  },
} as const;
