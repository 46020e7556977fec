export * from './access/access-level.ts';
export * from './access/guard.ts';
export * from './access/actor.ts';
export * from './access/disclosures.ts';
export * from './catalogue/file-devices.ts';
export {
  hiddenAccidentFields,
  mayHandleAccident,
  mayMuteAccident,
  mayExplainUnreached,
  mayRehearse,
  mayReopenAccident,
  mayReportAccident,
  maySeeNotificationChannels,
  mayWithdrawAccident,
  type AccidentPlace,
} from './access/rules/accident-rules.ts';
export { getAgencyAccess, billsVisibleTo } from './access/rules/agency-rules.ts';
export * from './access/rules/import-rules.ts';
export * from './access/rules/placement.ts';
export * from './access/rules/visibility.ts';
export * from './access/rules/collection-rule.ts';
export * from './access/rules/level-groups.ts';
export * from './access/rules/room-rules.ts';
export * from './access/rules/device-rules.ts';
export * from './access/rules/device-service-rules.ts';
export * from './access/rules/domain-rules.ts';
export * from './access/rules/domain-move.ts';
export * from './access/rules/levels-of-kind.ts';
export * from './access/rules/staff-rules.ts';
export * from './access/rules/saml-provider-rules.ts';
export * from './access/rules/invitation-rules.ts';
export * from './access/rules/note-rules.ts';
export * from './access/rules/sleep-rules.ts';
export * from './access/rules/report-rules.ts';
export * from './access/rules/rules.ts';
export { mayCheckHistory } from './access/rules/update-history-rules.ts';
export * from './routes/route.ts';
export * from './routes/routes.ts';
export * from './documents/base-document.ts';
export * from './documents/computed-fields.ts';
export * from './documents/document-value.ts';
export * from './documents/nested-fields.ts';
export * from './documents/path.ts';
export * from './documents/field-path.ts';
export * from './documents/value-order.ts';
export * from './documents/json-codec.ts';
export * from './documents/stored-document.ts';
export * from './documents/document-query.ts';
export * from './documents/query-match.ts';
export * from './documents/query-order.ts';
export * from './documents/apply-write.ts';
export * from './documents/write-limits.ts';
export * from './collections/organisation.ts';
export * from './collections/room.ts';
export * from './collections/device.ts';
export * from './collections/master.ts';
export * from './collections/sleep.ts';
export * from './collections/upload-history.ts';
export * from './collections/accident.ts';
export * from './collections/taken-out.ts';
export * from './collections/bill.ts';
export * from './bills/bill-amounts.ts';
export * from './bills/registration-number.ts';
export * from './bills/compose-bills.ts';
export * from './bills/stale-draft.ts';
export * from './bills/sort-days.ts';
export * from './collections/collections.ts';
export * from './parameters/parameter-value.ts';
export * from './accidents/accident-kinds.ts';
export * from './accidents/accident-parameters.ts';
export * from './accidents/parameter-check.ts';
export * from './accidents/accident-rule.ts';
export * from './accidents/accident-engine.ts';
export * from './accidents/room-facts.ts';
export { engineState, type AccidentSignal, type EngineState } from './accidents/engine-state.ts';
export * from './accidents/late-call.ts';
export * from './accidents/accident-life.ts';
export * from './accidents/accident-review.ts';
export * from './accidents/nurse-call.ts';
export * from './accidents/accident-reminders.ts';
export * from './accidents/accident-reach.ts';
export * from './accidents/accident-cause.ts';
export * from './accidents/room-accidents.ts';
export { brokenLines } from './collections/line-fields.ts';
export * from './live/room-accident.ts';
export * from './live/device-state.ts';
export * from './live/room-live.ts';
export * from './contract/version.ts';
export * from './contract/problem.ts';
export * from './contract/problem-codes.ts';
export * from './contract/local-path.ts';
export * from './contract/problem-schema.ts';
export * from './contract/document-messages.ts';
export * from './contract/live-messages.ts';
export * from './contract/device-messages.ts';
export * from './contract/import-file-endings.ts';
export * from './contract/import-messages.ts';
export * from './csv/csv-kinds.ts';
export * from './csv/csv-cells.ts';
export * from './csv/csv-row.ts';
export * from './catalogue/standard-device-types.ts';
export * from './catalogue/standard-views.ts';
export * from './catalogue/shown-thresholds.ts';
export * from './catalogue/view-items.ts';
export * from './catalogue/device-type-check.ts';
export * from './loans/loan-state.ts';
export * from './time/zone-time.ts';
export * from './time/month-days.ts';
export * from './locales/access-level-words.ts';
export * from './locales/accident-words.ts';
export { MAKER_ORGANISATION } from './locales/catalogue-words.ts';
export * from './locales/csv-words.ts';
export * from './locales/report-words.ts';
export * from './reports/report-figures.ts';
export * from './reports/report-period.ts';
export * from './reports/report-tables.ts';
export * from './reports/report-courses.ts';
export * from './validation/text-patterns.ts';
export * from './validation/issue-notice.ts';
export { LANGUAGES, MAX_NAME, type Language } from './validation/person.ts';
export * from './validation/schema-check.ts';
export * from './api/accidents.ts';
export * from './api/account.ts';
export * from './api/agencies.ts';
export * from './api/bills.ts';
export * from './api/csv-imports.ts';
export * from './api/devices.ts';
export * from './api/documents.ts';
export * from './api/endpoint.ts';
export * from './api/exports.ts';
export * from './api/federation.ts';
export * from './api/imports.ts';
export * from './api/invitations.ts';
export * from './api/members.ts';
export * from './api/night-figures.ts';
export * from './api/nights.ts';
export * from './api/notices.ts';
export * from './api/one-time-links.ts';
export * from './api/organisations.ts';
export * from './api/parameters.ts';
export * from './api/platform.ts';
export * from './api/profile.ts';
export * from './api/rehearsals.ts';
export * from './api/reports.ts';
export * from './api/sessions.ts';
export * from './api/sign-in-paths.ts';
export * from './api/timeline.ts';
export * from './api/update-history.ts';
export * from './api/usage.ts';
export {
  MIN_LENGTH_WITH_FACTOR,
  MIN_NEW_PASSWORD_LENGTH,
  MAILED_LINK_KINDS,
  MAILED_LINK_MINUTES,
  MAX_CONTACT_LENGTH,
  registrationApi,
  type AddressProofCall,
  type Applicant,
  type MailedLink,
  type Newcomer,
  type RegisterDomainCall,
} from './api/registration.ts';
export type { PasskeyAssertion, PasskeyAttestation } from './api/passkeys.ts';
