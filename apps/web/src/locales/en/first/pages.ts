export const pages = {
  notFound: 'Page not found',
  notFoundWhy: 'The address may have changed, or contain a slip.',
  goHome: 'Back to the list',
  goSignIn: 'To the sign-in page',
  broken: 'This part could not be shown',
  brokenWhy: 'The problem is noted in the browser’s log. Loading it again may help.',
  notLoaded: 'This part could not be loaded',
  notLoadedWhy:
    'The network is gone, or a newer version has taken over. Try again, or reload the page.',
  retry: 'Try again',
  reload: 'Reload',
  offline: 'Cannot load without a connection',
  offlineWhy: 'It appears by itself once the connection is back.',
  failed: 'Could not be loaded',
  loading: 'Loading',
} as const;
