/** The calendar and date fields. The browser has the names of months and weekdays. */
export const dates = {
  choose: '日付を選ぶ',
  placeholder: '年/月/日',
  previousYear: '前の年',
  previousMonth: '前の月',
  nextMonth: '次の月',
  nextYear: '次の年',
  today: '今日',
  clear: '消す',
  from: '開始日',
  to: '終了日',
  until: '〜',
} as const;
