/** The fields that a contract template may name. */
export const templateFields = [
  '合同号',
  '出租方',
  '租客姓名',
  '身份证号',
  '手机号',
  '企业名称',
  '项目名称',
  '小区',
  '房号',
  '地址',
  '面积',
  '开始日期',
  '结束日期',
  '租期',
  '月租金',
  '月租金大写',
  '押金',
  '押金大写',
  '租客承担比例',
  '其余承担说明',
  '付款周期',
  '应付规则',
  '违约金约定',
  '付款计划',
  '签订日期',
  '打印日期',
  '甲方盖章',
  '乙方签名',
] as const

export type TemplateField = (typeof templateFields)[number]

/** Where the operator's seal and the tenant's signature stand, by the name of the picture. */
export const markFields = { 甲方盖章: 'seal', 乙方签名: 'sign' } as const satisfies Partial<Record<TemplateField, string>>
/** Where each payment stands, as a table: alone on a line. */
export const PLAN_FIELD = '付款计划' satisfies TemplateField
/** Personal numbers of the tenant: masked where they are looked at, whole on the contract's own paper. */
export const numberFields = { 身份证号: 'card', 手机号: 'phone' } as const satisfies Partial<Record<TemplateField, string>>

/** A field whose value is words; of the personal numbers those that are shown. */
export type TextField = Exclude<TemplateField, keyof typeof markFields | typeof PLAN_FIELD>

/** What the fields of a template say of a contract. */
export interface TemplateValues {
  texts: Readonly<Record<TextField, string>>
  /** Each payment: when it is due, for which days, how much. */
  plan: readonly (readonly string[])[]
}

/** How long a template's text may be, in characters. */
export const MAX_TEMPLATE = 20_000
