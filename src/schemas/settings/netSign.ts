import { defineForm } from '../../core/form.ts'

/** Who signs: the server itself with a key of its own, or 法大大 (FASC OpenAPI 5). */
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
  },
  required: ['provider', 'host', 'app_id', 'app_secret'],
  additionalProperties: false,
})
