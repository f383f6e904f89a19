import { defineForm } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'

/** Who signs: the server itself with a key of its own, or 法大大 (FASC OpenAPI 5.1). */
export const signers = { 1: '本地签名', 2: '法大大' } as const

/** 网签设置 (screens.md). */
export const netSignForm = defineForm({
  title: '网签设置',
  type: 'object',
  properties: {
    provider: {
      type: 'integer',
      title: '由谁签名',
      'x-is': 'radio',
      'x-wide': true,
      oneOf: [
        { const: 1, title: signers[1] },
        { const: 2, title: signers[2] },
      ],
      default: 1,
      description: '本地签名由本系统的密钥签名与验签，不用外部服务；换成别的，保存后请点“试签”',
    },
    host: {
      type: 'string',
      title: '接口地址',
      'x-when': { provider: 2 },
      'x-wide': true,
      maxLength: 200,
      pattern: '^https?://[^\\s/?#]+(/[^\\s?#]*)?$',
      default: 'https://api.fadada.com/api/v5',
      'x-msg': { pattern: '接口地址须以 http:// 或 https:// 开头' },
    },
    app_id: { type: 'string', title: '应用编号', 'x-when': { provider: 2 }, maxLength: 64, pattern: '^\\S+$' },
    app_secret: { type: 'string', title: '应用密钥', 'x-is': 'secret', 'x-when': { provider: 2 }, maxLength: 200 },
    open_corp_id: {
      type: 'string',
      title: '单位编号',
      'x-when': { provider: 2 },
      maxLength: 64,
      pattern: '^\\S+$',
      description: '本单位在法大大应用下的 openCorpId，在“集成 › 应用详情”里',
    },
    business_id: {
      type: 'string',
      title: '免验证签场景码',
      'x-when': { provider: 2 },
      maxLength: 32,
      pattern: '^\\S+$',
      description: '填了由法大大自动盖单位的章；不填则租客签后，由管印章的人在法大大盖章',
    },
    cert_file: {
      type: 'string',
      title: '单位证书',
      'x-is': 'secret',
      'x-file': '.p12,.pfx',
      'x-section': '电子合同的签名',
      maxLength: 60_000,
      description: 'PKCS#12 文件（.p12、.pfx）；不传则用系统自己做的证书',
      'x-msg': { maxLength: '证书文件太大' },
    },
    cert_pass: { type: 'string', title: '证书口令', 'x-is': 'secret', maxLength: 200 },
    seal_img: {
      type: 'array',
      title: '合同章',
      'x-is': 'images',
      'x-wide': true,
      maxItems: 1,
      uniqueItems: true,
      items: anId,
      description: '盖在电子合同的“甲方盖章”处；宜用透明底的图片，不传则用收据印章',
      'x-msg': { maxItems: '最多只能上传1张' },
    },
    site: {
      type: 'string',
      title: '租客打开的网址',
      'x-section': '短信签',
      'x-wide': true,
      maxLength: 200,
      pattern: '^https?://[^\\s/?#]+(/[^\\s?#]*)?$',
      description: '租客的手机能打开的本系统网址，如 https://gzf.example.com；不填则不能发短信签，可用二维码签',
      'x-msg': { pattern: '网址须以 http:// 或 https:// 开头' },
    },
    link_hours: {
      type: 'integer',
      title: '短信链接有效',
      'x-unit': '小时',
      minimum: 1,
      maximum: 720,
      default: 72,
      'x-msg': {
        required: '短信链接有效几小时必填',
        minimum: '短信链接有效须为1至720小时',
        maximum: '短信链接有效须为1至720小时',
        type: '短信链接有效须为整数',
      },
    },
  },
  required: ['provider', 'host', 'app_id', 'app_secret', 'open_corp_id', 'link_hours'],
  additionalProperties: false,
})
