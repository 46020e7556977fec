export const help = {
  lead: 'What to do when something is wrong, and how to use the keyboard.',
  shortcuts: 'Keyboard',
  shortcut: {
    search: 'Find rooms, devices, screens', move: 'Move in a list', open: 'Open the chosen room', leave: 'Close the search or a menu', firstLast: 'Go to the first or last',
  },
  shapes: 'What the shapes mean',
  shapesLead: 'A state is shown by shape and word, never by colour alone.',
  numbers: 'About the numbers',
  numbersWhy: 'Heart rate, respiration and temperature are for reference, not for diagnosis. Without a recent value “--” is shown.',
  ages: 'Heart rate older than {{heart}} s, respiration older than {{respiration}} s and temperature older than {{temperature}} s are not shown.',
  trouble: 'When something is wrong',
  troubles: {
    noSignal: '“No signal”: check the device’s power and its reach.',
    sensorOff: '“Sensor off”: check how it is worn and its cable.',
    lost: '“Connection lost”: check the network of this computer. The page returns by itself.',
  },
  version: 'Version {{version}}',
} as const;
