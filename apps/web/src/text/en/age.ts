export const age = {
  now: 'just now',
  seconds: '{{count}} s ago',
  minutes: '{{count}} min ago',
  hours: '{{hours}} h {{minutes}} min ago',
  days: '{{count}} d ago',
  sinceNow: 'since just now',
  sinceSeconds: 'for {{count}} s',
  sinceMinutes: 'for {{count}} min',
  sinceHours: 'for {{hours}} h {{minutes}} min',
  sinceWholeHours: 'for {{count}} h',
  sinceDays: 'for {{count}} d',
  unknown: 'time unknown',
} as const;
