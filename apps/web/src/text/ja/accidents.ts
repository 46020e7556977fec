import { ACCIDENT_KIND_WORDS_JA } from '@yamori/domain';

/** Accidents: what happened, how pressing it is, who goes, and what came of it. */
export const accidents = {
  kind: ACCIDENT_KIND_WORDS_JA,
  severity: { high: '緊急', medium: '注意', low: '低い', technical: '機器' },
  state: { raised: '未対応', acknowledged: '対応中', arrived: '到着', resolved: '終了' },
  outcome: { helped: '対応した', falseAlarm: '誤報', test: '試験', other: 'その他' },
  act: {
    raised: '発生', acknowledged: '対応に向かう', withdrawn: '取り消し', arrived: '到着', resolved: '終了', reopened: '終了の取り消し', over: '収まった', escalated: '次のグループへ連絡', toldAgain: 'もう一度連絡', muted: '音を一時停止', noted: 'メモ', judged: '評価',
  },
  told: { to: '知らせた人：{{names}}', nobody: '届く方法がある職員がいないため、画面の外ではだれにも知らせていません。', person: '{{name}}（{{ways}}）', ways: { push: '端末', line: 'LINE', mail: 'メール' }, between: '・', separator: '、', more_one: 'ほか{{count}}人', more_other: 'ほか{{count}}人' },
  actions: '{{room}}の{{kind}}',
  acknowledge: '対応に向かう', confirm: '確認した', arrive: '到着した', resolve: '対応を終える', withdraw: '取り消す', reopen: 'まだ終えていない',
  going: '{{room}}へ向かうと記録しました。', confirmed: '{{room}}の{{kind}}を確認したと記録しました。', there: '{{room}}に着いたと記録しました。', closed: '{{room}}の{{kind}}への対応を終えました。', back: '{{room}}の{{kind}}を未対応に戻しました。', opened: '{{room}}の{{kind}}を対応中に戻しました。',
  taken: '{{room}}には{{name}}さんが向かっています。', takenBySomebody: '{{room}}にはほかの方が向かっています。', over: '{{room}}の{{kind}}への対応は終わっています。', saved: '保存しました。',
  repeats_one: '{{count}}回', repeats_other: '{{count}}回',
  close: { title: '対応を終える', about: '{{room}} · {{kind}}', outcome: '結果', useful: 'この通知は役に立ちましたか', yes: 'はい', no: 'いいえ', unsaid: '答えない', note: 'メモ', noteHint: '申し送りに残すことがあれば書きます。', do: '終える', cancel: 'やめる' },
  report: { open: '通報する', title: '通報する', kind: '何がありましたか', severity: '急ぎ', note: '状況', noteHint: '見たこと、したことを書きます。', do: '通報を送る', done: '{{room}}の通報を記録しました。' },
  list: {
    empty: '通報の記録はありません', emptyWhy: '転倒や呼び出しなどがあると、ここに経過が残ります。', emptyFiltered: '条件に合う記録はありません', all: 'すべて', open: '未終了', closed: '終了', kinds: '種類', every: 'すべて',
    more: '続きを表示', nightLink: 'その時の記録を見る', took: '{{length}}で対応', history: '経過', why: '鳴った理由', system: '自動', noteLabel: 'メモ', edit: 'メモを書く', save: '保存する', useful: '役に立った？', reference: '数値は参考値です。',
  },
  mute: { do: '全員の音を止める', left: '音を停止中 {{time}}', why: 'この通報の音を、全員の画面で止めます。時間がたつと、また鳴ります。' },
  test: {
    title: 'テスト通報', lead: 'この部屋の通報が、この画面に届くかを確かめます。', do: 'テスト通報を送る', waiting: '送っています…',
    stored: 'サーバーが受けてから保存まで', shown: '押してからこの画面に出るまで', sound: 'この端末の音', push: 'この端末への通知', ms: '{{ms}} ミリ秒', measuring: '測っています', notYet: 'まだ届いていません',
    lost: '10秒たっても届きませんでした。この部屋の通報は、いま届かない可能性があります。サーバーと接続を確認してください。', ends: '15秒で自動で終わります。件数には入りません。知らせは、押した人だけに送ります。',
  },
  rehearsal: {
    title: 'しきい値の試算', lead: '変える前に、過去30夜で何件になるかを確かめます。保存はしません。', do: '過去30夜で試す', stop: '中止する', running: '試算しています',
    enabled: '通報', asNow: 'いまのまま', on: 'オン', off: 'オフ', limit: 'しきい値', delayMinutes: '待ち時間', units: { min: '分', s: '秒', '/min': '回/分', '°C': '℃' }, range: '{{min}}〜{{max}}。空欄はいまのまま。',
    kind: '種類', before: 'いま', after: '変更後', change: '差', summary: '{{nights}}夜の記録で、1夜あたり {{before}}件 → {{after}}件になります。',
    missed_one: '役に立った通報 {{helped}}件のうち、{{count}}件が鳴らなくなります。', missed_other: '役に立った通報 {{helped}}件のうち、{{count}}件が鳴らなくなります。', noneMissed: '役に立った通報 {{helped}}件は、すべて鳴ります。', noneHelped: 'この期間に、役に立ったと記録されていて比べられる通報はありません。',
    noLog: 'この期間の記録がまだないため、試算できません。', old: '条件を変えました。もう一度試してください。', how: '同じ記録に、いまの設定と変更後の設定を当てはめた件数です。続いている間の繰り返しは1件と数えます。',
  },
  usefulness: {
    title: '役に立った通報', lead: '種類ごとに、役に立った割合をまとめます。', scope: '範囲', room: 'この部屋', domain: '施設全体', time: '期間', days: '{{days}}日', none: 'この期間の通報はありません。',
    roomName: '部屋', alarms: '通報', useful: '役に立った', useless: '役に立たなかった', unsaid: '答えなし', share: '割合',
  },
  because: {
    above: '値 {{value}} が、しきい値 {{limit}} を超えました', below: '値 {{value}} が、しきい値 {{limit}} を下回りました', lasting: '{{minutes}}分続きました', times: '{{within}}分に{{times}}回', event: '起きてすぐ知らせました', latency: '検知から {{ms}} ミリ秒',
  },
} as const;
