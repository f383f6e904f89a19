/** Whether what is invoiced is taxed. */
export const taxKinds = { 1: '应税', 2: '免税', 3: '不征税' } as const

/** Who issues invoices: staff at the tax bureau's own site, or a service that we tell. */
export const issuers = { 1: '本地登记', 2: '开票接口' } as const

/** Whose title an invoice has. */
export const titleKinds = { 1: '企业', 2: '个人' } as const

/** Which invoice (数电票). */
export const invoicePapers = { 1: '普通发票', 2: '专用发票' } as const

/** An invoice, or one that takes something of another back. */
export const invoiceKinds = { 1: '蓝字', 2: '红字' } as const

/** How lines are made of bills. */
export const lineWays = { 1: '按月', 2: '按账单' } as const

/** Why an invoice is taken back: the tax bureau's list. */
export const redReasons = { 1: '开票有误', 2: '销货退回', 3: '服务中止', 4: '销售折让' } as const
