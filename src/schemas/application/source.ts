/** How an application came. */
export const applySources = { 1: '窗口登记', 2: '手机申请' } as const
