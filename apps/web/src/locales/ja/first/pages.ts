/** States of a whole page or region. */
export const pages = {
  notFound: 'ページが見つかりません',
  notFoundWhy: 'アドレスが変わったか、入力が違っているかもしれません。',
  goHome: '一覧へ戻る',
  goSignIn: 'サインインの画面へ',
  broken: 'この部分を表示できませんでした',
  brokenWhy: '問題の内容はブラウザーの記録に残しました。もう一度読み込むと直ることがあります。',
  notLoaded: 'この部分を読み込めませんでした',
  notLoadedWhy:
    '通信が切れているか、新しいバージョンに切り替わっています。もう一度試すか、再読み込みしてください。',
  retry: 'もう一度試す',
  reload: '再読み込みする',
  offline: '接続がないため読み込めません',
  offlineWhy: '接続が戻ると自動で表示します。',
  failed: '読み込めませんでした',
  loading: '読み込み中',
} as const;
