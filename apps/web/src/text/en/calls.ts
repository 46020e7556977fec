/** A call from a room: who responds, and the possible actions. */
export const calls = {
  answer: 'I am on it',
  withdraw: 'Take back',
  finish: 'I was there',
  reopen: 'Not over yet',
  actions: 'Call of {{room}}',
  going: 'You are on your way to {{room}}.',
  taken: '{{name}} is on the way to {{room}}.',
  takenBySomebody: 'Somebody else is on the way to {{room}}.',
  rings: '{{room}} has called again. Please press once more.',
  over: 'The call of {{room}} has been seen to.',
  withdrawn: 'Taken back. {{room}} is calling again.',
  reopened: '{{room}} is being seen to again.',
  finished: 'The call of {{room}} is closed.',
} as const;
