import { defineForm } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'
import { reason } from '../common.ts'
import { aDate } from '../contract/terms.ts'
import { fileProject, layoutFile } from '../layoutFile.ts'

/** 登记备案: the number that the housing authority gave. */
export const fileForm = defineForm({
  title: '登记备案',
  description: '填住建（房管）部门给的备案号。',
  type: 'object',
  properties: {
    filing_no: { type: 'string', title: '备案号', 'x-is': 'code', minLength: 1, maxLength: 60, 'x-msg': { required: '备案号必填' } },
    filed_on: { ...aDate('备案日期', '备案日期必填'), 'x-happened': true, default: '$today' },
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

/** 导出备案名单: what is to be filed, as the file that the housing authority is given. */
export const filingListForm = defineForm({
  title: '导出备案名单',
  description: '待备案与逾期未备案的合同，按备案部门的文件格式。名单里是完整的证件号码，导出记入操作日志。',
  type: 'object',
  properties: { p_id: fileProject },
  required: [],
  additionalProperties: false,
})

/** What goes with the file of the numbers that were given. */
export const filedNumbersForm = defineForm({
  title: '导入备案号',
  type: 'object',
  properties: { p_id: fileProject },
  required: [],
  additionalProperties: false,
})

/** 导入备案号: the file that the housing authority gave back. */
export const filingNumbersForm = defineForm({
  title: '导入备案号',
  description:
    '按合同号登记备案号与备案日期；没有备案号的行须有说明，记在那一条的“原因”里。有一行不对，就一行也不登记。文件本身不保存，同一个文件不能导入两次。',
  type: 'object',
  properties: { p_id: fileProject, file: layoutFile },
  required: ['file'],
  additionalProperties: false,
})

/** 补建备案: contracts that were signed before there were filings are to be filed, too. */
export const backfillForm = defineForm({
  title: '补建备案',
  description: '履行中、退租中、超期占用而不在备案台账里的合同，一次列为待备案；已在台账里的不动。',
  type: 'object',
  properties: {
    p_id: fileProject,
    since: { type: 'string', title: '签订日期从', format: 'date', maxLength: 10, description: '不填就是全部' },
    due_on: { ...aDate('备案期限', '备案期限必填'), description: '过了这一天没有登记的转为逾期未备案' },
  },
  required: ['due_on'],
  additionalProperties: false,
})
