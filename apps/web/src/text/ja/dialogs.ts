/** Buttons that dialogs bring themselves where a screen gives no verb of its own. */
export const dialogs = {
  ok: '決定する',
  cancel: 'やめる',
  close: '閉じる',
} as const;
