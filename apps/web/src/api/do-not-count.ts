/** What the browser's owner has told it to tell every site. */
export const wantsNotToBeCounted = (browser: Navigator): boolean =>
  Reflect.get(browser, 'globalPrivacyControl') === true || browser.doNotTrack === '1';
