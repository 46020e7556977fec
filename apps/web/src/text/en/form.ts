export const form = {
  required: 'required',
  wrong: 'Check this entry.',
  showPassword: 'Show the password',
  leaveTitle: 'There are unsaved changes',
  leaveMessage: 'If you go on, what you entered is lost.',
  leave: 'Leave without saving',
  stay: 'Back to the form',
} as const;
