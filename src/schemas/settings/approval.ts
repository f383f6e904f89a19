import { defineForm, type Field } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'
import { auditBusiness } from '../common.ts'

/** Who has to agree at a step. */
export const approvers = { 1: '角色', 2: '账号', 3: '申请人部门负责人' } as const

const id = { type: 'integer', 'x-is': 'ref', ...idRange } as const

/** The steps of one kind of business, in order; none is no approval. */
const steps = (business: keyof typeof auditBusiness) =>
  ({
    type: 'array',
    title: auditBusiness[business],
    'x-is': 'rows',
    'x-wide': true,
    maxItems: 6,
    default: [],
    items: {
      type: 'object',
      properties: {
        who: {
          type: 'integer',
          title: '审批人',
          oneOf: [
            { const: 1, title: approvers[1] },
            { const: 2, title: approvers[2] },
            { const: 3, title: approvers[3] },
          ],
        },
        role_id: {
          ...id,
          title: '哪个角色',
          'x-when': { who: 1 },
          'x-lookup': { call: '/api/role/find', value: 'role_id', label: 'name', search: 'keyword' },
        },
        all: {
          type: 'integer',
          title: '几人通过',
          'x-when': { who: 1 },
          oneOf: [
            { const: 1, title: '任一人' },
            { const: 2, title: '全部' },
          ],
        },
        user_id: {
          ...id,
          title: '哪个账号',
          'x-when': { who: 2 },
          'x-lookup': { call: '/api/admin/find', value: 'user_id', label: 'name', search: 'keyword' },
        },
      },
      required: ['who', 'role_id', 'all', 'user_id'],
      additionalProperties: false,
    },
  }) as const satisfies Field

/** 审批设置 (domain.md, Approvals): business kind → steps. */
export const approvalForm = defineForm({
  title: '审批设置',
  description: '每一行是一步，从上到下依次审批；没有步骤的业务不需要审批。',
  type: 'object',
  properties: {
    signing: steps(1),
    renewal: steps(2),
    surrender: steps(3),
    bill_void: steps(4),
    expense: steps(5),
    reduction: steps(6),
  },
  required: [],
  additionalProperties: false,
})

/** The field that holds the steps of each business kind, by its code in auditBusiness. */
export const stepsField = { 1: 'signing', 2: 'renewal', 3: 'surrender', 4: 'bill_void', 5: 'expense', 6: 'reduction' } as const
