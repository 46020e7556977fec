/** Alarms on every page: what waits, and what is heard of it. */
export const alarms = {
  banner: 'Waiting for somebody',
  others_one: '{{count}} more room', others_other: '{{count}} more rooms',
  sound: { off: 'Sound off', blocked: 'Sound blocked', elsewhere: 'Sound elsewhere', ready: 'Sound on', sounding: 'Sounding', muted: 'Held back' },
  soundHelp: {
    off: 'This device makes no sound. Press to change that.',
    blocked: 'The browser holds back sound. Press anywhere on the page once, and it will sound.',
    elsewhere: 'Another window of this device makes the sound.',
    ready: 'This device sounds when somebody calls.',
    sounding: 'It stops when somebody goes.',
    muted: 'It sounds again after a while. New calls sound now too.',
  },
  left: 'Held back {{time}}',
  menu: 'Sound of this device', on: 'Make sound', volume: 'Loudness', volumes: { low: 'Low', medium: 'Medium', high: 'High' },
  mute: 'Hold back what sounds', muteFor: '{{minutes}} min', muteWhy: 'New calls sound. After that time it sounds again.', unmute: 'Sound again now', tryOut: 'Try the sound',
  browser: 'Tell me while I look at something else', browserOn: 'You are told while you look at something else', browserOff: 'The browser’s settings hold back notices',
  push: {
    on: 'Tell me on this device while no page is open', why: 'Only the room and the kind are told. It ends when you sign out.', until: 'You are told until this sign-in ends ({{at}}). Signing in again goes on with it.',
    ends: 'This device is told of no more alarms once your sign-in ends ({{at}}). Sign in again to go on being told.', again: 'This device goes on being told of alarms.', unreached: 'The notice service of this browser cannot be reached. Wait a moment and try again.',
  },
  notice: '{{room}} {{reason}}',
  forgotten: '{{reason}}, no word since somebody went',
} as const;
