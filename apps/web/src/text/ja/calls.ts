/** A call of a room: who goes, and what can be done about it. */
export const calls = {
  answer: '対応に向かう', withdraw: '取り消す', finish: '対応を終える',
  actions: '{{room}}の呼び出し',
  going: '{{room}}へ向かうと記録しました。ほかの職員の画面にも表示されます。',
  taken: '{{room}}には{{name}}さんが向かっています。',
  takenBySomebody: '{{room}}にはほかの職員が向かっています。',
  rings: '{{room}}から新しい呼び出しがあります。もう一度押してください。',
  over: '{{room}}の呼び出しへの対応は終わっています。',
  withdrawn: '取り消しました。{{room}}の呼び出しに戻しました。',
  finished: '{{room}}の対応を終えました。',
} as const;
