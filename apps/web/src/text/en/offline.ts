/** Without a network: what is shown, what waits to be sent, and what could not be done. */
export const offline = {
  copy: 'Showing a saved copy (as of {{age}}). Check on rooms in person. It becomes current by itself once connected.',
  waiting: 'Waiting to be sent: {{count}}',
  refused: 'Could not be sent: {{count}}',
  title: 'Actions waiting to be sent',
  lead: 'Once connected they are sent from the top, each once. They stay when this page is closed.',
  empty: 'Nothing is waiting to be sent.',
  state: { waiting: 'Waiting', refused: 'Could not be sent' },
  retry: 'Send again',
  discard: 'Cancel it',
  discardRefused: 'Remove from the list',
  commands: {
    callAnswer: 'Answer to the call of {{name}}', callWithdraw: 'Taking back the answer to {{name}}', callFinish: 'End of the call of {{name}}', callReopen: 'Reopening the call of {{name}}',
    accidentAcknowledge: 'Going to {{name}}', accidentWithdraw: 'Taking back of going to {{name}}', accidentArrive: 'Being at {{name}}', accidentResolve: 'Closing of an alarm of {{name}}', accidentReopen: 'Opening again of an alarm of {{name}}', accidentMute: 'Holding back the sound of {{name}}', accidentNote: 'A note to an alarm of {{name}}', accidentUseful: 'Judging of a notice of {{name}}', accidentReport: 'A report of {{name}}',
    change: 'Change of {{name}}',
    note: 'Note on {{name}}',
    upload: 'Upload of {{name}}',
  },
  queued: '{{what}} is waiting. It will be sent once connected.',
  refusedNotice: '{{what}} could not be sent. {{why}}',
  allSent: 'Everything that was waiting has been sent.',
  leave: {
    title: 'Actions are waiting to be sent',
    message: 'If you sign out, what is waiting to be sent ({{count}}) is lost.',
    do: 'Discard and sign out',
  },
} as const;
