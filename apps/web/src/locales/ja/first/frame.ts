/** Texts of every page, including those before sign-in. */
export const frame = {
  language: '言語',
  languages: { ja: '日本語', en: 'English' },
  product: 'やもり',
  close: '閉じる',
  offline: 'インターネットに接続されていません',
  unreached: 'サーバーに接続できません。ネットワークの接続を確認してください',
  unsent_one:
    'サインアウトされたため、送信待ちだった操作{{count}}件は送られませんでした。必要な操作をもう一度行ってください。',
  unsent_other:
    'サインアウトされたため、送信待ちだった操作{{count}}件は送られませんでした。必要な操作をもう一度行ってください。',
  update: '新しいバージョンが利用可能です',
  updateDo: '更新',
  updateTaken: '新しいバージョンに切り替わりました。入力を終えてから更新してください',
  updateUnsaved: '入力中の内容があります。更新すると、その内容は失われます。',
  updateAlarm:
    '呼び出し中の部屋、または終わっていないアラートがあります。更新のあいだ数秒、表示と音が止まります。',
  updateAnyway: 'それでも更新する',
} as const;
