/** Every problem that a request can meet, and the status that it is told with; the web has words for each (tools/texts). */
export const PROBLEM_STATUS: Readonly<Record<string, number>> = {
  'csv-import-changed': 409, 'csv-row-invalid': 400, 'correction-limit-reached': 409, 'correction-time-invalid': 400, 'csv-import-empty': 400, 'csv-import-forbidden': 403, 'csv-import-not-found': 404, 'csv-import-state-conflict': 409, 'limit-length': 413,
  'account-exists': 409, 'address-not-found': 404, 'bus-disconnected': 503, 'changes-unavailable': 503, 'collection-unknown': 400, 'collection-without-key': 400,
  'command-key-invalid': 400, 'command-key-taken': 409, 'confirmation-failed': 401, 'password-wrong': 401,
  'confirmation-required': 403,
  'database-unavailable': 503, 'delete-misplaced': 400, 'device-forbidden': 403, 'device-not-found': 404, 'device-report-invalid': 400,
  'job-not-found': 404, 'job-state-conflict': 409, 'job-retry-invalid': 400, 'device-type-in-use': 409, 'device-type-streams-in-use': 409, 'device-type-code-in-use': 409,
  'access-refused': 403, 'document-conflict': 409, 'document-exists': 409, 'document-forbidden': 403, 'document-in-use': 409, 'document-invalid': 400, 'document-key-taken': 409,
  'document-not-found': 404, 'document-parent-missing': 400, 'document-placement-invalid': 400, 'entry-not-found': 404, 'field-name-invalid': 400,
  'field-path-invalid': 400, 'field-paths-conflict': 400, 'field-refused': 403, 'host-misdirected': 421, 'room-limit-reached': 409, 'device-limit-reached': 409, 'ingest-unavailable': 503, 'key-refused': 401, 'limit-batch': 413, 'limit-body': 413,
  'limit-device-rate': 429, 'limit-fields': 413, 'limit-keys': 413, 'limit-values': 413, 'limit-rate': 429, 'limit-size': 413, 'limit-subscriptions': 429, 'limit-watches': 429, 'media-type-refused': 415, 'member-forbidden': 403, 'member-not-found': 404, 'member-suspended': 403,
  'merge-contradictory': 400, 'merge-field-missing': 400, 'origin-refused': 403, 'last-factor-refused': 403, 'passkey-exists': 409, 'passkey-invalid': 400,
  'password-too-common': 400, 'password-too-long': 400, 'password-too-short': 400,
  'path-invalid': 400, 'precondition-invalid': 400, 'query-contradictory': 400, 'query-cursor': 400, 'query-list': 400, 'query-offset-live': 400,
  'query-operator': 400, 'query-order': 400, 'query-too-wide': 400, 'request-invalid': 400, 'second-factor-expired': 401, 'second-factor-failed': 401, 'server-failed': 500, 'session-required': 401, 'sign-in-failed': 401,
  'sign-in-limited': 429, 'sign-in-locked': 403, 'sign-in-way-refused': 403, 'subscription-id-taken': 409, 'transform-misplaced': 400, 'value-invalid': 400, 'value-too-deep': 400,
  // Registration and one's own account.
  'account-forbidden': 403, 'address-unproven': 400, 'anonymous-refused': 403, 'domain-not-found': 404, 'domain-registration-refused': 403, 'domain-suspended': 403,
  'invitation-elsewhere': 400, 'invitation-expired': 410, 'invitation-forbidden': 403, 'invitation-not-found': 404, 'invitation-revoked': 410, 'invitation-used': 410,
  'limit-registration': 429, 'link-expired': 410, 'link-forbidden': 403, 'link-not-found': 404, 'link-revoked': 410, 'link-used': 410, 'mail-missing': 400, 'member-address-missing': 400, 'member-equal-by-mail': 400, 'manager-new-forbidden': 403, 'history-check-forbidden': 403,
  'member-exists': 409, 'member-level-refused': 403, 'member-limit-reached': 409, 'member-missing': 400, 'one-time-link-forbidden': 403, 'owner-last': 400, 'photo-invalid': 400, 'photo-not-found': 404,
  'photo-too-large': 413, 'sign-out-first': 409, 'way-in-missing': 400,
  // Federated ways in.
  'sign-in-proof-refused': 403, 'sign-in-try-invalid': 400, 'sign-in-cancelled': 400, 'sign-in-conflict': 409, 'sign-up-refused': 403, 'provider-unavailable': 503, 'way-not-found': 404, 'account-link-missing': 400,
  'provider-account-taken': 409, 'provider-account-exists': 409, 'provider-last': 400, 'provider-invalid': 400, 'saml-provider-not-found': 404, 'saml-provider-exists': 409, 'saml-certificate-invalid': 400, 'public-address-missing': 400,
  'organisation-full': 400, 'sign-in-methods-invalid': 400,
  // Bills and partners of an agency.
  'bill-terms-missing': 400, 'bill-month-invalid': 400, 'bill-month-deviceless-invalid': 400, 'bill-state-conflict': 409, 'bill-draft-stale-conflict': 409, 'bill-days-taken': 409, 'bill-partner-ended-conflict': 409, 'threshold-crossed-conflict': 409, 'bill-payment-invalid': 400, 'bill-paper-timeout': 504, 'bill-paper-memory': 400, 'limit-bill-papers': 429, 'limit-device-days': 429, 'limit-tomograph-questions': 429, 'partner-bills-in-use': 409, 'partner-customer-taken': 409, 'partner-customer-invalid': 400, 'storage-full-unavailable': 503,
  // Reports.
  'report-forbidden': 403, 'report-filter-forbidden': 403, 'report-range-invalid': 400, 'report-range-too-long': 400, 'report-rooms-too-many': 400, 'report-not-found': 404, 'report-saved-limit-reached': 409, 'report-unshared': 400, 'report-link-sexes': 400, 'report-name-taken': 409, 'report-unreadable': 409,
  'report-recipient-invalid': 400, 'report-timeout': 504, 'report-memory': 400, 'limit-reports': 429,
  // Rooms and devices as they are set up, and notes.
  'loan-span-invalid': 400, 'loan-return-invalid': 400, 'loan-owner-invalid': 400, 'loan-borrower-missing': 400, 'loan-device-archived': 409, 'loan-begun-in-use': 409, 'loan-returned-archived': 409, 'loan-overlap-conflict': 409,
  'device-lent-in-use': 409, 'device-recorded-in-use': 409, 'device-serial-refused': 403, 'push-service-refused': 403, 'push-missing': 400, 'domain-in-use': 409, 'domain-part-limit-reached': 409, 'domain-move-forbidden': 403, 'domain-tree-conflict': 409, 'view-in-use': 409, 'limit-rehearsals': 429, 'test-alarm-device-missing': 400, 'test-alarm-in-use': 409, 'device-serial-taken': 409, 'room-archived': 409, 'room-devices-in-use': 409, 'room-recorded-in-use': 409, 'note-time-invalid': 400,
  // Nights. Some are told by the night's document only.
  'analysis-forbidden': 403, 'limit-night-orders': 429, 'night-memory': 400, 'night-timeout': 504, 'night-version-not-found': 404,
  // Import of files. Some are told by the import's document only.
  'file-name-invalid': 400, 'import-archive-encrypted': 400, 'import-archive-expands': 400, 'import-archive-nested': 400, 'import-archive-several': 400, 'import-archive-unsafe': 400, 'import-file-missing': 400,
  'import-empty': 400, 'import-exists': 409, 'import-forbidden': 403, 'import-format-unknown': 400, 'import-format-unsupported': 400, 'import-in-use': 409, 'import-memory': 400,
  'import-not-found': 404, 'import-original-missing': 400, 'import-rate-missing': 400, 'import-start-missing': 400, 'import-state-conflict': 409, 'import-timeout': 504,
  'import-too-large': 413, 'import-unreadable': 400, 'job-failed': 400, 'limit-uploads': 429, 'precondition-tus-version': 412, 'upload-checksum-invalid': 400,
  'upload-empty': 400, 'upload-expired': 410, 'upload-forbidden': 403, 'upload-header-invalid': 400, 'upload-length-invalid': 400, 'upload-metadata-invalid': 400,
  'export-empty': 400, 'export-names-forbidden': 403, 'export-range-invalid': 400, 'export-range-too-long': 400, 'export-rate-unsupported': 400, 'export-streams-too-many': 400, 'limit-exports': 429, 'limit-exports-own': 429, 'limit-csv-drafts': 429, 'limit-csv-kept': 429, 'csv-kept-accepted': 400, 'csv-kept-changed': 409, 'csv-kept-part': 400, 'csv-kept-used': 410, 'limit-size-table': 413,
  'upload-not-found': 404, 'upload-offset-conflict': 409, 'upload-quota-reached': 409, 'upload-too-large': 413,
};

/** Problems of starting, told on the terminal, and of readiness, which tells the code alone: never an answer over HTTP. */
export const NEVER_ANSWERED = [
  'check-late', 'data-folder-in-use', 'data-folder-incomplete', 'data-folder-not-writable', 'database-connection-failed', 'decoder-not-built', 'file-not-readable', 'host-invalid', 'maker-exists',
  'migration-changed', 'migration-file-name', 'migration-number-twice', 'migration-unknown', 'mqtt-listen-failed', 'mqtt-port-in-use', 'node-too-old', 'option-invalid',
  'port-in-use', 'port-refused', 'postgres-account-missing', 'postgres-not-here', 'postgres-not-initialised', 'postgres-not-installed', 'postgres-not-started', 'postgres-still-running',
  'backup-damaged', 'backup-foreign', 'backup-missing', 'backup-newer', 'backup-not-written', 'backup-of-other-migrations', 'backup-place-taken', 'data-folder-empty', 'data-folder-not-readable', 'operation-unknown', 'restore-not-empty', 'restore-under-way', 'restore-unfinished',
];
