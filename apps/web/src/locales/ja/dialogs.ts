/** Default buttons of dialogs without a verb of their own. */
export const dialogs = {
  ok: '決定する',
  cancel: 'やめる',
  close: '閉じる',
} as const;
