/** A call from a room: who responds, and the possible actions. */
export const calls = {
  answer: '対応に向かう',
  withdraw: '取り消す',
  finish: '対応を終える',
  reopen: 'まだ終えていない',
  actions: '{{room}}の呼び出し',
  going: '{{room}}へ向かうと記録しました。',
  taken: '{{room}}には{{name}}さんが向かっています。',
  takenBySomebody: '{{room}}にはほかの方が向かっています。',
  rings: '{{room}}から新しい呼び出しがあります。もう一度押してください。',
  over: '{{room}}の呼び出しへの対応は終わっています。',
  withdrawn: '取り消しました。{{room}}の呼び出しに戻しました。',
  reopened: '{{room}}を対応中に戻しました。',
  finished: '{{room}}の対応を終えました。',
} as const;
