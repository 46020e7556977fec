/** The browser's do-not-track settings. */
export const wantsNotToBeCounted = (browser: Navigator): boolean =>
  Reflect.get(browser, 'globalPrivacyControl') === true || browser.doNotTrack === '1';
