/** A floor's night, played again. */
export const replay = {
  title: 'Night replay',
  rooms: 'Rooms of this night',
  previousNight: 'Night before', nextNight: 'Next night', leave: 'Back to live',
  play: 'Play', pause: 'Pause', moment: 'Time', speed: 'A night in', seconds: '{{count}} s',
  previous: 'Previous event', next: 'Next event',
  keys: 'Space plays and pauses, arrows move by a minute (10 with Shift), N and P lead to the next and previous event, Home and End to the ends',
  unknown: 'Unknown', noRecord: 'No record',
  happening: { bedExit: 'Out of bed', call: 'Call', apnea: 'Respiratory event' },
  empty: 'There are no results of this night yet', emptyWhy: 'Once the night is over and analysed it can be played here. Choose another night.',
} as const;
