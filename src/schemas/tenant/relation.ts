/** Who somebody of a household is to whoever rents: the first two are of it, the others live with it (server/domain/contract/households.ts). */
export const relations = { 1: '配偶', 2: '子女', 3: '父母', 4: '其他' } as const

/** What is told of somebody who lives with whoever rents. */
export const relativeColumns = {
  name: { label: '姓名', required: true, max: 60 },
  relation: { label: '关系', is: 'enum', of: relations, required: true },
  card: { label: '身份证号', is: 'card', required: true },
} as const
