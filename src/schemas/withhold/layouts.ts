/** Which file an account's bank takes for 批量代扣 (server/domain/withhold/formats.ts). */
export const debitLayouts = { 1: '竖线分隔', 2: '商户号表头', 3: '定长' } as const

/** The same, and the list that the provident fund takes: what a batch is sent as. */
export const batchLayouts = { ...debitLayouts, 4: '公积金名单' } as const
