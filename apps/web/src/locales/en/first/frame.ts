export const frame = {
  language: 'Language',
  languages: { ja: '日本語', en: 'English' },
  product: 'Yamori',
  close: 'Close',
  offline: 'Not connected to the internet',
  unreached: 'The server cannot be reached. Check the network connection',
  unsent_one:
    'You were signed out, so {{count}} action that was waiting was not sent. Please do it again if it is needed.',
  unsent_other:
    'You were signed out, so {{count}} actions that were waiting were not sent. Please do again what is needed.',
  update: 'A new version is available',
  updateDo: 'Update',
  updateTaken: 'A new version has taken over. Update when you have finished typing',
  updateUnsaved: 'Something was typed and not saved. Updating loses it.',
  updateAlarm:
    'A room is calling or an alarm is open. Updating stops screen and sound for some seconds.',
  updateAnyway: 'Update anyway',
} as const;
