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
  '月租金',
  '月租金大写',
  '押金',
  '押金大写',
  '租客承担比例',
  '打印日期',
] as const

export type TemplateField = (typeof templateFields)[number]
export type TemplateValues = Readonly<Record<TemplateField, string>>

/** How long a template's text may be, in characters. */
export const MAX_TEMPLATE = 20_000
