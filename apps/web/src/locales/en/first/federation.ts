/** External sign-in providers on the sign-in pages: LINE, Google, organisations. */
export const federation = {
  names: { email: 'E-mail and password', line: 'LINE', google: 'Google', saml: 'Organisation' },
  or: 'or',
  signInWith: 'Sign in with {{method}}',
  organisation: 'Sign in with your organisation',
  waiting: 'Go on in the window of {{method}}.',
  waitingWhy: 'This page goes on by itself afterwards.',
  blocked: 'The browser did not let a window open.',
  blockedWhy: 'Go on in this window, or allow pop-ups in the settings of the browser.',
  closed: 'The window was closed before signing in was over.',
  again: 'Open it again',
  inThisWindow: 'Go on in this window',
  cancel: 'Cancel',
  starting: 'Connecting to {{method}}',
  sso: {
    title: 'Sign in with your organisation',
    lead: 'Enter the code of your organisation. Your administrator knows it.',
    code: 'Organisation code',
    codeMissing: 'Enter the organisation code.',
    find: 'Next',
    toLogin: 'Sign in another way',
    asMember: 'You sign in as a member of {{name}}.',
    other: 'Choose another organisation',
    missing: 'This sign-in of an organisation was not found.',
    missingWhy:
      'Its address has changed, or it is no longer used. Look for it by the organisation code.',
  },
} as const;
