/**
 * Raised whenever a message of the contract changes its shape; a client of another version is told
 * to reload.
 */
export const CONTRACT_VERSION = 13;

/** Version of the product; the service worker logs it and the help screen shows it. */
export const PRODUCT_VERSION = '0.8.40';
