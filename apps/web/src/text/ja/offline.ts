/** Without a network: what is shown, what waits to be sent, and what could not be done. */
export const offline = {
  copy: '保存した控えを表示しています（{{age}}の内容）。部屋を直接確認してください。つながると自動で最新になります。',
  waiting: '送信待ち {{count}}件',
  refused: '送れなかった操作 {{count}}件',
  title: '送信待ちの操作',
  lead: '通信が戻ると、上から順に一度だけ送ります。この画面を閉じても残ります。',
  empty: '送信待ちの操作はありません。',
  state: { waiting: '送信待ち', refused: '送れませんでした' },
  retry: 'もう一度送る',
  discard: '取り消す',
  discardRefused: '一覧から消す',
  commands: {
    callAnswer: '{{name}}の呼び出しへの対応', callWithdraw: '{{name}}の対応の取り消し', callFinish: '{{name}}の対応の終了', callReopen: '{{name}}の対応の再開',
    accidentAcknowledge: '{{name}}の通報への対応', accidentWithdraw: '{{name}}の対応の取り消し', accidentArrive: '{{name}}への到着', accidentResolve: '{{name}}の通報の終了', accidentReopen: '{{name}}の通報の再開', accidentMute: '{{name}}の音の一時停止', accidentNote: '{{name}}の通報のメモ', accidentUseful: '{{name}}の通知の評価', accidentReport: '{{name}}の職員の通報',
    change: '{{name}}の変更',
    note: '{{name}}のメモ',
    upload: '{{name}}のアップロード',
  },
  queued: '{{what}}を送信待ちにしました。通信が戻ると送ります。',
  refusedNotice: '{{what}}は送れませんでした。{{why}}',
  allSent: '送信待ちだった操作をすべて送りました。',
  leave: {
    title: '送信待ちの操作があります',
    message: 'サインアウトすると、送信待ちの操作{{count}}件は送られずに消えます。',
    do: '捨ててサインアウトする',
  },
} as const;
