/** How a drill ended. */
export const drillOutcomes = { 1: '成功', 2: '失败' } as const

/** Whether the root key goes along with a backup. */
export const keyStates = { 1: '已封存在内', 2: '不在内' } as const
