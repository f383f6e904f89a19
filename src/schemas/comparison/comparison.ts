import { defineForm, type Field } from '../../core/form.ts'
import { choices, reason } from '../common.ts'
import { aDate } from '../contract/terms.ts'
import { fileProject, layoutFile } from '../layoutFile.ts'
import { lines, photos, staffField } from '../services.ts'

/** Bodies whose files are compared with what applicants have declared. */
export const bureaus = { 1: '社保', 2: '不动产', 3: '公积金', 4: '车辆', 5: '户籍' } as const
/** What such a file can be at odds with (server/domain/comparison/rules). */
export const doubtRules = {
  1: '收入低于社保基数',
  2: '住房面积不符',
  3: '收入低于公积金基数',
  4: '车辆超过限额',
  5: '户主未申报',
  6: '家庭人数不符',
} as const

const whose = {
  bureau: { type: 'integer', title: '来源', oneOf: choices(bureaus), 'x-is': 'radio', 'x-msg': { required: '请选择来源' } },
  p_id: fileProject,
} as const satisfies Record<string, Field>

/** 导出比对名单: who is asked about, as the file that the bureau is given. */
export const rosterForm = defineForm({
  title: '导出比对名单',
  description: '在办的准入申请与轮候中的申请人、家庭成员，按该单位的文件格式。名单里是完整的身份证号，导出记入操作日志。',
  type: 'object',
  properties: whose,
  required: ['bureau'],
  additionalProperties: false,
})

const asOf = { ...aDate('数据截至', '数据截至的日期必填'), 'x-happened': true } as const

/** What goes with a file that is compared. */
export const comparedForm = defineForm({
  title: '导入比对结果',
  type: 'object',
  properties: { ...whose, as_of: asOf },
  required: ['bureau', 'as_of'],
  additionalProperties: false,
})

/** 导入比对结果: the file that the bureau gave back. */
export const compareForm = defineForm({
  title: '导入比对结果',
  description: '整个文件一次比对：有一行不对，就一行也不读入。文件本身不保存，只记它的校验值；同一个文件不能比对两次。',
  type: 'object',
  properties: {
    ...whose,
    as_of: asOf,
    file: layoutFile,
  },
  required: ['bureau', 'as_of', 'file'],
  additionalProperties: false,
})

const task = {
  visitor: staffField('核查人', '请选择核查人'),
  planned_date: aDate('计划日期', '计划日期必填'),
  address: { type: 'string', title: '地址', maxLength: 200, 'x-wide': true, 'x-msg': { required: '地址必填' } },
} as const

/** 派核查: someone goes and looks. */
export const sendForm = defineForm({
  title: '派核查',
  type: 'object',
  properties: task,
  required: ['visitor', 'planned_date', 'address'],
  additionalProperties: false,
})

/** 属实, 排除: a doubt is decided, and it is said why. */
export const upholdForm = defineForm({
  title: '认定属实',
  type: 'object',
  properties: { reason: reason('认定理由', '认定理由必填') },
  required: ['reason'],
  additionalProperties: false,
})

export const dismissForm = defineForm({
  title: '排除疑点',
  description: '以后的文件里同样的情况不再成为疑点。',
  type: 'object',
  properties: { reason: reason('排除理由', '排除理由必填') },
  required: ['reason'],
  additionalProperties: false,
})

/** 登记结果: what was found at home. */
export const resultForm = defineForm({
  title: '登记核查结果',
  'x-size': 'wide',
  type: 'object',
  properties: {
    visited_on: { ...aDate('核查日期', '核查日期必填'), 'x-happened': true, default: '$today' },
    met: { type: 'string', title: '见到的人', maxLength: 60, 'x-msg': { required: '见到的人必填' } },
    result: lines('核查结果', '核查结果必填'),
    photos: { ...photos('照片'), minItems: 1, 'x-msg': { required: '请上传照片', minItems: '请上传照片', maxItems: '最多只能上传9张' } },
  },
  required: ['visited_on', 'met', 'result', 'photos'],
  additionalProperties: false,
})

/** 改派: another goes, or on another day. */
export const resendForm = defineForm({
  title: '改派',
  type: 'object',
  properties: { visitor: task.visitor, planned_date: task.planned_date },
  required: ['visitor', 'planned_date'],
  additionalProperties: false,
})

/** 取消核查: nobody goes. */
export const cancelVisitForm = defineForm({
  title: '取消核查',
  type: 'object',
  properties: { reason: reason('取消原因', '取消原因必填') },
  required: ['reason'],
  additionalProperties: false,
})
