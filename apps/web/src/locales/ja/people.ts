export const people = {
  self: '{{name}}（自分）',
  selfUnnamed: '自分',
  other: 'ほかの職員',
} as const;
