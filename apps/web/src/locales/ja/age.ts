/** How long ago, and for how long. */
export const age = {
  now: 'たった今',
  seconds: '{{count}}秒前',
  minutes: '{{count}}分前',
  hours: '{{hours}}時間{{minutes}}分前',
  days: '{{count}}日前',
  sinceNow: 'たった今から',
  sinceSeconds: '{{count}}秒前から',
  sinceMinutes: '{{count}}分前から',
  sinceHours: '{{hours}}時間{{minutes}}分前から',
  sinceWholeHours: '{{count}}時間前から',
  sinceDays: '{{count}}日前から',
  short: {
    now: 'たった今',
    seconds: '{{count}}秒前',
    minutes: '{{count}}分前',
    hours: '{{count}}時間前',
    days: '{{count}}日前',
  },
  unknown: '時刻不明',
} as const;
