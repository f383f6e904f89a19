import { defineForm } from '../../core/form.ts'
import { anId, idRange } from '../../core/ids.ts'

export const sealKinds = { 1: '公章', 2: '合同专用章', 3: '法定代表人章' } as const
export const sealHolders = { 1: '企业', 2: '个人' } as const

const holderId = { type: 'integer', 'x-is': 'ref', 'x-hidden': true, ...idRange } as const

/** 新增签章: whose it is comes from the page that it is added on. */
export const signatureForm = defineForm({
  title: '新增签章',
  type: 'object',
  properties: {
    holder: {
      type: 'integer',
      title: '归属',
      'x-hidden': true,
      oneOf: [
        { const: 1, title: sealHolders[1] },
        { const: 2, title: sealHolders[2] },
      ],
    },
    company_id: { ...holderId, title: '企业', 'x-when': { holder: 1 } },
    custom_id: { ...holderId, title: '租客', 'x-when': { holder: 2 } },
    name: { type: 'string', title: '名称', maxLength: 60, 'x-wide': true, 'x-msg': { required: '名称必填' } },
    kind: {
      type: 'integer',
      title: '印章种类',
      'x-is': 'radio',
      'x-wide': true,
      'x-when': { holder: 1 },
      oneOf: [
        { const: 1, title: sealKinds[1] },
        { const: 2, title: sealKinds[2] },
        { const: 3, title: sealKinds[3] },
      ],
      default: 2,
    },
    imgs: {
      type: 'array',
      title: '图样',
      'x-is': 'images',
      'x-draw': true,
      'x-wide': true,
      minItems: 1,
      maxItems: 1,
      uniqueItems: true,
      items: anId,
      description: '上传印章或签名的图片，或当场手写',
      'x-msg': { required: '请上传或手写图样', minItems: '请上传或手写图样', maxItems: '最多只能上传1张' },
    },
  },
  required: ['holder', 'company_id', 'custom_id', 'name', 'kind', 'imgs'],
  additionalProperties: false,
})
