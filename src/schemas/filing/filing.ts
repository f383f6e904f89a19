import { defineForm } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'
import { reason } from '../common.ts'
import { aDate } from '../contract/terms.ts'

/** 登记备案: the number that the housing authority gave. */
export const fileForm = defineForm({
  title: '登记备案',
  description: '填住建（房管）部门给的备案号。',
  type: 'object',
  properties: {
    filing_no: { type: 'string', title: '备案号', 'x-is': 'code', minLength: 1, maxLength: 60, 'x-msg': { required: '备案号必填' } },
    filed_on: { ...aDate('备案日期', '备案日期必填'), default: '$today' },
    papers: {
      type: 'array',
      title: '备案证明',
      'x-is': 'files',
      'x-wide': true,
      maxItems: 3,
      uniqueItems: true,
      items: anId,
    },
  },
  required: ['filing_no', 'filed_on'],
  additionalProperties: false,
})

/** 不须备案: what is filed otherwise, or need not be. */
export const waiveForm = defineForm({
  title: '不须备案',
  type: 'object',
  properties: { reason: reason('原因', '原因必填') },
  required: ['reason'],
  additionalProperties: false,
})
