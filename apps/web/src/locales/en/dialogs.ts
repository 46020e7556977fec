export const dialogs = {
  ok: 'OK',
  cancel: 'Cancel',
  close: 'Close',
} as const;
