/** Account page. */
export const account = {
  identity: { title: 'アカウント', name: '名前', email: 'メールアドレス', level: '権限' },
} as const;
