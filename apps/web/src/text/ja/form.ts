/** Words that fields bring themselves. */
export const form = {
  required: '必須',
  wrong: '正しく入力してください。',
  showPassword: 'パスワードを表示する',
  leaveTitle: '保存していない変更があります',
  leaveMessage: 'このまま移動すると、入力した内容は失われます。',
  leave: '保存せずに移動する',
  stay: '入力に戻る',
} as const;
