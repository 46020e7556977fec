export const dates = {
  choose: 'Choose a date',
  placeholder: 'yyyy/mm/dd',
  previousYear: 'Previous year',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  nextYear: 'Next year',
  today: 'Today',
  clear: 'Clear',
  from: 'From',
  to: 'To',
  until: 'to',
} as const;
