/**
 * The help page. A topic has a title and paragraphs, one in each line; features/help has its extra
 * content.
 */
export const help = {
  lead: 'What to do when something is wrong, and how to use the screens.',
  search: 'Search the help',
  searchCount: '{{count}} found',
  nothing: 'Nothing was found',
  nothingWhy: 'Please try other words.',
  clear: 'Show everything',
  contents: 'Contents',
  print: 'Print',
  printed: 'Printed {{date}}',
  level: 'For: {{level}}',
  groups: {
    watch: 'Watching',
    read: 'Reading',
    work: 'Keeping at work',
    account: 'Sign-in and settings',
    keyboard: 'Keyboard',
    about: 'About',
  },
  topics: {
    board: {
      title: 'The list of rooms',
      body: 'Rooms are shown as cards, small cards or a table, narrowed by building, floor and state. The choice is part of the page address, so you can share it.\n“Needs attention” on the right lists rooms that someone should go to, the most urgent first; among equals, the one that has waited longest.',
    },
    call: {
      title: 'Answering a call',
      body: 'A call stands in red at the top of “Needs attention”. Whoever goes presses “I am on it”; everybody’s screen then says “On the way”, who it is and since when. If two press at once, the first to arrive goes.\nPressed by mistake? “Take back” lets it ring again, since its first time. Press “I was there” when done. If the room calls again before that, it stands in red again.\nIt can be pressed without a network too. It is sent once when connected, and does not clear a newer call.',
    },
    live: {
      title: 'Seeing traces as they are measured',
      body: '“Live wall” shows many rooms on one screen, “Device live” and “Room live” one at a time. Where a line is broken no data came. A red band is saturation, a faint line is noise.',
    },
    shapes: {
      title: 'What the shapes mean',
      body: 'A state is shown by shape and word, never by colour alone.',
    },
    numbers: {
      title: 'About the numbers',
      body: 'Heart rate, respiration and temperature are for reference, not for diagnosis. Without a recent value “--” is shown.\nHeart rate older than {{heart}} s, respiration older than {{respiration}} s and temperature older than {{temperature}} s are not shown.',
    },
    sound: {
      title: 'Sound and notices',
      body: 'When somebody calls, a banner stands over every page and this device sounds, until somebody presses “I am on it”. With several pages open only one window sounds.\nWhether it would sound is always told at “Sound” above. Where it says that sound is blocked, press anywhere on the page once. Loudness and a trial are there too.\nWhat sounds can be held back for 3 to 15 minutes. It comes back by itself, and new calls sound meanwhile.\nThe page cannot know the volume of the device, whether it sleeps, or an empty battery: go on using the call system that the home has.\nWhile you look at no page, notices of the browser, mail and LINE tell you too: choose them under “Notices” in your account. Only the room and the kind are sent. On iPhone and iPad add the page to the home screen first.\n“This has reached nobody” in the banner means that no push message, mail or LINE message could be sent and that no page that sounds is open: tell somebody directly. “This has reached only people at a screen” means that only people with an open page that sounds can notice; it changes if no such page is open at the next notification. Press the words for an explanation.\nWhether alarms arrive, the “Test alarm” among a room’s alarms finds out.',
    },
    install: {
      title: 'Add to the home screen',
      body: 'iPhone and iPad: open the page in Safari and choose “Add to Home Screen” from the share button. Notifications while no page is open arrive only if you open Yamori by that icon.\nAndroid: open the page in Chrome and choose “Add to Home screen” or “Install app” from the menu.\nThe board and the monitoring screen keep the device awake while it can sound. A low battery may end that, so keep the device charging.',
    },
    offline: {
      title: 'When the network is gone',
      body: 'The bar says “Connection lost”, what is shown turns grey and says as of when it is. Go and see for yourself. The page returns by itself.\nA page that is opened without a network shows the copy kept on this computer: the list of rooms and the last seven nights of each. A copy is kept for seven days.\nWhat you do meanwhile waits, and is sent once and in order when connected, even if the page was closed. What could not be done is shown with the reason.\nSigning out removes the copy and whatever waits from this computer.',
    },
    update: {
      title: 'New versions',
      body: 'A notice at the top says when there is a new version. Nothing changes until “Update” is pressed; press it when your hands are free. If something is unsaved or a call is open, you are told first.',
    },
    trouble: {
      title: 'When something is wrong',
      body: '“No signal”: check the device’s power and its reach.\n“Sensor off”: check how it is worn and its cable.\n“Connection lost”: check the network of this computer.\nIf only a part of the page is missing, press “Try again”; if that does not help, reload the page.',
    },
    signIn: {
      title: 'Signing in',
      body: 'Beside e-mail address and password, the sign-in page shows the other ways of this installation. “Forgotten password” sets a new one by e-mail.\nAfter many wrong tries sign-in rests for a while.',
    },
    secondFactor: {
      title: 'Two-step sign-in',
      body: 'The account page registers an authenticator app or a passkey. Write the backup codes down and keep them in a safe place, for when the phone is lost.\nIf your organisation requires it, no other screen opens until it is registered.',
    },
    sessions: {
      title: 'Signed in elsewhere',
      body: 'The account page lists where you are signed in. End what you do not know. On a shared computer always sign out; that works without a network too.',
    },
    invite: {
      title: 'Inviting staff',
      body: 'Administrators register staff by sending a link. It carries an access level and an end, and works once. An organisation’s top administrators can give up to their own level, everybody else only lower ones.\nA suspended member is signed out at once.',
    },
    screens: {
      title: 'Screens that this level opens',
      body: 'Which screens open is decided by the access level that the organisation’s administrator has given.',
    },
    appearance: {
      title: 'Appearance and language',
      body: 'The menu behind your name offers dark, light and night red. Night red keeps eyes used to the dark. The language changes at once. Both stay with this computer.',
    },
    keys: {
      title: 'All keys',
      body: 'They rest while you type. ? opens this list on every screen.',
    },
    privacy: {
      title: 'What is counted',
      body: 'Only how often each screen is opened and how long it takes to show, by the day. Not who looked at which room, nor when. Nothing is sent elsewhere.',
    },
    api: {
      title: 'API',
      body: 'For developers of other software: every call, with an example of each.',
    },
    version: { title: 'Version', body: 'Yamori {{version}}' },
  },
  shortcuts: 'Keyboard',
  shortcut: {
    search: 'Find rooms, devices, screens',
    alarm: 'Go to the first alarm that waits',
    attention: 'Go to the first that needs attention',
    list: 'Open this list',
    move: 'Move in a list',
    open: 'Open what is chosen',
    leave: 'Close a search, menu or list',
    firstLast: 'Go to the first or last',
  },
  openApi: 'Open the API reference',
  counted: 'Be counted',
  countedBrowser: 'This browser is set not to be tracked, so nothing is counted.',
  goTo: 'Open “{{screen}}”',
  shortcutsOn: 'Use single keys',
  shortcutsOnWhy:
    'Turn them off if speech input or slips of the hand trigger them. Ctrl K always works.',
} as const;
