/** 夜のリプレイ: a floor's night, played again. */
export const replay = {
  title: '夜のリプレイ',
  rooms: 'この夜の部屋',
  previousNight: '前の夜', nextNight: '次の夜', leave: 'ライブへ戻る',
  play: '再生する', pause: '止める', moment: '時刻', speed: '一晩を', seconds: '{{count}}秒で',
  previous: '前の出来事', next: '次の出来事',
  keys: 'スペースで再生と停止、矢印キーで1分（Shiftで10分）、NとPで次と前の出来事、HomeとEndで始めと終わり',
  unknown: '不明', noRecord: '記録なし',
  happening: { bedExit: '離床', call: '呼び出し', apnea: '呼吸イベント' },
  empty: 'この夜の結果はまだありません', emptyWhy: '夜が終わって解析が済むと、ここで再生できます。ほかの夜を選んでください。',
} as const;
