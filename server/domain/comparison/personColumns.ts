/** By which each of these files says of whom a line is. */
export const person = {
  card: { label: '身份证号', also: ['公民身份号码', '证件号码'], is: 'card', required: true },
  name: { label: '姓名', required: true, max: 60 },
} as const
