import { defineForm } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'
import { billSources, choices } from '../common.ts'

/** The classification code of 不动产经营租赁服务 (商品和服务税收分类编码表). */
const RENT_CODE = '3040502020000000000'

/** 发票设置 (screens.md): who issues, and at which code and rate what is billed is invoiced. */
export const invoiceForm = defineForm({
  title: '发票设置',
  type: 'object',
  properties: {
    title: { type: 'string', title: '开票单位', maxLength: 100, 'x-section': '销售方' },
    tax_code: {
      type: 'string',
      title: '纳税人识别号',
      maxLength: 20,
      pattern: '^([0-9A-Z]{15}|[0-9A-Z]{17,20})$',
      'x-msg': { pattern: '纳税人识别号为15位或17至20位数字、大写字母' },
    },
    address: { type: 'string', title: '地址', maxLength: 200 },
    phone: { type: 'string', title: '电话', maxLength: 30 },
    bank: { type: 'string', title: '开户行', maxLength: 100 },
    bank_account: { type: 'string', title: '银行账号', maxLength: 40, pattern: '^[0-9 -]+$', 'x-msg': { pattern: '银行账号只能有数字' } },
    seal_img: {
      type: 'array',
      title: '收据印章',
      'x-is': 'images',
      'x-wide': true,
      maxItems: 1,
      uniqueItems: true,
      items: anId,
      description: '印在收据的收款单位上；宜用透明底的图片，不传则盖实物章',
      'x-msg': { maxItems: '最多只能上传1张' },
    },
    rates: {
      type: 'array',
      title: '编码与税率',
      'x-is': 'rows',
      'x-wide': true,
      'x-section': '开什么',
      minItems: 1,
      maxItems: 12,
      description: '同一来源有几行时以最上面的为准；没有列出的来源不开票',
      items: {
        type: 'object',
        properties: {
          from: { type: 'integer', title: '来源', oneOf: choices(billSources) },
          code: {
            type: 'string',
            title: '税收分类编码',
            maxLength: 19,
            pattern: '^\\d{19}$',
            'x-msg': { pattern: '税收分类编码为19位数字' },
          },
          rate: { type: 'number', title: '税率', 'x-unit': '%', 'x-decimals': 2, minimum: 0, maximum: 20 },
        },
        required: ['from', 'code', 'rate'],
        additionalProperties: false,
      },
      default: [{ from: 1, code: RENT_CODE, rate: 9 }],
    },
  },
  required: ['rates'],
  additionalProperties: false,
})
