/** Account page. */
export const account = {
  identity: { title: 'Account', name: 'Name', email: 'E-mail address', level: 'Access level' },
} as const;
