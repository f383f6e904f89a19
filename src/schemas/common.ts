/** Words that several forms and screens share: the codes are the spec's (section 3), the words are what staff read. */
export const natures = { 1: '区筹公租房', 2: '市筹公租房', 3: '廉租房' } as const
export const showTypes = { 1: '整栋', 2: '整套', 3: '单间' } as const
export const towards = { 1: '东', 2: '西', 3: '南', 4: '北' } as const
export const laneOrNumber = { 1: '弄', 2: '号' } as const
export const flowTypes = { 1: '收入', 2: '支出' } as const
export const flowSources = { 2: '费用项', 3: '押金项', 4: '抄表项' } as const
export const ways = { 3: '转账', 7: '代扣', 8: 'POS', 11: '其他' } as const
export const roomStatuses = { 1: '正常', 2: '维修', 3: '停用' } as const

/** Gives the choices of a form field for a table of words. */
export const choices = <const T extends Readonly<Record<number, string>>>(words: T): { const: Extract<keyof T, number>; title: string }[] =>
  Object.entries(words).map(([value, title]) => ({ const: Number(value) as Extract<keyof T, number>, title }))
