/** Screens that a later version brings. */
export const placeholder = {
  notYet: 'この画面は、バージョン {{version}} にはまだ含まれていません。',
  will: 'この画面でできるようになること',
  instead: '今は、部屋の一覧をご利用ください。',
} as const;
