/** An account that postings use. Its number is what lines keep; code and name are the operator's to change (postings.md, Chart). */
export interface ChartAccount {
  id: number
  code: string
  name: string
  /** src/schemas/journal/journal.ts, `accountKinds`. */
  kind: 1 | 2 | 3 | 4
}

const account = (id: number, code: string, name: string, kind: ChartAccount['kind']): ChartAccount => ({ id, code, name, kind })

/** The chart of accounts: codes by the ministry's list at four digits, with the sub-codes of this trade. */
export const chart = {
  bank: account(1, '1002.01', '银行存款—收租户', 1),
  card: account(2, '1012.03', '其他货币资金—POS在途', 1),
  transit: account(3, '1012.04', '其他货币资金—代扣在途', 1),
  unverified: account(4, '1012.09', '其他货币资金—待核实收款', 1),
  rentOfTenant: account(5, '1122.01', '应收账款—租金（租客）', 1),
  rentOfCompany: account(6, '1122.02', '应收账款—租金（单位）', 1),
  rentOfTreasury: account(7, '1122.03', '应收账款—租金（财政补贴）', 1),
  stays: account(8, '1122.04', '应收账款—占用费与补缴', 1),
  charges: account(9, '1221.01', '其他应收款—费用、赔偿、违约金', 1),
  utilities: account(10, '1221.02', '其他应收款—代垫水电', 1),
  unallocated: account(11, '2203.01', '预收账款—未核销款', 2),
  rentBilled: account(12, '2203.02', '预收账款—已开账待确认租金', 2),
  services: account(42, '2205', '合同负债—预收服务费', 2),
  deposits: account(13, '2241.01', '其他应付款—押金', 2),
  utilitiesCollected: account(14, '2241.02', '其他应付款—代收水电', 2),
  unidentified: account(41, '2241.03', '其他应付款—待查款项', 2),
  refundable: account(15, '2241.05', '其他应付款—应退款', 2),
  vat: account(34, '2221.01', '应交税费—应交增值税', 2),
  inputVat: account(36, '2221.02', '应交税费—进项税额', 2),
  inputVatOut: account(40, '2221.03', '应交税费—进项税额转出', 2),
  opening: account(16, '4104', '利润分配—期初建账', 3),
  rentRevenue: account(28, '6001.01', '主营业务收入—公租房租金', 4),
  stayRevenue: account(29, '6001.03', '主营业务收入—占用费与补缴', 4),
  rentTaxed: account(33, '6001.02', '主营业务收入—其他租金（应税）', 4),
  rentReductions: account(30, '6001.09', '主营业务收入—租金减免', 4),
  ownersRent: account(31, '2241.04', '其他应付款—代收代付租金', 2),
  treasuryRent: account(35, '2241.06', '其他应付款—应缴财政租金', 2),
  otherIncome: account(17, '6051', '其他业务收入', 4),
  lateFees: account(18, '6301.01', '营业外收入—违约金', 4),
  damages: account(19, '6301.02', '营业外收入—赔偿', 4),
  overages: account(39, '6301.03', '营业外收入—小额差异、长款', 4),
  repairs: account(20, '6401.02', '主营业务成本—维修', 4),
  rentPaid: account(32, '6401.03', '主营业务成本—承租房屋租金', 4),
  administration: account(21, '6602', '管理费用', 4),
  fees: account(22, '6603.02', '财务费用—手续费', 4),
  interest: account(24, '6603.01', '财务费用—利息收入', 4),
  compensation: account(23, '6711', '营业外支出—补偿', 4),
  shortfalls: account(37, '6711.01', '营业外支出—小额差异、短款', 4),
  reductions: account(25, '2203.09', '预收账款—待摊减免', 2),
  yearProfit: account(38, '4103', '本年利润', 3),
  allowance: account(26, '1231', '坏账准备', 1),
  creditLosses: account(27, '6702', '信用减值损失', 4),
} as const

/** What is owed for rent and charges; deposits are a claim off the ledger. */
export const receivables = [chart.rentOfTenant, chart.rentOfCompany, chart.rentOfTreasury, chart.stays, chart.charges, chart.utilities]
