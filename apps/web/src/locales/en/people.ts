export const people = {
  self: '{{name}} (you)',
  selfUnnamed: 'You',
  other: 'Another member of staff',
} as const;
