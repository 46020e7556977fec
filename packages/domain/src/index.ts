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
export * from './billing/bill-amounts.ts';
export * from './billing/registration-number.ts';
export * from './billing/compose-bills.ts';
export * from './billing/stale-draft.ts';
export * from './billing/sort-days.ts';
export * from './collections/collections.ts';
export * from './parameters/parameter-value.ts';
export * from './alarms/accident-kinds.ts';
export * from './alarms/accident-parameters.ts';
export * from './alarms/parameter-check.ts';
export * from './alarms/accident-rule.ts';
export * from './alarms/accident-engine.ts';
export * from './alarms/room-facts.ts';
export { engineState, type RuleEvent, type EngineState } from './alarms/engine-state.ts';
export * from './alarms/late-call.ts';
export * from './alarms/accident-life.ts';
export * from './alarms/accident-review.ts';
export * from './alarms/nurse-call.ts';
export * from './alarms/accident-reminders.ts';
export * from './alarms/accident-reach.ts';
export * from './alarms/accident-cause.ts';
export * from './alarms/room-accidents.ts';
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
export * from './tables/csv-kinds.ts';
export * from './tables/csv-cells.ts';
export * from './tables/csv-row.ts';
export * from './catalogue/standard-device-types.ts';
export * from './catalogue/standard-views.ts';
export * from './catalogue/shown-thresholds.ts';
export * from './catalogue/view-items.ts';
export * from './catalogue/device-type-check.ts';
export * from './devices/loan-state.ts';
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
export * from './api/alarms.ts';
export * from './api/account.ts';
export * from './api/agencies.ts';
export * from './api/billing.ts';
export * from './api/tables.ts';
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
export * from './api/notifications.ts';
export * from './api/one-time-links.ts';
export * from './api/organisations.ts';
export * from './api/parameters.ts';
export * from './api/platform.ts';
export * from './api/profile.ts';
export * from './api/backtests.ts';
export * from './api/reports.ts';
export * from './api/sessions.ts';
export * from './api/sign-in-paths.ts';
export * from './api/timeline.ts';
export * from './api/history.ts';
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
