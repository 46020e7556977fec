/**
 * Raised when the shape of a message changes. The server asks clients of another version to reload.
 */
export const CONTRACT_VERSION = 14;

/** Product version. The service worker logs it and the help screen shows it. */
export const PRODUCT_VERSION = '0.8.40';
