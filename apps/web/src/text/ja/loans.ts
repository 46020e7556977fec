/** Devices on loan to other organisations. */
export const loans = {
  title: '機器の貸し出し', list: '貸し出しの一覧', searchHint: '機器・組織・メモを検索', cancel: 'やめる', nothing: '（なし）', offline: '接続がないため保存できません。',
  empty: '貸し出している機器はありません', emptyWhy: '機器をほかの組織に貸し出すと、期間と返却の状況がここに並びます。',
  look: { label: '表示', calendar: '予定表', table: '表', card: 'カード' },
  fields: { serial: '機器', state: '状態', borrower: '借りる組織', owner: '持ち主', from: '貸し出し日', until: '返却予定日', returned: '返却日', note: 'メモ' },
  states: { planned: '予定', running: '貸し出し中', overdue: '返却遅れ', returned: '返却済み' },
  overdueBy_one: '返却遅れ {{count}}日', overdueBy_other: '返却遅れ {{count}}日',
  calendar: {
    label: '貸し出しの予定表', loans: '貸し出し', span: '期間の長さ', weeks_one: '{{count}}週間', weeks_other: '{{count}}週間', period: '期間', earlier: '前の期間', today: '今日', later: '次の期間', bar: '{{state}} {{borrower}}、{{serial}}、{{from}}から{{until}}まで',
    empty: 'この期間の貸し出しはありません', emptyWhy: '期間や絞り込みを変えるか、機器を貸し出してください。', cut: '貸し出しが多いため、一部だけを表示しています。表で絞り込んでください。',
  },
  lend: {
    open: '貸し出す', title: '機器を貸し出す', do: '貸し出す', done: '{{serial}} の貸し出しを登録しました。', reading: '機器を読み込んでいます', chooseDevice: '番号や名前で探す', chooseBorrower: '組織を選ぶ', ownedBy: '持ち主：{{name}}',
    what: '貸し出し日になると、借りる組織の部屋に置けるようになります。部屋に置かれている機器は、部屋から外したときに移ります。返却予定日を過ぎても、返却を記録するまでは借りた部屋で動き続けます。',
  },
  change: { title: '期間の変更', extend: '延長', save: '保存', saved: '{{serial}} の貸し出しを変更しました。' },
  return: {
    title: '返却', day: '返却した日', do: '返却を記録', done: '{{serial}} の返却を記録しました。', what: '機器は借りた部屋から外れ、持ち主に戻ります。これまでの記録は残ります。',
    several_one: '{{count}}台の返却を記録', several_other: '{{count}}台の返却を記録', severalTitle_one: '{{count}}台の返却を記録しますか', severalTitle_other: '{{count}}台の返却を記録しますか', running: '返却を記録しています',
  },
  withdraw: { open: 'この予定を取り消す', title: '貸し出しの予定を取り消しますか', message: '{{serial}} の貸し出しの予定を取り消します。', do: '取り消す', keep: '取り消さない', done: '{{serial}} の予定を取り消しました。' },
  panel: { title: '貸し出しの内容', gone: 'この貸し出しは見つかりません', goneWhy: '取り消された可能性があります。' },
} as const;
