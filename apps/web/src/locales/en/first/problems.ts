export const problems = {
  unknown: 'That did not work. Wait a moment and try again. ({{code}})',
  'session-required': 'You need to sign in. Please sign in again.',
  'sign-in-failed': 'The e-mail address or the password is wrong. Check them and try again.',
  'sign-in-limited': 'Too many tries. Wait a while before you sign in again.',
  'member-suspended': 'This account is suspended. Ask an administrator of your organisation.',
  'access-refused': 'You are not permitted to do this.',
  'limit-rate': 'Too many requests. Wait a moment and try again.',
  'contract-version': 'This page is out of date. Reload it.',
  'origin-refused': 'Not available from this address. Open the right one.',
  'network-timeout': 'The server does not answer. Try again.',
  'server-unavailable': 'The server is getting ready. The page connects by itself.',
  'server-failed': 'Something broke on the server. If it goes on, tell an administrator.',
  'session-ended': 'Your session has ended. Please sign in again.',
  'request-invalid': 'Something that was sent is wrong. Check what you entered.',
  'value-invalid': 'A value is wrong. Check what you entered.',
  'limit-body': 'Too much was sent at once. Make it smaller.',
  'database-unavailable': 'The database cannot be reached. It comes back by itself.',
  'address-not-found': 'The server does not know this. Reload the page.',
  'network-unreachable': 'The server cannot be reached. Check the network.',
  'reply-invalid': 'Server and page are of different versions. Reload the page.',
  'sign-in-locked':
    'There were too many tries: this password no longer works. Set a new one by mail, or sign in another way.',
  'sign-in-way-refused':
    'Your organisation does not take this way of signing in. Please use another.',
  'second-factor-failed': 'The code is wrong or was used already. Enter a new code.',
  'second-factor-expired': 'The time to confirm has passed. Please sign in from the start.',
  'passkey-invalid': 'The passkey could not be confirmed. Please try again.',
  'sign-in-proof-refused':
    'The answer of the sign-in service could not be confirmed. Please try again; if it goes on, tell your administrator.',
  'sign-in-try-invalid':
    'Signing in took too long, or moved to another browser. Please start again.',
  'sign-in-cancelled': 'Signing in was cancelled. You can try again.',
  'sign-in-conflict': 'Another account is signed in here. Sign out first to change.',
  'sign-up-refused':
    'This account is not registered yet. Register by the invitation that you got, or sign in the way you usually do.',
  'provider-unavailable': 'The sign-in service cannot be reached. Please try again in a moment.',
  'way-not-found': 'This way of signing in is not available. Please use another.',
  'account-link-missing':
    'There is an account with this e-mail address already. Sign in the way you usually do, then link this one under “Ways to sign in” of your account.',
  'saml-provider-not-found':
    'No sign-in of an organisation was found. Check the organisation code.',
  'public-address-missing':
    'Signing in by others does not work at this address. Please tell your administrator.',
  'account-forbidden': 'Signed in this way, there are no account settings.',
  'domain-suspended':
    'The contract of this organisation has ended. Contact its administrator or your reseller.',
} as const;
