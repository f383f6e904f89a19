/** Who somebody of a household is to whoever rents: the first two are of it, the others live with it (server/domain/contract/households.ts). */
export const relations = { 1: '配偶', 2: '子女', 3: '父母', 4: '其他' } as const
