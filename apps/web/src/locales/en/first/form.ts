export const form = {
  required: 'required',
  wrong: 'Check this entry.',
  showPassword: 'Show the password',
} as const;
