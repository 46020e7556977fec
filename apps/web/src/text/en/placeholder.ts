export const placeholder = {
  notYet: 'This screen is not part of version {{version}} yet.',
  will: 'What it will do',
  instead: 'For now, use the list of rooms.',
} as const;
