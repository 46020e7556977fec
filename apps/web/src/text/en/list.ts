/** Lists, whatever they are of: filters, columns, choosing, several at once. */
export const list = {
  filters: 'Filters',
  search: 'Search the list',
  anyOf: '{{name}}: all',
  clear: 'Clear filters',
  columns: 'Columns',
  views: { label: 'View', card: 'Cards', table: 'Table', smallcard: 'Small cards' },
  choose: 'Select {{name}}',
  chooseAll: 'Select all shown',
  chooseNone: 'Clear selection',
  chosen: '{{count}} selected',
  chosenActs: 'Actions on the selection',
  noMatch: 'Nothing matches',
  noMatchWhy: 'Remove a filter or try other words.',
  end: 'Everything is shown.',
  cut: 'Only the first {{number}} are shown, and there are more. Counts and sums are of these alone.',
  more: 'Loading more',
  bulk: {
    running: '{{done}} of {{total}} are through.', overTitle: 'The work is over', stoppedTitle: 'The work was stopped', over_one: '{{done}} of {{total}} are done. {{count}} could not be done.', over_other: '{{done}} of {{total}} are done. {{count}} could not be done.', progress: 'Progress', failures: 'Not done',
    stop: 'Stop', close: 'Close', changed: '{{count}} changed.', undone: '{{count}} put back.', undo: 'Undo', undoing: 'Undoing',
  },
  conflict: {
    title: 'Somebody else changed it too', why: 'The same fields were changed while you had this open. Choose for each field what is to stay.', mine: 'Your entry', theirs: 'Their change', back: 'Back to my entries', save: 'Save my choice',
  },
  stays: { title: 'Rooms and periods', since: 'since {{from}}', span: '{{from}} – {{to}}', none: 'Nothing is recorded yet.', unknown: 'The history could not be loaded.' },
} as const;
