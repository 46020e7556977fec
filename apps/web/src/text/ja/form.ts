/** Words that fields bring themselves. */
export const form = {
  leaveTitle: '保存していない変更があります',
  leaveMessage: 'このまま移動すると、入力した内容は失われます。',
  leave: '保存せずに移動する',
  stay: '入力に戻る',
  more: '増やす',
  less: '減らす',
  chooseColour: '色を選ぶ',
  addTag: '入力して Enter',
  removeTag: '「{{tag}}」を外す',
  nothingFound: '見つかりません。',
  organisations: {
    loading: '組織を読み込んでいます…', searching: '探しています…', searchFailed: '探せませんでした。もう一度入力してください。', cut: '先頭の{{count}}件を表示しています。名前・ふりがな・組織コードの初めを入力すると、すべての組織から探します。', retry: 'もう一度読み込む',
  },
  dropFile: 'ここにファイルを置くか、押して選んでください。',
  dropFiles: 'ここにファイルを置くか、押して選んでください。複数選べます。',
  removeFile: '{{name}} を外す',
  fileSize: '{{size}} {{unit}}',
  fileTooLarge: '{{name}} は大きすぎます。{{size}} {{unit}} 以下にしてください。',
  fileOfOtherKind: '{{name}} は使えない種類のファイルです。',
  pictureUnreadable: 'この画像は読み取れません。別の画像を選んでください。',
} as const;
