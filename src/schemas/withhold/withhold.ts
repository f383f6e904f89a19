import { defineForm, type Field } from '../../core/form.ts'
import { anId, idRange } from '../../core/ids.ts'
import { personalNumbers } from '../../protocol/masks.ts'
import { billSources, choices, reason } from '../common.ts'
import { fileProject, layoutFile } from '../layoutFile.ts'

/** Who pays what a batch asks for. */
export const batchKinds = { 1: '银行代扣', 2: '公积金' } as const

/** Why a bill is left out of a batch. */
export const leftOut = {
  1: '已作废',
  2: '已结清',
  3: '已在未回盘的批次中',
  4: '没有代扣协议',
  5: '没有公积金账号',
  6: '租客已并入别的登记',
  7: '在履行中的还款计划里',
} as const

/** What is to be known of a line before its batch is sent, or when its result is in. */
export const lineDoubts = { 1: '已另行收款', 2: '账单已作废', 3: '多收的留作预收' } as const

const FUND = '上海市公积金管理中心'

const batch = {
  kind: {
    type: 'integer',
    title: '方式',
    oneOf: choices(batchKinds),
    'x-is': 'radio',
    default: 1,
    'x-msg': { required: '请选择方式' },
  },
  own_account_id: {
    type: 'integer',
    title: '收款账户',
    description: '扣来的钱进哪个账户；只列设了代扣文件格式的（总账 › 本单位账户）',
    'x-is': 'ref',
    ...idRange,
    'x-when': { kind: 1 },
    'x-lookup': { call: '/api/withhold/accounts', value: 'own_account_id', label: 'name' },
    'x-msg': { required: '请选择收款账户' },
  },
  fund: {
    type: 'string',
    title: '公积金中心',
    maxLength: 60,
    default: FUND,
    'x-when': { kind: 2 },
    'x-msg': { required: '公积金中心必填' },
  },
} as const satisfies Record<string, Field>

const until: Field = {
  type: 'string',
  title: '应付日到',
  format: 'date',
  maxLength: 10,
  default: '$today',
  'x-msg': { required: '应付日必填' },
}

/** 建批次: all bills of a filter that can be debited. */
export const batchForm = defineForm({
  title: '建批次',
  description: '符合下列条件、可以代扣的账单都进批次；进不了的列在下面，并说明为什么。',
  'x-size': 'wide',
  type: 'object',
  properties: {
    ...batch,
    p_id: fileProject,
    since: { type: 'string', title: '应付日从', format: 'date', maxLength: 10, description: '不填就是全部未付的' },
    until,
    sources: {
      type: 'array',
      title: '账单类型',
      description: '不选就是全部',
      maxItems: 4,
      uniqueItems: true,
      items: { type: 'integer', oneOf: choices(billSources) },
    },
  },
  'x-preview': { call: '/api/withhold/foresee', shows: '将建的批次', of: ['kind', 'until'], also: ['p_id', 'since', 'sources'] },
  required: ['kind', 'own_account_id', 'fund', 'until'],
  additionalProperties: false,
})

/** What tells which bills a batch would have. */
export const foreseeForm = defineForm({
  title: '将建的批次',
  type: 'object',
  properties: {
    kind: batch.kind,
    p_id: batchForm.properties.p_id,
    since: batchForm.properties.since,
    until: batchForm.properties.until,
    sources: batchForm.properties.sources,
  },
  required: ['kind', 'until'],
  additionalProperties: false,
})

/** 建批次 of bills that were chosen. */
export const pickForm = defineForm({
  title: '建批次',
  description: '所选的账单进一个批次；进不了的会说明为什么。',
  type: 'object',
  properties: batch,
  required: ['kind', 'own_account_id', 'fund'],
  additionalProperties: false,
})

/** 导出代扣文件: what is sent is shown before it is. */
export const exportForm = defineForm({
  title: '导出代扣文件',
  description:
    '文件里是完整的账号，导出记入操作日志；超过银行一个文件的行数或大小时分成几个，一起放在压缩包里。导出以后批次不能再改，可以再次下载。',
  type: 'object',
  properties: {},
  'x-preview': { call: '/api/withhold/sending', shows: '将导出', of: [] },
  required: [],
  additionalProperties: false,
})

/** 导入回盘: what the bank, or the fund, answered. */
export const resultForm = defineForm({
  title: '导入回盘',
  description:
    '回盘与送出的文件逐行核对：有一行不对，就一行也不导入。成功的记成收款（在途）并核销账单，失败的记下原因，可以重扣；文件本身不保存，同一回盘不会导入两次。',
  type: 'object',
  properties: { file: layoutFile },
  required: ['file'],
  additionalProperties: false,
})

/** 退票: the bank gives back what it had debited. */
export const bounceForm = defineForm({
  title: '退票',
  description: '银行把扣成的钱退了回去：这一笔收款红冲，账单恢复未付，可以重扣；同一账号合并扣的账单一起退。',
  type: 'object',
  properties: { reason: reason('退票原因', '退票原因必填') },
  required: ['reason'],
  additionalProperties: false,
})

/** 到账: transfers that brought the batch's money. */
export const arriveForm = defineForm({
  title: '到账',
  description: '在途的钱由哪几笔资金划转到了账户：各笔的金额（含手续费）合计等于在途，批次就是已到账。',
  type: 'object',
  properties: {
    transfers: {
      type: 'array',
      title: '资金划转',
      'x-is': 'refs',
      'x-lookup': { call: '/api/withhold/transfers', value: 'transfer_id', label: ['number', 'said'], about: true, anyProject: true },
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      items: anId,
      'x-msg': { required: '请选择资金划转', minItems: '请选择资金划转' },
    },
  },
  required: ['transfers'],
  additionalProperties: false,
})

const number = (title: string, required: string) =>
  ({
    type: 'string',
    title,
    'x-is': 'bank',
    pattern: personalNumbers.bank.pattern,
    maxLength: 30,
    'x-msg': { required, pattern: `${title}须为8至30位数字` },
  }) as const satisfies Field

/** 签代扣协议: from which account of a tenant's bills may be debited. */
export const agreeForm = defineForm({
  title: '签代扣协议',
  type: 'object',
  properties: {
    withhold_account: number('代扣账号', '代扣账号必填'),
    withhold_name: { type: 'string', title: '户名', description: '不填就是租客的姓名', maxLength: 60 },
    withhold_bank: { type: 'string', title: '开户行', maxLength: 100 },
    withhold_bank_no: {
      type: 'string',
      title: '联行行号',
      description: '跨行代扣的填',
      'x-is': 'code',
      pattern: '^\\d{12}$',
      maxLength: 12,
      'x-msg': { pattern: '联行行号须为12位数字' },
    },
    withhold_no: { type: 'string', title: '协议号', description: '多方协议号', 'x-is': 'code', maxLength: 60 },
    withhold_on: {
      type: 'string',
      title: '签订日期',
      format: 'date',
      maxLength: 10,
      default: '$today',
      'x-msg': { required: '签订日期必填' },
    },
    withhold_papers: { type: 'array', title: '协议扫描件', 'x-is': 'files', 'x-wide': true, maxItems: 3, uniqueItems: true, items: anId },
  },
  required: ['withhold_account', 'withhold_on'],
  additionalProperties: false,
})

/** 公积金付租: from which account of the fund a tenant's rent may be paid. */
export const fundForm = defineForm({
  title: '公积金付租',
  description: '租客同意用公积金付租的，登记他的公积金账号；不填就是不再用公积金付。',
  type: 'object',
  properties: { fund_account: number('公积金账号', '公积金账号必填') },
  required: [],
  additionalProperties: false,
})
