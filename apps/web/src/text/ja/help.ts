export const help = {
  lead: '困ったときの手がかりと、キーボードの使い方です。',
  shortcuts: 'キーボード',
  shortcut: {
    search: '部屋・機器・画面を探す', move: '一覧の中を移動する', open: '選んだ部屋を開く', leave: '検索やメニューを閉じる', firstLast: '最初・最後へ移動する',
  },
  shapes: '印の意味',
  shapesLead: '色だけでなく、形と言葉でも状態を示します。',
  numbers: '数値について',
  numbersWhy: '心拍・呼吸・体温は参考値です。診断には使えません。新しい値がないときは「--」と表示します。',
  ages: '心拍は{{heart}}秒、呼吸は{{respiration}}秒、体温は{{temperature}}秒より古い値を表示しません。',
  trouble: '困ったとき',
  troubles: {
    noSignal: '「信号なし」のときは、機器の電源と電波の届く場所を確認してください。',
    sensorOff: '「センサー外れ」のときは、装着とケーブルを確認してください。',
    lost: '「接続が切れています」のときは、この端末の通信を確認してください。つながると自動で戻ります。',
  },
  version: 'バージョン {{version}}',
} as const;
