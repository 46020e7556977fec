/** Whole-page and whole-region states: not found, refused, offline, broken. */
export const pages = {
  notFound: 'ページが見つかりません',
  notFoundWhy: 'アドレスが変わったか、入力が違っているかもしれません。',
  goHome: '一覧へ戻る',
  refused: 'この画面は開けません',
  refusedWhy: '{{level}}の権限では利用できません。必要なときは、組織の管理者に相談してください。',
  broken: 'この部分を表示できませんでした',
  brokenWhy: '問題の内容はブラウザーの記録に残しました。もう一度読み込むと直ることがあります。',
  retry: 'もう一度試す',
  reload: '再読み込みする',
  offline: '接続がないため読み込めません',
  offlineWhy: '接続が戻ると自動で表示します。',
  failed: '読み込めませんでした',
  loading: '読み込み中',
  stale: '更新が止まっています。表示は{{age}}の内容です。',
} as const;
