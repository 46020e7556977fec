/** Lists, whatever they are of: filters, columns, choosing, several at once. */
export const list = {
  filters: '絞り込み',
  search: '一覧の中を検索',
  anyOf: '{{name}}：すべて',
  clear: '条件を消す',
  columns: '表示する項目',
  views: { label: '表示のしかた', card: 'カード', table: '表', smallcard: '小さいカード' },
  choose: '{{name}}を選ぶ',
  chooseAll: '表示中のすべてを選ぶ',
  chooseNone: '選択を解除',
  chosen: '{{count}}件を選択中',
  chosenActs: '選んだものへの操作',
  noMatch: '条件に合うものがありません',
  noMatchWhy: '条件を減らすか、言葉を変えてお試しください。',
  end: 'すべて表示しました。',
  cut: '先頭の{{number}}件だけを表示しています。ほかにもあります。件数と合計も、この分だけです。',
  more: '続きを読み込んでいます',
  bulk: {
    running: '{{total}}件中 {{done}}件が終わりました。', overTitle: '処理が終わりました', stoppedTitle: '途中で中止しました', over_one: '{{total}}件中 {{done}}件を処理しました。{{count}}件は処理できませんでした。', over_other: '{{total}}件中 {{done}}件を処理しました。{{count}}件は処理できませんでした。', progress: '進み具合', failures: '処理できなかったもの',
    stop: '中止する', close: '閉じる', changed: '{{count}}件を変更しました。', undone: '{{count}}件を元に戻しました。', undo: '元に戻す', undoing: '元に戻しています',
  },
  conflict: {
    title: 'ほかの人も変更しています', why: '同じ項目が、開いているあいだに変更されました。項目ごとに、残すほうを選んでください。', mine: 'あなたの入力', theirs: 'ほかの人の変更', back: '入力に戻る', save: '選んだ内容で保存する',
  },
  stays: { title: '置かれた部屋と期間', since: '{{from}}から', span: '{{from}}～{{to}}', none: '記録はまだありません。', unknown: '記録を読み込めませんでした。' },
} as const;
