import { MAX_ATTACHMENTS } from '../../core/attachments.ts'
import { knownFor } from '../../core/check/checkValues.ts'
import type { Field, FormSchema } from '../../core/form.ts'
import { MAX_INT } from '../../core/ids.ts'
import { isYesNo, storedAlike } from '../../core/kinds.ts'
import { MAX_DIGITS } from '../../core/numbered.ts'
import type { Column } from '../../core/resource.ts'
import { type Choices, conditionField } from './condition.ts'
import { codesOf, codesWhere, designKinds, NO, NUMBERED, THROUGH, YES, YES_NO, yesOrNo } from './kinds.ts'
import type { Through } from './through.ts'

/** A resource that a field may refer to. */
export interface Choosable {
  name: string
  label: string
}

export const TEXTS = codesWhere(({ text: typed }) => typed !== undefined)
const HOLDING = [...designKinds.map(({ code }) => code), YES_NO]
export const FILTERS = [...codesWhere(({ match }) => match !== null), YES_NO, NUMBERED]
export const SORTS = [...codesWhere(({ sorts }) => sorts === true), NUMBERED]
export const UNIQUES = codesWhere(({ tellsApart }) => tellsApart === true)
/** A question to which a new record has no answer yet. */
export const NEITHER = 3
/** Where a field is filled in, beside YES (in both dialogs) and NO (in none). */
export const ONLY_ADD = 3
export const ONLY_EDIT = 4
export const ASKED: readonly number[] = [YES, ONLY_ADD, ONLY_EDIT]
export const TONES = ['quiet', 'info', 'good', 'soon', 'bad'] as const

const radio = (title: string, extra: object = {}): Field => ({ type: 'integer', title, 'x-is': 'radio', oneOf: yesOrNo, ...extra }) as Field

const text = (title: string, maxLength: number, extra: object = {}): Field => ({ type: 'string', title, maxLength, ...extra }) as Field

const bound = (title: string, extra: object): Field => ({ type: 'integer', title, minimum: -MAX_INT, maximum: MAX_INT, ...extra }) as Field

/** Asks for a colour by its place in TONES, from 1. */
export const toneField: Field = {
  type: 'integer',
  title: '颜色',
  oneOf: ['灰', '蓝', '绿', '黄', '红'].map((title, place) => ({ const: place + 1, title })),
}

const choices: Field = {
  type: 'array',
  title: '选项',
  'x-is': 'rows',
  'x-wide': true,
  maxItems: 50,
  minItems: 1,
  items: {
    type: 'object',
    properties: {
      value: { type: 'integer', title: '值', 'x-next': 'more', minimum: 0, maximum: 32_767, 'x-msg': { required: '选项的值必填' } },
      label: { type: 'string', title: '显示为', maxLength: 20, 'x-msg': { required: '选项的文字必填' } },
      tone: toneField,
    },
    required: ['value', 'label'],
    additionalProperties: false,
  },
  'x-when': { is: codesOf('enum', 'enums') },
  'x-msg': { required: '选项必填', minItems: '选项必填' },
}

const whenField = (beside: readonly Choices[]): Field => ({
  ...conditionField(
    { title: '什么时候才填', description: '不写则总要填。同一字段写几行，是其中之一才填；写了几个字段，都符合才填' },
    beside,
  ),
  'x-when': { is: HOLDING, asked: ASKED },
})

/** What the dialog of a field knows of the others of its screen. */
export interface Beside {
  /** The codes that it cannot have. */
  taken?: readonly string[]
  /** The fields on which it can depend whether it is filled in. */
  choices?: readonly Choices[]
}

/** Gives the designer's dialog for one field. The kind of a published field can change only to one that is stored alike. */
export const fieldForm = (
  title: string,
  choosable: readonly Choosable[],
  published: Column | null,
  throughs: readonly Through[],
  { taken = [], choices: beside = [] }: Beside = {},
): FormSchema => ({
  title,
  type: 'object',
  'x-size': 'wide',
  properties: {
    label: text('字段名称', 40, { 'x-msg': { required: '字段名称必填' } }),
    name: text('代码', 28, {
      'x-is': 'code',
      pattern: '^[a-z][a-z0-9_]{0,27}$',
      'x-code': { from: 'label', taken },
      description: published ? '改代码不丢内容：旧代码仍被接口认得' : '接口和数据表里的名称',
      'x-msg': { required: '代码必填', pattern: '代码须以小写字母开头，由小写字母、数字、下划线组成，至多 28 个' },
    }),
    is: {
      type: 'integer',
      title: '类型',
      oneOf: [
        ...designKinds
          .filter(({ is }) => !published || (!published.via && storedAlike(published.is ?? 'text', is)))
          .map(({ code, label }) => ({ const: code, title: label })),
        ...(!published || (published.is === 'enum' && !published.via && isYesNo(published.of)) ? [{ const: YES_NO, title: '是或否' }] : []),
        ...(!published || (!published.via && storedAlike(published.is ?? 'text', 'code')) ? [{ const: NUMBERED, title: '自动编号' }] : []),
        ...(throughs.length > 0 && (!published || published.via) ? [{ const: THROUGH, title: '经引用读取' }] : []),
      ],
      'x-msg': { required: '类型必填' },
    },
    of: {
      type: 'integer',
      title: '引用哪一页',
      oneOf: choosable
        .map(({ name, label }, place) => ({ const: place + 1, title: label, name }))
        .filter(({ name }) => !published || !('of' in published) || published.of === name)
        .map(({ name: _name, ...choice }) => choice),
      'x-when': { is: codesOf('ref', 'refs') },
      'x-msg': { required: '请选择引用哪一页' },
    },
    through: {
      type: 'integer',
      title: '读取哪一个字段',
      oneOf: throughs.map(({ label }, place) => ({ const: place + 1, title: label })),
      description: '只给能查看所引用页面的人看；不能筛选、排序，也不导出',
      'x-when': { is: THROUGH },
      'x-msg': { required: '请选择读取哪一个字段' },
    },
    choices,
    first: radio('新记录默认为第一个选项', { default: YES, 'x-when': { is: codesOf('enum') } }),
    begins_so: {
      type: 'integer',
      title: '新记录起初为',
      'x-is': 'radio',
      oneOf: [...yesOrNo, { const: NEITHER, title: '不定' }],
      default: NEITHER,
      'x-when': { is: YES_NO },
    },
    letters: text('编号字头', 8, {
      pattern: '^[A-Z0-9-]{1,8}$',
      description: '例如 BX；新记录由系统编号，谁也不填',
      'x-when': { is: NUMBERED },
      'x-msg': { pattern: '编号字头须为 1–8 个大写字母、数字、连字符' },
    }),
    dated: {
      type: 'integer',
      title: '编号里的日期',
      oneOf: [
        { const: 1, title: '年' },
        { const: 2, title: '年月' },
        { const: 3, title: '年月日' },
      ],
      description: '不选则没有；后面的数一直往上加',
      'x-when': { is: NUMBERED },
    },
    digits: bound('编号位数', {
      minimum: 1,
      maximum: MAX_DIGITS,
      default: 4,
      description: '不够的补零，多了照写',
      'x-when': { is: NUMBERED },
      'x-msg': { required: '编号位数必填' },
    }),
    required: radio('必填', { default: NO, 'x-section': '填写', 'x-when': { is: HOLDING } }),
    message: text('没填时的提示', 60, { 'x-when': { is: HOLDING, required: YES }, description: '不写则为“字段名称＋必填”' }),
    asked: {
      type: 'integer',
      title: '在新增、编辑中填写',
      oneOf: [
        { const: YES, title: '都填' },
        { const: ONLY_ADD, title: '只在新增时填' },
        { const: ONLY_EDIT, title: '只在编辑时填' },
        { const: NO, title: '都不填' },
      ],
      default: YES,
      'x-when': { is: HOLDING },
    },
    section: text('小节标题', 20, { description: '对话框里从这个字段开始一节', 'x-when': { is: HOLDING, asked: ASKED } }),
    ...(beside.length === 0
      ? {}
      : {
          when: whenField(beside),
        }),
    begins: radio('新增时先填好', {
      default: NO,
      description: '日期填当天，时间填此刻',
      'x-when': { is: codesOf('date', 'datetime') },
    }),
    begins_of: radio('新增时先填好', {
      default: NO,
      description: '账号填本人，项目填页首所选的',
      'x-when': {
        is: codesOf('ref'),
        of: choosable.flatMap(({ name }, place) => (knownFor({ label: '', is: 'ref', of: name }) ? [place + 1] : [])),
      },
    }),
    max: bound('最多字数', { minimum: 1, maximum: 20_000, 'x-when': { is: TEXTS } }),
    most_images: bound('最多张数', { minimum: 1, maximum: 9, 'x-when': { is: codesOf('images') } }),
    most_files: bound('最多几个', {
      minimum: 1,
      maximum: MAX_ATTACHMENTS,
      description: `不写则为 ${MAX_ATTACHMENTS} 个`,
      'x-when': { is: codesOf('files') },
    }),
    min_value: bound('最小', { 'x-when': { is: codesOf('int') } }),
    max_value: bound('最大', { 'x-when': { is: codesOf('int') } }),
    scale: bound('小数位', { minimum: 0, maximum: 6, 'x-when': { is: codesOf('decimal') } }),
    unit: text('单位', 10, { 'x-when': { is: codesOf('int', 'decimal') } }),
    help: text('填写说明', 100, { 'x-when': { is: HOLDING } }),
    filter: {
      type: 'integer',
      title: '筛选',
      oneOf: [
        { const: 1, title: '不能筛选' },
        { const: 2, title: '常用筛选' },
        { const: 3, title: '更多筛选里' },
      ],
      default: 1,
      'x-section': '列表',
      'x-when': { is: FILTERS },
    },
    sort: radio('可排序', { default: NO, 'x-when': { is: SORTS } }),
    total: radio('列表下合计', { default: NO, 'x-when': { is: codesOf('fen') } }),
    unique: radio('不得重复', { default: NO, 'x-when': { is: UNIQUES } }),
    list: {
      type: 'integer',
      title: '在列表中',
      oneOf: [
        { const: 1, title: '显示' },
        { const: 2, title: '可选，起初不显示' },
        { const: 3, title: '不在列表中' },
      ],
      default: 1,
    },
  },
  required: ['label', 'name', 'is', 'of', 'through', 'choices', 'digits'],
  additionalProperties: false,
})
