/** Import of files: choosing, sending, and the history of a room. */
export const imports = {
  desk: {
    drop: 'Drop files here', choose: 'Choose files', formats: 'Yamori (.ymr), EDF, EDF+, BDF, Goe-MF, WFDB (.hea with .dat and so on), Axivity (.cwa), ZIP, and CSV of Actiware, AWD, MotionWare, ActiGraph and others. Several at once, up to 2 GB each.',
    list: 'Chosen files', startAll: 'Import all ({{count}})', roomOfAll: 'Room of all files', sameRoom: 'Use this room for all', emptyTitle: 'No files yet', emptyWhy: 'Chosen files are checked on this device and are not sent before you press Import.', tidy: 'Tidy away finished files',
    keepsGoing: 'Sending goes on while you look at other screens. If you close the browser, it continues the next time you open it.',
    toHistory: 'History of this room', toAll: 'Import into another room',
    status: { checking: 'Checking {{figure}}', ready: 'ready {{figure}}', sending: 'sending {{figure}}', refused: 'cannot be imported {{figure}}', there: 'sent {{figure}}' }, statusBetween: ', ',
  },
  stage: {
    waiting: 'Waiting to be checked', checking: 'Checking', checked: 'Ready to import', queued: 'Waiting to be sent', sending: 'Sending', network: 'Waiting for the network', otherTab: 'Being sent by another tab', fileNeeded: 'File needed', there: 'Sent', refused: 'Cannot be imported',
  },
  item: {
    start: 'Import', remove: 'Take {{name}} off the list', giveUp: 'Stop sending {{name}}', progress: 'Progress of {{name}}', sent: '{{sent}} of {{size}}', held: 'It continues by itself when the network is back.', heldByTab: 'Another tab is sending the same file. The result will show here too.',
    permission: 'The file that you chose before can be sent on from where it stopped.', resume: 'Continue sending', choice: 'Sending stopped halfway. Choose the same file to continue from there.', wasOther: 'The file you chose has other content than before. Choose the same file.', chooseAgain: 'Choose the same file',
    parts: 'Taken as one recording: {{names}}', missing_one: '{{files}} is missing.', missing_other: '{{files}} are missing.', addMissing: ' Choose it, and it joins this recording.',
    wasThere: 'This room already has a file with the same content. It is not stored twice.',
  },
  check: {
    format: 'Format', device: 'Device', period: 'Period', length: 'Length', streams: 'Signals', streamCount: '{{count}}', gaps: 'Gaps', gapCount: '{{count}}', noGaps: 'None', annotations: 'Annotations', annotationCount: '{{count}} (not imported)',
    range: '{{from}} – {{to}}', unknownStart: 'Not stated', streamNames: '{{count}} ({{names}})',
    pictures: 'Outline of the signals', noPicture: 'No outline', signal: '{{label}}, {{rate}}, {{samples}} samples', rate: '{{rate}} Hz', perMinute: '{{count}} a minute', everySeconds: 'every {{seconds}} s', everyMinutes: 'every {{minutes}} min', everyDays_one: 'every {{count}} day', everyDays_other: 'every {{count}} days', events: 'events', channels_one: '{{count}} channel', channels_other: '{{count}} channels', more: '{{count}} more',
    good: 'Nothing is damaged', faults: 'Findings', faultCount_one: '{{count}} place', faultCount_other: '{{count}} places', atByte: 'byte {{byte}}', inFile: '{{file}}, {{place}}', atRow: 'row {{row}}', atRowColumn: 'row {{row}}, column “{{column}}”', atField: '{{field}} (byte {{byte}})', keptRest: 'Everything that is not damaged can be imported.',
  },
  choose: {
    room: 'Room', roomPlaceholder: 'Choose a room', proposedThen: 'The device stood in this room when this was recorded.', proposedNow: 'The device stands in this room now.', elsewhere: 'When this was recorded the device stood in another room: {{room}}', night: 'Night of {{night}}',
    nightLabel: 'Night', rate: 'Values a second', rateHint: 'Needed because there is no column of times. A value a minute is 0.0167.', applyRate: 'Read again with this', date: 'Day of the first value', time: 'Time of the first value', startHint: 'Needed because the file does not say.', review: 'Check the clock before storing', reviewHint: 'Compares it with what the room has, and can correct offset and drift.',
    roomsLoading: 'Loading rooms', noRooms: 'There is no room to import to.', needRoom: 'Choose a room.', needRate: 'Enter the values a second.', needStart: 'Enter day and time of the first value.', sameElsewhere: 'Another room has a file with the same content: {{rooms}}',
  },
  state: {
    waiting: 'Waiting its turn', uploading: 'Sending', checking: 'Checking', ready: 'Waiting to be stored', storing: 'Storing', analysing: 'Analysing', done: 'Done', failed: 'Failed', undoing: 'Undoing', undone: 'Undone',
  },
  action: {
    start: 'Store', rerun: 'Import again', undo: 'Undo the import', cancel: 'Stop', discard: 'Delete the original', download: 'Original', openNight: 'Open this night',
    undoTitle: 'Undo this import?', undoMessage: 'Only the records that “{{name}}” added are taken out of the room. The original stays and can be imported again.', undoOk: 'Undo',
    rerunTitle: 'Import again?', rerunMessage: 'The records that “{{name}}” added are taken out, then it is checked and stored again.', rerunOk: 'Import again',
    cancelTitle: 'Stop this import?', cancelMessage: 'Nothing of “{{name}}” stays in the room.', cancelOk: 'Stop',
    discardTitle: 'Delete the original?', discardMessage: '“{{name}}” is deleted from the server. This cannot be undone. The history stays.', discardOk: 'Delete', keep: 'Keep', accepted: 'Accepted.',
  },
  clock: {
    title: 'Clock', looking: 'Comparing with what the room has', none: 'There is nothing to compare with at that time. You can store it as it is.', ahead: 'The recording’s clock is {{seconds}} s ahead.', behind: 'The recording’s clock is {{seconds}} s behind.', drift: ' It drifts by {{seconds}} s a day.',
    certainty: 'Certainty {{percent}}% ({{kind}}, {{length}} compared)', adjust: 'Correct and store', asIs: 'Store as it is', adjusted: 'Stored with a corrected clock ({{seconds}} s, {{ppm}} ppm)',
  },
  history: {
    recent: 'Recent imports', list: 'Imported files', emptyTitle: 'No imports yet', emptyWhy: 'When a recording is imported into this room, its state and result appear here.', toImport: 'Import a file', more: 'Show more', all: 'All', filter: 'Filter by state', running: 'Under way', ended: 'Done', failed: 'Failed or undone', noneOfState: 'There are none in this state.',
    frames: '{{figure}} frames', added: '{{figure}} added', repeated: '{{figure}} repeated', bad: '{{figure}} damaged', gaps: '{{figure}} gaps', details: 'Details', faults: 'Problems found', actions: 'What was done', noActions: 'Nothing yet', original: 'Original', originalThere: 'Kept', originalGone: 'Not kept',
    sha256: 'Fingerprint', continueHint: 'Choose the same file once more to continue.', unreadable: 'This import cannot be shown.', stale: 'The connection is lost. This is as of {{at}}.',
    table: { kind: 'Kind', label: 'Name', unit: 'Unit', rate: 'Rate', samples: 'Samples' },
    did: { uploaded: 'Sent', started: 'Storing begun', rerun: 'Imported again', undone: 'Undone', cancelled: 'Stopped', discarded: 'Original deleted', downloaded: 'Original fetched' },
  },
  /** What is measured, by the kinds of streams. */
  kind: {
    signal: 'Signal', ecg: 'ECG', impe: 'Impedance', 'respi-axl': 'Acceleration', eit: 'EIT', respihr: 'Rates of the device', temperature: 'Temperature', button: 'Button', flow: 'Airflow', thorax: 'Chest', abdomen: 'Abdomen', spo2: 'SpO2', snore: 'Snoring', activity: 'Activity', respiration: 'Respiration', 'heart-rate': 'Heart rate',
    eeg: 'EEG', eog: 'EOG', emg: 'EMG', pleth: 'Pulse wave', bvp: 'Pulse wave', press: 'Pressure', pressure: 'Pressure', leak: 'Leak', light: 'Light', position: 'Position', sound: 'Sound', eda: 'Skin conductance', checksum: 'Checksum', 'eit-readings': 'EIT (readings)',
  },
  fault: {
    emptyFile: 'The file is empty', unknownFormat: 'Unknown format', badMagic: 'It does not begin like this format', badHeader: 'A mistake in the header', unsupported: 'A format that is not read', missingFile: 'A file that belongs to it is missing', encrypted: 'It is encrypted', unsafeName: 'A file has a name that cannot be used', expandsTooFar: 'It becomes too large when unpacked', severalRecordings: 'It holds several recordings', nestedArchive: 'There is another archive in it', noSignals: 'There are no signals', truncated: 'It ends halfway',
    trailingBytes: 'Data behind the last record', recordCountUnknown: 'The number of records is not stated', digitalRange: 'A range of values is wrong', badRate: 'The rate is unknown', badChecksum: 'A checksum does not fit', badNumber: 'A value is no number', badAnnotation: 'An annotation cannot be read', badTime: 'A mistake in a time', overlap: 'Records overlap',
    overLimit: 'Over the limit; the rest is left out', badEncoding: 'Wrong encoding', nulByte: 'Data that is no text', mixedLineEnds: 'Mixed line ends', unclosedQuote: 'A quote never closes', noSync: 'Data that is no record', badVersion: 'Another version', badLength: 'A wrong length', badCrc: 'Damaged (the checksum does not fit)',
    badText: 'Text that cannot be read', badStream: 'A mistake in a signal’s description', unknownStream: 'A signal that the header does not name', wrongChannels: 'Another number of channels than the header says', tooManyStreams: 'Too many signals; the rest is left out', other: 'A problem ({{code}})',
  },
  field: { version: 'version', patient: 'field of the person', recording: 'field of the recording', startDate: 'start date', startTime: 'start time', headerBytes: 'length of the header', reserved: 'reserved field', recordCount: 'number of records', recordSeconds: 'length of a record', signalCount: 'number of signals', signals: 'fields of the signals' },
  length: { hours: '{{hours}} h {{minutes}} min', minutes: '{{minutes}} min {{seconds}} s', seconds: '{{seconds}} s', days: '{{days}} days' },
} as const;
