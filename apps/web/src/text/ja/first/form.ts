/** Words that the fields of the sign-in page bring themselves. */
export const form = {
  required: '必須',
  wrong: '正しく入力してください。',
  showPassword: 'パスワードを表示する',
} as const;
