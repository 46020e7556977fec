export const pages = {
  refused: 'This screen is not open to you',
  refusedWhy:
    'It is not available to the level “{{level}}”. If you need it, ask an administrator of your organisation.',
  refusedToMaker:
    'It is not available to the level “{{level}}”. If you need it, ask somebody of the maker with a higher level.',
  refusedToManager:
    'It is not available to the level “{{level}}”: only the reseller and the maker use it.',
  refusedMaster: 'It is not available to the level “{{level}}”: only the maker uses it.',
  factorFirst: 'Register two-step sign-in first',
  factorFirstWhy:
    'Your organisation requires two-step sign-in. Once it is registered, this screen opens.',
  factorFirstDo: 'Register',
  link: {
    stale: 'Updates are late',
    staleWhy: 'Last heard {{age}}. What is shown may be old.',
    lost: 'Connection lost',
    lostWhy: 'Last heard {{age}}. Reconnecting by itself. Please check the rooms in person.',
    refused: 'Connection refused',
    refusedWhy: 'Please sign in again.',
    retry: 'Reconnect now',
  },
} as const;
