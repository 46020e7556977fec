/** レポート。 */
export const reports = {
  filters: '絞り込み', organisation: '組織（下の組織も含みます）', newest: '最近の夜', nights: '{{count}}夜', days: '日付', rooms: '部屋', everyRoom: 'すべての部屋', everySex: 'すべて', everyTag: 'すべて',
  chosen: '{{count}}件を選択', and: '、', part: '・', choiceOf: '{{label}}：{{said}}', clear: '選択を外す', nothingToChoose: '選べるものはありません。',
  search: '検索', searchOf: '{{label}}を検索', nothingFound: '見つかりません。', found: '見つかった{{count}}件', groupAll: '{{group}}をすべて選ぶ', groupNone: '{{group}}の選択を外す', groupEvery: 'すべて選ぶ',
  unknownRooms: 'この組織にない部屋（{{count}}件）', roomsCut: '部屋が多いため、一部だけを表示しています。下の組織を選ぶと、残りの部屋も選べます。',
  choose: '組織を選んでください', chooseWhy: '選んだ組織と、その下の組織の部屋を集計します。',
  meaning: { mean: 'ここでは、期間中に結果のある夜の平均を示します。', coverage: '就床中に記録できた時間の割合です。低い夜の値は目安にとどめてください。', accidents: '期間中に出た通報の件数です。テストと、機器の通報は数えません。種類ごとの件数は「通報」の表にあります。' },
  tables: '表の選択', courseOf: '{{room}}の睡眠時間の推移', shown: '{{all}}行のうち{{shown}}行を表示しています。', more: '続きを表示', showAll: 'すべて表示',
  noRooms: '当てはまる部屋がありません', noRoomsWhy: '絞り込みを減らすか、ほかの組織を選んでください。',
  noNights: 'この期間に夜の記録はありません', noNightsWhy: '夜が終わって解析が済むと、ここに並びます。期間を変えてみてください。',
  pendingNights: '夜の記録を解析しています',
  news: {
    nights: '新しい夜の記録が加わりました。画面とファイルを {{at}} の内容にそろえました。', figures: '数値が更新されました。画面とファイルを {{at}} の内容にそろえました。',
    again: '保存中に記録が更新され、ファイルと画面の内容が違います。もう一度保存してください。',
  },
  stale: '新しい値を読めません。前に読んだ値を表示しています。', staleFilter: '通信できないため、新しい絞り込みのレポートを読めません。{{at}} に読んだ、前の絞り込みのレポートを表示しています。', again: '読み直す',
  files: 'ファイルの保存', format: { csv: 'CSV（この表）', xlsx: 'Excel', pdf: 'PDF', edf: 'EDF+（記録）' }, print: '印刷', making: '{{format}}を作っています', made: '{{name}} を保存しました。', stop: '中止する', close: '閉じる', cancel: 'やめる',
  edf: {
    title: 'EDF+で記録を保存', why: '{{from}}から{{to}}までの夜の記録を、部屋ごとに1ファイルで保存します。氏名は入りません。', tooLong: '記録は{{limit}}夜までまとめて保存できます。いまは{{nights}}夜です。期間を短くしてください。',
    start_one: '{{count}}部屋を保存', start_other: '{{count}}部屋を保存', choose: '部屋を選んでください', all: 'すべて選ぶ', chosen: '{{all}}部屋のうち{{chosen}}部屋を選択', progress: '{{total}}部屋のうち{{done}}部屋', over: '終わりました（{{total}}部屋のうち{{done}}部屋）', stopped: '止めました。',
  },
  saved: {
    open: '保存したレポート', title: '保存したレポート', opened: '保存したレポート', none: 'まだありません。「保存」で、いまの絞り込みに名前を付けて残せます。', save: '保存', saveTitle: '絞り込みを保存',
    name: '名前', nameHint: '例：2階の週報。入居者の名前は入れないでください。', share: '組織で共有する', shareHint: '外すと、自分だけに見えます。絞り込みはあとから変わりません。',
    shared: '組織で共有', own: '自分だけ', by: '{{name}}が{{day}}に保存', byUntold: '{{day}}に保存', byGone: '削除されたアカウントが{{day}}に保存', show: '開く', showOf: '{{name}}を開く', rename: '変更', renameOf: '{{name}}の名前と共有を変更', renameSave: '変更する', stays: '共有をやめられるのは、保存した人だけです。',
    unreadable: '読み取れないレポート', unreadableWhy: 'この版では読めない形で保存されています。削除して、保存し直してください。', removeUnreadable: '「{{name}}」を削除します。渡した閲覧リンクも開けなくなります。',
    links: '閲覧リンク', linksOf: '{{name}}の閲覧リンク', mails: 'メール', mailsOf: '{{name}}のメール', remove: '削除', removeOf: '{{name}}を削除',
    removeWhy: '「{{name}}」（{{summary}}）を削除します。渡した閲覧リンクも開けなくなります。',
  },
  links: {
    why: 'アカウントのない方に、このレポートだけを見せるリンクです。1回だけ使え、開いたブラウザーで期限まで見られます。性別は表示しません。',
    label: '宛先', until: '期限', hours24: '1日', hours72: '3日', hours168: '1週間', hours336: '2週間', make: 'リンクを作る', once: 'このアドレスは今だけ表示します。コピーして渡してください。', copy: 'コピー', copied: 'コピーしました', made: '作ったリンク',
    ofSexes: 'このレポートは性別で絞り込んでいるため、閲覧リンクを作れません。リンクでは性別を伝えません。性別の絞り込みを外して保存し直すと作れます。',
    endsAt: '{{at}}まで', state: { open: '未使用', opened: '閲覧中', expired: '期限切れ', revoked: '取り消し済み' }, revoke: '取り消す', revokeOf: '{{label}}のリンクを取り消す',
  },
  mails: { why: '選んだ職員に、このレポートへのリンクをメールで送ります。数値や名前はメールに入りません。', every: '送る間隔', never: '送らない', week: '毎週月曜 8時', month: '毎月1日 8時', recipients: '宛先', save: '設定する' },
} as const;
