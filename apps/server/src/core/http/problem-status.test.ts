import { describe, expect, it } from 'vitest';
import { getStatus } from './problem-status.ts';

describe('getStatus', () => {
  it.each([
    ['session-required', 401],
    ['session-expired', 401],
    ['sign-in-failed', 401],
    ['sign-in-limited', 429],
    ['member-suspended', 403],
    ['document-not-found', 404],
    ['device-not-found', 404],
    ['address-not-found', 404],
    ['document-forbidden', 403],
    ['access-refused', 403],
    ['query-refused', 403],
    ['origin-refused', 403],
    ['field-refused', 403],
    ['document-conflict', 409],
    ['document-exists', 409],
    ['account-exists', 409],
    ['document-key-taken', 409],
    ['document-in-use', 409],
    ['document-invalid', 400],
    ['request-invalid', 400],
    ['password-too-short', 400],
    ['document-parent-missing', 400],
    ['limit-body', 413],
    ['limit-batch', 413],
    ['limit-size', 413],
    ['limit-rate', 429],
    ['limit-sockets', 429],
    ['database-unavailable', 503],
    ['ingest-unavailable', 503],
    ['bus-disconnected', 503],
    ['server-unavailable', 503],
    ['media-type-refused', 415],
    ['server-failed', 500],
    ['something-nobody-wrote-down', 400],
  ])('maps %s to %i', (code, status) => {
    expect(getStatus({ code })).toBe(status);
  });
});
