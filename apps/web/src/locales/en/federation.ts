/**
 * External sign-in providers: the return page, and the account page. The texts of the sign-in pages
 * are in the first part.
 */
export const federation = {
  handle: {
    mayClose: 'Done. You can close this window.',
    openerGone: 'The page that you came from is closed. You can go on here.',
    goOn: 'Go on',
    refused: 'Signing in did not work',
    refusedLink: 'Linking did not work',
    back: 'Back',
    toLogin: 'To the sign-in page',
    nothing: 'There is nothing to confirm',
    nothingWhy: 'Start from the sign-in page.',
  },
  account: {
    title: 'Ways to sign in',
    lead: 'One account can have several ways to sign in.',
    linked: 'Linked',
    notLinked: 'Not linked',
    current: 'Used for this session',
    link: 'Link',
    unlink: 'Unlink',
    linkedNow: '{{method}} is linked.',
    confirmedNow: 'It is confirmed that it is you.',
    confirmedGoOn: 'It is you. Please do again what you were about to do.',
    unlinkedNow: '{{method}} is unlinked.',
    unlinkTitle: 'Unlink {{method}}?',
    unlinkWhy:
      'You can no longer sign in this way, and every session that was opened this way ends.',
    unlinkCurrent: 'This page was opened this way too: unlinking signs you out here.',
    last: 'The last way to sign in cannot be unlinked.',
    confirmWith: 'Confirm with {{method}}',
    linkPage:
      'Link further ways to sign in, and each of them leads to this account. The same e-mail address alone links nothing: sign in, then link here.',
    unlinkMethod: 'Unlink {{method}}',
    linkMethod: 'Link {{method}}',
    done: 'To your account',
  },
} as const;
