import { defineForm } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { billSources, choices, natures, yesNo } from '../common.ts'
import { issuers, taxKinds } from '../invoice/words.ts'

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
      description:
        '同一来源有几行时，以最上面一行合乎房间性质的为准；没有列出的来源不开票。公租房租金免税须单独核算；免税、不征税的税率不计。保存后新开的账单在账上也按它计税：应税的价税分离，税额记 2221.01，收入不含税；已开的账单、押金、期初欠款、代收代付的抄表项不计税',
      items: {
        type: 'object',
        properties: {
          from: { type: 'integer', title: '来源', oneOf: choices(billSources) },
          kind: { type: 'integer', title: '征免', oneOf: choices(taxKinds), default: 1 },
          code: {
            type: 'string',
            title: '税收分类编码',
            maxLength: 19,
            pattern: '^\\d{19}$',
            'x-msg': { pattern: '税收分类编码为19位数字' },
          },
          rate: { type: 'number', title: '税率', 'x-unit': '%', 'x-decimals': 2, minimum: 0, maximum: 20 },
          nature: { type: 'integer', title: '只用于性质', oneOf: choices(natures) },
        },
        required: ['from', 'code', 'rate'],
        additionalProperties: false,
      },
      default: [{ from: 1, kind: 1, code: RENT_CODE, rate: 9 }],
    },
    paid_first: {
      type: 'integer',
      title: '先收款后开票',
      'x-is': 'radio',
      oneOf: yesNo,
      default: 2,
      description: '是：只能开已收到的部分',
    },
    city: {
      type: 'string',
      title: '机构所在市',
      maxLength: 60,
      description: '与行政区划里的名称一致，如 上海市；房间不在这个市的，租金发票的跨地市标志是“是”',
    },
    by: {
      type: 'integer',
      title: '发票由谁开',
      'x-is': 'radio',
      'x-wide': true,
      'x-section': '怎样开',
      oneOf: choices(issuers),
      default: 1,
      description: '本地登记：导出开票文件到电子税务局开，再导入结果或登记号码；开票接口：申请自动送到下面的地址，由它答号码',
    },
    service_url: {
      type: 'string',
      title: '接口地址',
      'x-when': { by: 2 },
      'x-wide': true,
      maxLength: 500,
      pattern: '^https?://[^\\s/?#@]+(/[^\\s#]*)?$',
      'x-msg': { pattern: '接口地址须以 http:// 或 https:// 开头' },
    },
    service_secret: {
      type: 'string',
      title: '签名密钥',
      'x-is': 'secret',
      'x-when': { by: 2 },
      maxLength: 200,
      pattern: '^whsec_[A-Za-z0-9+/]{32,}={0,2}$',
      description: 'whsec_ 加上至少 24 字节的 base64，由开票接口给出',
      'x-msg': { pattern: '签名密钥须是 whsec_ 加上 base64 的密钥（至少 24 字节）' },
    },
    carried: {
      type: 'integer',
      title: '有期初留抵',
      'x-section': '增值税期初',
      oneOf: yesNo,
      description: '不填就是没有。用本系统以前没有抵完的进项税额，由“应纳增值税”接着抵；只在这张表里，不记分录',
    },
    carried_from: {
      type: 'string',
      title: '哪个月的上期留抵',
      'x-when': { carried: 1 },
      'x-required': { carried: 1 },
      maxLength: 7,
      pattern: '^20\\d\\d-(0[1-9]|1[0-2])$',
      description: '写作 2027-01：由本系统记进项与销项的第一个月。从那个月起重新结转，以前的月份算出的留抵不再带过来',
      'x-msg': { required: '请填哪个月的上期留抵', pattern: '月份须写作 2027-01' },
    },
    carried_tax: {
      type: 'integer',
      title: '期初留抵税额',
      'x-is': 'fen',
      'x-when': { carried: 1 },
      'x-required': { carried: 1 },
      minimum: 1,
      maximum: MAX_FEN,
      description: '与那个月申报表上的“上期留抵税额”一致',
      'x-msg': { required: '期初留抵税额必填', minimum: '期初留抵税额须大于0' },
    },
  },
  required: ['rates', 'paid_first', 'by', 'service_url', 'service_secret'],
  additionalProperties: false,
})
