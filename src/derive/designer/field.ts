import type { Field, FormSchema } from '../../core/form.ts'
import { MAX_INT } from '../../core/ids.ts'
import { isTextKind, type Kind, storedAlike } from '../../core/kinds.ts'
import type { Column, Resource } from '../../core/resource.ts'
import { codeOfKind, codesOf, codesWhere, designKinds, given, kindOfCode, NO, THROUGH, YES, yesOrNo } from './kinds.ts'
import { isWordOfThrough, readThrough, type Through } from './through.ts'

type Values = Readonly<Record<string, unknown>>

/** A resource that a field may refer to. */
export interface Choosable {
  name: string
  label: string
}

const TEXTS = codesWhere(({ text: typed }) => typed !== undefined)
const HOLDING = designKinds.map(({ code }) => code)
const FILTERS = codesWhere(({ match }) => match !== null)
const SORTS = codesWhere(({ sorts }) => sorts === true)
const UNIQUES = codesWhere(({ tellsApart }) => tellsApart === true)
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
  'x-when': { is: codesOf('enum') },
  'x-msg': { required: '选项必填', minItems: '选项必填' },
}

/** Gives the designer's dialog for one field. The kind of a published field can change only to one that is stored alike. */
export const fieldForm = (
  title: string,
  choosable: readonly Choosable[],
  published: Column | null,
  throughs: readonly Through[],
): FormSchema => ({
  title,
  type: 'object',
  'x-size': 'wide',
  properties: {
    label: text('字段名称', 40, { 'x-msg': { required: '字段名称必填' } }),
    name: text('代码', 28, {
      'x-is': 'code',
      pattern: '^[a-z][a-z0-9_]{0,27}$',
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
    required: radio('必填', { default: NO, 'x-section': '填写', 'x-when': { is: HOLDING } }),
    message: text('没填时的提示', 60, { 'x-when': { is: HOLDING, required: YES }, description: '不写则为“字段名称＋必填”' }),
    asked: radio('在新增、编辑中填写', { default: YES, 'x-when': { is: HOLDING } }),
    max: bound('最多字数', { minimum: 1, maximum: 20_000, 'x-when': { is: TEXTS } }),
    most_images: bound('最多张数', { minimum: 1, maximum: 9, 'x-when': { is: codesOf('images') } }),
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
  required: ['label', 'name', 'is', 'of', 'through', 'choices'],
  additionalProperties: false,
})

const flag = (isSet: boolean): number => (isSet ? YES : NO)

/** Gives what the dialog shows of a field. */
export const valuesOfField = (
  resource: Resource,
  name: string,
  choosable: readonly Choosable[],
  throughs: readonly Through[],
): Record<string, unknown> => {
  const column = resource.columns[name] as
    | (Column & { max?: number; min?: number; scale?: number; unique?: true; of?: unknown; total?: unknown })
    | undefined
  if (!column) return {}
  const is = column.is ?? 'text'
  const isText = isTextKind(is)
  const list = column.list === false ? 2 : column.list === 'never' ? 3 : 1
  if (column.via) {
    const through = throughs.findIndex(({ via }) => via === column.via) + 1 || undefined
    return given({ label: column.label, name, is: THROUGH, through, list })
  }
  return given({
    label: column.label,
    name,
    is: codeOfKind(is),
    of: is === 'ref' || is === 'refs' ? choosable.findIndex(({ name: other }) => other === column.of) + 1 || undefined : undefined,
    choices: column.is === 'enum' ? choicesOf(column) : undefined,
    first: column.is === 'enum' ? flag(String(column.default) === Object.keys(column.of)[0]) : undefined,
    required: flag(column.required !== undefined),
    message: typeof column.required === 'string' ? column.required : undefined,
    asked: flag(resource.form?.includes(name) === true),
    max: isText ? column.max : undefined,
    most_images: is === 'images' ? column.max : undefined,
    min_value: is === 'int' ? column.min : undefined,
    max_value: is === 'int' ? column.max : undefined,
    scale: column.scale,
    unit: column.unit,
    help: column.help,
    filter: column.filter === true ? 2 : column.filter === 'more' ? 3 : 1,
    sort: flag(column.sort === true),
    total: flag(column.total !== undefined),
    unique: flag(column.unique === true),
    list,
  })
}

const choicesOf = (column: Extract<Column, { is: 'enum' }>): { value: number; label: string; tone?: number }[] =>
  Object.entries(column.of).map(([value, label]) => {
    const tone = TONES.indexOf(column.tones?.[Number(value)] ?? ('' as never)) + 1
    return { value: Number(value), label, ...(tone > 0 ? { tone } : {}) }
  })

interface Choice {
  value: number
  label: string
  tone?: number
}

const ofEnum = (rows: readonly Choice[]) => ({
  of: Object.fromEntries(rows.map(({ value, label }) => [value, label])),
  ...(rows.some(({ tone }) => tone)
    ? { tones: Object.fromEntries(rows.flatMap(({ value, tone }) => (tone ? [[value, TONES[tone - 1]]] : []))) }
    : {}),
})

/** What a new record begins with: the first choice, or another that was declared as JSON. */
const firstChoice = (values: Values, declared: unknown): unknown => {
  const [first, ...others] = ((values.choices ?? []) as Choice[]).map(({ value }) => value)
  if (values.first === YES) return first
  return others.some((value) => value === declared) ? declared : undefined
}

/** How it is summed stays as JSON says it while it is summed. */
const totalOf = (values: Values, before: Column | null): unknown =>
  values.total === YES ? (before?.is === 'fen' && before.total) || true : undefined

/** Words that mean the same whatever the kind: a field that becomes of another kind keeps them. */
const COMMON: ReadonlySet<string> = new Set(['width', 'export', 'was', 'fixed', 'retired'])

/** The words of a column that the dialog shows for a kind. */
const shownFor = (is: Kind): ReadonlySet<string> => {
  const code = codeOfKind(is)
  const only = (kinds: readonly number[], ...words: readonly string[]): readonly string[] => (kinds.includes(code) ? words : [])
  return new Set([
    ...['label', 'is', 'required', 'help', 'list'],
    ...only(codesOf('ref', 'refs'), 'of'),
    ...only(codesOf('enum'), 'of', 'tones', 'default'),
    ...only([...TEXTS, ...codesOf('images')], 'max'),
    ...only(codesOf('int'), 'min', 'max', 'unit'),
    ...only(codesOf('decimal'), 'scale', 'unit'),
    ...only(FILTERS, 'filter'),
    ...only(SORTS, 'sort'),
    ...only(codesOf('fen'), 'total'),
    ...only(UNIQUES, 'unique'),
  ])
}

/** What the dialog does not show of a column and so leaves as it is. Of another kind only what suits that one, too. */
const kept = (before: Column | null, is: Kind): object => {
  // What was read through a reference was stored as nothing.
  const then = before?.via ? null : (before?.is ?? 'text')
  const shown = shownFor(is)
  const suits = (word: string): boolean => then === is || COMMON.has(word) || (word === 'default' && then !== null && storedAlike(then, is))
  return Object.fromEntries(Object.entries(before ?? {}).filter(([word]) => !shown.has(word) && suits(word)))
}

/** Gives the column that the dialog's values declare; words that the dialog does not show stay as `before` has them. */
export const columnOf = (values: Values, choosable: readonly Choosable[], before: Column | null, throughs: readonly Through[]): Column => {
  const through = values.is === THROUGH ? throughs[Number(values.through) - 1] : undefined
  if (through) {
    const list = { 2: false, 3: 'never' }[Number(values.list)]
    const { label: _label, list: _list, via, ...words } = before ?? ({} as Partial<Column>)
    // What it reads is what it was: so are its words.
    if (via === through.via) return { ...given({ label: values.label, list }), ...words, via } as Column
    const others = Object.entries(words).filter(([word]) => (via ? !isWordOfThrough(word) : COMMON.has(word)))
    return { ...given({ label: values.label, ...readThrough(through), list }), ...Object.fromEntries(others) } as Column
  }
  const is = kindOfCode(values.is)
  const isText = isTextKind(is)
  const shown: Values = {
    label: values.label,
    is: is === 'text' && before?.is !== 'text' ? undefined : is,
    ...(is === 'ref' || is === 'refs' ? { of: choosable[Number(values.of) - 1]?.name } : {}),
    ...(is === 'enum' ? ofEnum((values.choices ?? []) as Choice[]) : {}),
    max: isText ? values.max : is === 'images' ? values.most_images : is === 'int' ? values.max_value : undefined,
    min: is === 'int' ? values.min_value : undefined,
    scale: is === 'decimal' ? values.scale : undefined,
    unit: is === 'int' || is === 'decimal' ? values.unit : undefined,
    required: values.required === YES ? values.message || true : undefined,
    filter: FILTERS.includes(Number(values.is)) ? { 2: true, 3: 'more' }[Number(values.filter)] : undefined,
    sort: SORTS.includes(Number(values.is)) && values.sort === YES ? true : undefined,
    total: is === 'fen' ? totalOf(values, before) : undefined,
    unique: UNIQUES.includes(Number(values.is)) && values.unique === YES ? true : undefined,
    list: { 2: false, 3: 'never' }[Number(values.list)],
    help: values.help,
    default: is === 'enum' ? firstChoice(values, before?.default) : undefined,
  }
  return { ...given(shown), ...kept(before, is) } as Column
}
