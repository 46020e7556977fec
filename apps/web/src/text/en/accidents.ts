import { ACCIDENT_KIND_WORDS_EN } from '@yamori/domain';

/** Accidents: what happened, how pressing it is, who goes, and what came of it. */
export const accidents = {
  kind: ACCIDENT_KIND_WORDS_EN,
  severity: { high: 'Urgent', medium: 'Warning', low: 'Low', technical: 'Device' },
  state: { raised: 'Waiting', acknowledged: 'On the way', arrived: 'There', resolved: 'Closed' },
  outcome: { helped: 'Helped', falseAlarm: 'False alarm', test: 'Test', other: 'Other' },
  act: {
    raised: 'Raised', acknowledged: 'On the way', withdrawn: 'Taken back', arrived: 'There', resolved: 'Closed', reopened: 'Opened again', over: 'Over', escalated: 'Next group told', muted: 'Sound held back', noted: 'Note', judged: 'Judged',
  },
  actions: '{{kind}} of {{room}}',
  acknowledge: 'I am on it', confirm: 'Seen', arrive: 'I am there', resolve: 'Close', withdraw: 'Take back', reopen: 'Not over yet',
  going: 'It is noted that you go to {{room}}.', confirmed: 'It is noted that you have seen “{{kind}}” of {{room}}.', there: 'It is noted that you are at {{room}}.', closed: '“{{kind}}” of {{room}} is closed.', back: '“{{kind}}” of {{room}} waits again.', opened: '“{{kind}}” of {{room}} is being seen to again.',
  taken: '{{name}} is on the way to {{room}}.', takenBySomebody: 'Somebody else is on the way to {{room}}.', over: '“{{kind}}” of {{room}} has been seen to.', saved: 'Saved.',
  repeats_one: '{{count}} time', repeats_other: '{{count}} times',
  close: { title: 'Close', about: '{{room}} · {{kind}}', outcome: 'Outcome', useful: 'Was this notice of use?', yes: 'Yes', no: 'No', unsaid: 'Not said', note: 'Note', noteHint: 'What the next shift should know.', do: 'Close it', cancel: 'Cancel' },
  report: { open: 'Report an accident', title: 'Report an accident', kind: 'What happened?', severity: 'How urgent', note: 'What you saw', noteHint: 'What you saw and did.', do: 'Report', done: 'The report of {{room}} is noted.' },
  list: {
    empty: 'No accidents on record', emptyWhy: 'Falls, calls and others stand here with what was done.', emptyFiltered: 'Nothing matches', all: 'All', open: 'Open', closed: 'Closed', kinds: 'Kind', every: 'All',
    more: 'Show more', nightLink: 'See the record of that moment', took: 'Seen to in {{length}}', history: 'What was done', why: 'Why it rang', system: 'Automatic', noteLabel: 'Note', edit: 'Write a note', save: 'Save', useful: 'Of use?', reference: 'Figures are reference values.',
  },
  because: {
    above: '{{value}} went over the limit of {{limit}}', below: '{{value}} fell below the limit of {{limit}}', lasting: 'for {{minutes}} min', times: '{{times}} times within {{within}} min', event: 'Told as it happened', latency: '{{ms}} ms from the sensor',
  },
} as const;
