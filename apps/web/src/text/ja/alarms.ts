/** Alarms on every page: what waits, and what is heard of it. */
export const alarms = {
  banner: '対応を待っています',
  others_one: 'ほか{{count}}室', others_other: 'ほか{{count}}室',
  sound: { off: '音 オフ', blocked: '音が出ません', elsewhere: '音は別のウィンドウ', ready: '音 オン', sounding: '鳴っています', muted: '一時停止中' },
  soundHelp: {
    off: 'この端末は音では知らせません。押すと変えられます。',
    blocked: 'ブラウザーが音を止めています。画面のどこかを一度押すと、鳴るようになります。',
    elsewhere: 'この端末では、ほかのウィンドウが音を出します。',
    ready: '呼び出しがあると、この端末が鳴ります。',
    sounding: '対応に向かうと音は止まります。',
    muted: '時間がたつと、また鳴ります。新しい呼び出しは、いまも鳴ります。',
  },
  left: '停止 {{time}}',
  menu: 'この端末の音', on: '音を出す', volume: '大きさ', volumes: { low: '小', medium: '中', high: '大' },
  mute: '鳴っている音を止める', muteFor: '{{minutes}}分', muteWhy: '新しい呼び出しは鳴ります。時間がたつと、また鳴ります。', unmute: 'いますぐ鳴らす', tryOut: 'ためしに鳴らす',
  browser: 'ほかの画面を見ているときも知らせる', browserOn: 'ほかの画面を見ているときも知らせます', browserOff: 'ブラウザーの設定で通知が止められています',
  push: {
    on: '画面を閉じていても、この端末で知らせる', why: '部屋の名前と種類だけを知らせます。サインアウトすると止まります。', until: 'このサインインの期限（{{at}}）まで知らせます。サインインし直すと続きます。',
    ends: 'この端末への知らせは、サインインの期限（{{at}}）で止まります。サインインし直すと続きます。', again: 'この端末への知らせを、続けて受け取ります。', unreached: 'このブラウザーの通知サービスにつながりません。少し待って、もう一度お試しください。',
  },
  notice: '{{room}} {{reason}}',
  forgotten: '{{reason}} 対応中のまま',
} as const;
