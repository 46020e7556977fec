/** Built-in texts of the sign-in page's fields. */
export const form = {
  required: '必須',
  wrong: '正しく入力してください。',
  showPassword: 'パスワードを表示する',
} as const;
