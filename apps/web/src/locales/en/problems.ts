export const problems = {
  'document-not-found': 'Not found. It was deleted, or it is not open to you.',
  'document-conflict': 'Somebody else changed it first. Look at the latest state and try again.',
  'document-exists': 'There is one of that name already. Choose another name.',
  'document-invalid': 'Something in the form is wrong. Check the marked fields.',
  'query-refused': 'You are not permitted to see this list.',
  'limit-device-rate': 'The device sends faster than its type allows. It is told when to go on.',
  'limit-batch': 'Too many at once. Try with fewer.',
  'document-forbidden': 'You are not permitted to do this.',
  'document-key-taken': 'That name or number is taken. Choose another.',
  'document-in-use': 'It is in use elsewhere and cannot be deleted.',
  'document-bare': 'The data is damaged and cannot be shown. Tell an administrator.',
  'field-refused': 'Some of it may not be changed.',
  'query-too-wide': 'Too many conditions. Use fewer.',
  'collection-unknown': 'This data cannot be handled. Reload the page.',
  'device-not-found': 'No such device. Check the serial number.',
  'device-gone': 'The device was taken away. Check the device settings.',
  'account-exists': 'This e-mail address is registered already.',
  'password-too-short': 'The password is too short.',
  'password-too-long': 'The password is too long.',
  'password-too-common': 'The password is a common one. Choose another.',
  'limit-subscriptions': 'Too much is open at once. Close screens that you do not use.',
  'limit-watches': 'Too many devices are watched at once. Close screens that you do not use.',
  'limit-length': 'Too many rows. Split the file into parts of up to {{limit}} rows.',
  'limit-size': 'The data is too large. Make it smaller.',
  'limit-fields': 'At most {{limit}} fields can be changed at once. Save them in parts.',
  'limit-keys': 'At most {{limit}} entries can be kept. Remove some.',
  'limit-values': 'At most {{limit}} values can be added or removed at once. Save them in parts.',
  'ingest-unavailable': 'Nothing is received from devices. It comes back by itself.',
  'bus-disconnected': 'The servers have lost each other. It comes back by itself.',
  'feed-failed': 'Updates have stopped. Try again.',
  'media-type-refused': 'Files of this kind are not accepted.',
  'limit-commands': 'Too much is waiting to be sent. Please try again once connected.',
  'command-key-taken': 'This was already sent with other contents. Check it and do it again.',
  'command-key-invalid': 'This could not be sent. Reload the page and do it again.',
  'confirmation-required': 'Please confirm that it is you, then go on.',
  'password-wrong': 'That is not the password. Check it and enter it again.',
  'confirmation-failed': 'That could not be confirmed. Check what you entered and try again.',
  'last-factor-refused':
    'Your organisation requires two-step sign-in, so the last one cannot be removed. Add another first.',
  'passkey-exists': 'This passkey is registered already.',
  'provider-account-taken': 'This account is linked to somebody else.',
  'provider-account-exists': 'Another account of this provider is linked already. Unlink it first.',
  'provider-last': 'cannot unlink the last provider',
  'provider-invalid': 'invalid provider',
  'saml-provider-exists': 'This id is taken. Choose another.',
  'saml-certificate-invalid':
    'The certificate cannot be read. Paste an RSA certificate of at least 2048 bits in PEM form.',
  'address-unproven': 'Your address has to be confirmed. Go on from the link in the mail.',
  'anonymous-refused': 'Guests are not accepted here.',
  'domain-move-forbidden': 'You may not move this organization.',
  'domain-below-itself-invalid':
    'An organization cannot stand below itself or below one of its own parts.',
  'domain-tree-invalid':
    'It cannot be moved to another tree of organizations, and the top of a tree cannot be moved.',
  'domain-depth-invalid': 'The organizations would be nested too deep. Choose one further up.',
  'domain-tree-conflict':
    'Somebody else has just rearranged the organizations. Look at them again, and try once more.',
  'domain-in-use':
    'It cannot be deleted: {{count}} rooms, devices, members or parts still belong to it. Move or delete them first.',
  'domain-part-limit-reached':
    'At most {{limit}} organisations can hang directly below one. Make it below another one.',
  'view-in-use': 'It cannot be deleted: {{count}} organizations or rooms are shown by it.',
  'job-not-found': 'This job is no longer there. Load the list again.',
  'job-state-conflict':
    'This job cannot be repeated now: it is running, or the same work is waiting already.',
  'job-retry-invalid': 'Jobs of this kind cannot be repeated from here.',
  'device-type-in-use': '{{count}} devices are of this type, so it cannot be deleted.',
  'device-type-code-in-use': '{{count}} devices are of this type, so its code cannot be changed.',
  'device-type-streams-in-use':
    '{{count}} devices are of this type. Streams {{streams}} cannot be changed or removed, because recordings would change their meaning. Make a new type instead.',
  'domain-not-found': 'No such organisation. It was deleted, or you may not see it.',
  'domain-registration-refused':
    'Organisations register by invitation only. Without an invitation code, contact your reseller.',
  'invitation-elsewhere':
    'This invitation is for another organisation. Open the address you were given again.',
  'invitation-expired': 'This invitation has expired. Ask whoever invited you for another.',
  'invitation-forbidden': 'You cannot invite to this access level.',
  'invitation-not-found': 'No such invitation. Check the address or the code.',
  'invitation-revoked': 'This invitation was withdrawn. Ask whoever invited you.',
  'invitation-used': 'This invitation has been used. If you have joined already, sign in.',
  'limit-registration': 'Too many tries. Wait about 15 minutes.',
  'link-expired': 'This link has expired. Start again from the beginning.',
  'link-forbidden':
    'This link belongs to another account. Sign in with the account that asked for it and open it again.',
  'link-not-found': 'This link is not right. Check that you opened the whole address.',
  'link-revoked': 'This link was withdrawn. Ask whoever sent it.',
  'link-used': 'This link has been used. It works once.',
  'member-address-missing':
    'This account has no e-mail address, so it can be given no password. Invite them anew, or let them sign in with LINE or Google.',
  'mail-missing':
    'Mail is not set up, so this is not available. Contact your organisation’s administrator.',
  'member-exists':
    'You belong to an organisation already. To move to another, or for another access level, ask its administrator.',
  'member-level-refused': 'People of “{{organisation}}” cannot have this level.',
  'member-limit-reached':
    '“{{organisation}}” has reached its limit of {{limit}} members. Contact its administrator.',
  'member-missing': 'You belong to no organisation, so this cannot be kept.',
  'one-time-link-forbidden': 'You cannot make viewing links for this organisation.',
  'organisation-full':
    'This organisation has as many members as it may. Contact its administrator.',
  'owner-last':
    'This is the last administrator of “{{organisation}}”. Give somebody else the same level first.',
  'photo-invalid': 'This photo cannot be read. Choose a PNG, JPEG or WebP file.',
  'photo-not-found': 'There is no photo.',
  'photo-too-large': 'This photo is too large. The limit is {{limit}} kB.',
  'room-limit-reached':
    'The contract’s limit of {{limit}} rooms is reached. Contact your supplier.',
  'device-limit-reached':
    'The contract’s limit of {{limit}} devices is reached. Contact your supplier.',
  'host-misdirected':
    'Not available under this name. Open the address that your administrator gave you.',
  'correction-time-invalid':
    'The clock of this device is wrong, so this cannot be saved. Set it and try again.',
  'correction-limit-reached': 'One person can save at most {{limit}} corrections a night.',
  'sign-in-methods-invalid': 'Nobody could sign in any more. Choose at least one way that works.',
  'sign-out-first': 'You are signed in already. Sign out and open this again.',
  'way-in-missing':
    'You would have no way to sign in again. Set up a password, LINE or Google first.',
  'member-not-found': 'This member cannot be found: they were removed, or you may not see them.',
  'history-check-forbidden': 'You may not check the change history.',
  'member-equal-by-mail':
    'A member of your own level cannot be handed a password. Send it by e-mail.',
  'manager-new-forbidden':
    'For seven days after becoming a manager you cannot do this to a member of your own level. Ask another manager.',
  'member-forbidden': 'You may not change this member.',
  'collection-without-key': 'This list cannot be searched by number. Choose from the list.',
  'delete-misplaced': 'This item cannot be removed. Check what was entered.',
  'transform-misplaced': 'This item cannot be changed in this way. Check what was entered.',
  'test-alarm-device-missing':
    'This room has no device to try an alarm from. Put one into the room first.',
  'test-alarm-in-use': 'A test of this room is not over yet. Wait a moment and try again.',
  'limit-rehearsals': 'Other trial runs are under way. Try again once they have ended.',
  'push-missing': 'This server does not notify browsers.',
  'push-service-refused':
    'This server cannot notify this browser. Use another browser, or tell your administrator.',
  'loan-span-invalid': 'The day of return has to be later than the first day.',
  'loan-return-invalid': 'A device comes back between the first day of its loan and today.',
  'loan-owner-invalid':
    'Check who owns the device and who borrows it. Nobody borrows from themselves.',
  'loan-borrower-missing': 'The borrowing organisation was not found. Choose another.',
  'loan-device-archived': 'This device is out of use. Put it back into use before lending it.',
  'loan-begun-in-use': 'This loan has begun. Record the return instead.',
  'loan-returned-archived': 'This loan is over, so its dates stay.',
  'bill-terms-missing':
    'What bills say and prices are not set yet. Enter them under “Billing settings”.',
  'bill-month-invalid': 'This month is not over yet. Make its bills next month.',
  'bill-month-deviceless-invalid': 'No device was in a room yet in this month. Choose a later one.',
  'bill-draft-stale-conflict':
    "The billing settings, a partner, a name or an address changed after this draft was made. Make the month's bills again, then issue it.",
  'bill-state-conflict': 'This bill has another state by now. Look at it again, then retry.',
  'bill-days-taken':
    'Another bill charges some of these days. Make the bills of this month anew, then look at this draft again.',
  'bill-partner-ended-conflict':
    'This partner has ended. To go on with the bill, make the partner active again on the page of partners first. Drafts are made without them once the bills of the month are made anew.',
  'bill-payment-invalid': 'The payment date must lie between the date of the bill and today.',
  'bill-paper-timeout': 'Making the PDF took too long and was stopped. Try again in a moment.',
  'bill-paper-memory': 'This bill has too many lines for a PDF.',
  'limit-tomograph-questions':
    'Many sums of tomographs are being worked out. Yours is shown when its turn comes: please wait.',
  'limit-device-days': 'Many counts of device days are running. Try again in a moment.',
  'limit-bill-papers': 'Other PDFs of bills are being made. Try again in a moment.',
  'threshold-crossed-conflict':
    'A lower limit would reach an upper one in “{{name}}”, and in {{count}} places in all that set their own. Change those first.',
  'partner-bills-in-use':
    'There are drafts or unpaid bills, so the partner cannot be ended or deleted. Settle the bills first.',
  'partner-customer-taken':
    'A chosen organisation belongs to another partner. Take it off that one first.',
  'partner-customer-invalid':
    'A chosen organisation is not a customer of this agency. Choose again.',
  'storage-full-unavailable':
    'The server has no room left. Nothing was changed. Tell the administrator.',
  'loan-overlap-conflict':
    'The device is on another loan then. Change the dates, or record the return of the other loan first.',
  'device-lent-in-use': 'This device is on loan. Take it out of use once it is back.',
  'device-recorded-in-use':
    'This device has recordings and cannot be deleted. Take it out of use instead.',
  'device-serial-refused':
    'This serial number cannot be registered. Check it; if it is right, contact your supplier.',
  'device-serial-taken': 'A device with this serial number is registered already.',
  'room-archived':
    'This room is archived. Bring it back in the room settings before you put devices into it.',
  'room-devices-in-use':
    'There are {{count}} devices in this room. Move them or take them out first.',
  'room-recorded-in-use':
    'This room has recordings and can be neither deleted nor moved to another organization. Archive it instead.',
  'device-forbidden': 'You may not change this device.',
  'device-report-invalid': 'The device’s report cannot be read. Check the device’s software.',
  'document-parent-missing': 'Where it belongs was not found. It may have been deleted.',
  'document-placement-invalid': 'It cannot be put there. Choose another organisation or room.',
  'entry-not-found': 'Not found. It may have ended already.',
  'field-name-invalid': 'The name of an item is not valid. Reload the page.',
  'field-path-invalid': 'The name of an item is not valid. Reload the page.',
  'field-paths-conflict': 'The same item was changed twice. Reload the page.',
  'key-refused': 'The device’s number or key is wrong.',
  'merge-contradictory': 'The change contradicts itself. Reload the page.',
  'merge-field-missing': 'An item of the change is missing. Reload the page.',
  'path-invalid': 'There is no such place for data. Check the address.',
  'precondition-invalid': 'The condition of the change is not valid. Reload the page.',
  'query-contradictory': 'The filters contradict each other. Change them.',
  'query-cursor': 'The rest of the list cannot be read. Open the list again.',
  'query-list': 'A filter has too many values, or none. Change it.',
  'query-offset-live': 'This list cannot be watched from its middle. Open it again.',
  'query-operator': 'That filter does not work here. Change it.',
  'query-order': 'That order does not work here. Choose another.',
  'subscription-id-taken': 'The list was asked for twice. Reload the page.',
  'value-too-deep': 'The data is nested too deeply. Check what was entered.',
  'file-name-invalid':
    'The file name has characters that cannot be used. Rename it and choose it again.',
  'file-unreadable':
    'The file cannot be read. Check that it was not moved or changed, and choose it again.',
  'analysis-forbidden': 'You may not have the nights of this room analysed anew.',
  'night-memory': 'The analysis would need too much memory and was stopped.',
  'night-timeout': 'The analysis came to a standstill and was stopped.',
  'night-version-not-found': 'This version of the result is no longer there.',
  'import-failed': 'The import could not go on. Reload the page and try again.',
  'import-archive-encrypted':
    'This ZIP is encrypted. Make it again without a password, or choose the unpacked files.',
  'import-archive-expands':
    'This ZIP becomes too large when it is unpacked. Choose its files in parts.',
  'import-archive-nested': 'There is another archive in this ZIP. Unpack it and choose its files.',
  'import-archive-several': 'This ZIP holds several recordings. Choose one recording at a time.',
  'import-archive-unsafe': 'A file in this ZIP has a name that cannot be used. Make the ZIP again.',
  'import-file-missing':
    'A file that belongs to this recording is missing. Choose all files of the recording together.',
  'import-empty':
    'The file holds no measured values. A file with results of sleep alone can be imported as a table: CSV import, “Sleep by night”.',
  'export-empty': 'There is nothing to export in this range.',
  'export-names-forbidden': 'You may not export names and notes about the person in this room.',
  'export-range-invalid': 'The end has to be later than the beginning.',
  'note-time-invalid': 'A note lies between 1990 and tomorrow and is at most 31 days long.',
  'export-range-too-long': 'At most {{limit}} days can be exported at once. Divide the range.',
  'export-rate-unsupported': 'These signals cannot stand in one EDF file. Choose fewer, or CSV.',
  'export-streams-too-many': 'At most {{limit}} signals can be exported at once.',
  'limit-clock-fits': 'Other recordings are being compared. Try again in a moment.',
  'limit-night-orders':
    'Nearly {{limit}} nights of this organization are waiting to be analysed. Try again when they are done.',
  'limit-csv-drafts':
    'You have {{limit}} tables that are not imported yet. Import one of them, or try again tomorrow.',
  'limit-csv-kept':
    'The tables that this organization keeps have reached {{limit}} MB. Tables go after {{days}} days; try again then.',
  'limit-size-table': 'The table holds too much. Split it into parts of up to {{limit}} MB.',
  'report-forbidden': 'You may not see or change this report.',
  'report-filter-forbidden':
    'Only those who see residents may filter by sex. Take that filter off.',
  'report-range-invalid': 'The period ends before it begins. Choose the dates again.',
  'report-range-too-long':
    'A report covers {{limit}} nights at most. Shorten the period, or make several reports.',
  'report-rooms-too-many':
    'A report covers {{limit}} rooms at most. Filter by organisation, room or tag.',
  'report-not-found': 'This report cannot be found. It was deleted, or is no longer shared.',
  'report-saved-limit-reached':
    "{{limit}} reports are kept at most: of those that an organisation shares, and of one's own. Delete some that are not used.",
  'report-name-taken': 'You saved a report of this name already. Choose another name.',
  'report-unreadable': 'This saved report cannot be read. Delete it and save it anew.',
  'report-link-sexes':
    'A report filtered by sex cannot be opened by a viewing link. Save it without that filter, and make a link to that report.',
  'report-unshared': 'A report of your own cannot be mailed. Share it with the organisation first.',
  'report-recipient-invalid': 'Somebody among the recipients cannot see this report. Choose again.',
  'report-timeout': 'Making the file took too long and was stopped. Choose fewer rooms or nights.',
  'report-memory': 'The file is too large and was stopped. Choose fewer rooms or nights.',
  'limit-reports': 'You can have {{limit}} reports made at a time. Try again in a moment.',
  'limit-exports': 'Many files are being made right now. Try again in a moment.',
  'limit-exports-own':
    'You can export {{limit}} files at a time. Try again when one of them is done.',
  'import-exists': 'This room has a file with the same content already. Look at its history.',
  'import-forbidden': 'You may not import data into this room.',
  'import-format-unknown': 'The format of the file is not known. Check that it is supported.',
  'import-format-unsupported':
    'This format cannot be imported. Unpack a compressed file, export others as EDF or CSV, and try again.',
  'import-in-use': 'This import is being worked on. Try again when it is done.',
  'import-memory':
    'Reading the file would need too much memory and was stopped. Divide the file and try again.',
  'import-not-found': 'This import cannot be found.',
  'import-original-missing': 'The original file is not stored. Upload it again.',
  'import-rate-missing':
    'There is no column of times: say how many values there are a second, and run it again.',
  'import-start-missing':
    'The file does not say when the recording began. Say so, and run it again.',
  'import-state-conflict': 'The state of the import has changed. Look at where it is now.',
  'import-timeout': 'Reading the file came to a standstill and was stopped.',
  'import-too-large': 'The file is too large for its format. Divide it and import the parts.',
  'import-unreadable': 'The file cannot be read: it is damaged or of another format.',
  'job-failed': 'The work failed before its end. Run it again.',
  'limit-uploads': 'Too many files are being uploaded at one time. Add more when some are done.',
  'precondition-tus-version': 'The way of uploading does not match. Reload the page.',
  'upload-checksum-invalid': 'What arrived is not the file that was chosen. Upload it again.',
  'upload-empty': 'The file is empty.',
  'upload-expired': 'The upload was left unfinished for too long. Upload the file again.',
  'upload-forbidden': 'Uploads of other people cannot be continued.',
  'upload-header-invalid': 'What came with the upload is not right. Reload the page.',
  'upload-length-invalid': 'The file has another length than was said. Choose it again.',
  'upload-metadata-invalid': 'What came with the upload is not right. Reload the page.',
  'upload-not-found': 'The upload cannot be found. Choose the file again.',
  'upload-offset-conflict': 'The upload is at another place. It goes on from there by itself.',
  'upload-quota-reached':
    'There is no room left for files of your organisation. Tell an administrator.',
  'upload-too-large': 'The file is too large.',
  'csv-device-elsewhere': 'The device with this serial belongs to another organisation.',
  'csv-import-changed': 'This import was begun with another table. Please start again.',
  'csv-import-empty': 'There are no rows to import.',
  'csv-import-forbidden': 'You may not import tables of this kind.',
  'csv-import-not-found': 'This import was not found.',
  'csv-import-state-conflict': 'The import has moved on. Please look at its latest state.',
  'csv-kept-accepted': 'The invitation was used or withdrawn already.',
  'csv-kept-changed': 'It was changed after the import.',
  'csv-kept-part': 'Some of it was changed after the import. The rest is as it was before.',
  'csv-kept-used': 'A device stands in this room.',
  'csv-member-elsewhere': 'This member belongs to another organisation.',
  'csv-night-analysed': 'This night has been analysed. A table does not write over it.',
  'csv-room-unknown': 'Room "{{room}}" was not found. Please register the room first.',
  'csv-row-invalid': 'Some values are not valid.',
  'csv-row-repeated': 'The same as line {{row}}. Please keep one of the two.',
  'csv-type-unknown': 'Device type "{{code}}" was not found. Please check its code.',
} as const;
