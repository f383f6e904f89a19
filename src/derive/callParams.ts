import type { Field, FormSchema } from '../core/form.ts'
import { anId, idRange, MAX_INT } from '../core/ids.ts'
import { LOOKUP_ROWS, MAX_PAGE_ROWS } from '../protocol/envelope.ts'
import { exportFormats } from '../protocol/exports.ts'
import { MAX_FEN } from '../protocol/fen.ts'
import { existingRows } from '../protocol/imports.ts'
import type { CompleteAction } from './actions.ts'
import type { CompleteColumn, CompleteResource } from './complete.ts'
import { isKnownAgain } from './imports/existing.ts'
import { totalsOf } from './totals.ts'

/** Gives the params of a call: its fields in the order of their rules, and no other. */
export const form = <const P extends Readonly<Record<string, Field>>, const R extends readonly (keyof P & string)[] = readonly []>(
  title: string,
  properties: P,
  required?: R,
) => ({ title, type: 'object', properties, required: (required ?? []) as R, additionalProperties: false }) satisfies FormSchema

/** A record that is named by its number, as one of the fields that a caller fills in. */
export const reference = (title: string) => ({ type: 'integer', title, ...idRange }) as const

/** The key of the record that a call is about. */
export const id = (title: string) => ({ ...reference(title), 'x-msg': { required: '请指明记录' } }) as const
const numbers = (title: string): Field => ({
  type: 'array',
  title,
  minItems: 1,
  maxItems: MAX_PAGE_ROWS,
  items: anId,
})
const ids = (title: string): Field => ({ ...numbers(title), uniqueItems: true }) as Field
/** The version of a record that the caller has read. */
export const version: Field = reference('版本')

/** The versions of several records, in the order of their `ids`. */
const versions: Field = numbers('版本')
/** The records that a deed is done to, and how the caller has seen them. */
const seen = (label: string) => ({ ids: ids(label), version, versions })

/** The records that a dialog is about, whose preview is told of several (`x-preview.many`): one by its key, several by `ids`. */
export const aboutSome = ({ key, label }: Pick<CompleteResource, 'key' | 'label'>): Record<string, Field> => ({
  [key]: reference(label),
  ids: ids(label),
})

/** So long may a text be that a list is filtered by: what staff type, and at the most what such a text can be, copied whole. */
const filterLength = ({ spec }: CompleteColumn): number => Math.min(Math.max(60, ('max' in spec && spec.max) || 0), 100)

/** Marks that a list may be filtered by, and how each is written on the wire. */
const filterParams = (column: CompleteColumn): Record<string, Field> => {
  const { name, label: title, match, is } = column
  if (match === 'range') {
    const field: Field =
      is === 'date'
        ? { type: 'string', title, format: 'date', maxLength: 10 }
        : is === 'decimal'
          ? { type: 'number', title, minimum: -9_999_999, maximum: 9_999_999 }
          : { type: 'integer', title, minimum: -MAX_FEN, maximum: MAX_FEN, ...(is === 'datetime' ? { 'x-is': 'datetime' } : {}) }
    return { [`${name}_start`]: { ...field, title: `${title}起` }, [`${name}_end`]: { ...field, title: `${title}止` } }
  }
  if (match === 'any' || match === 'has')
    return { [name]: { type: 'array', title, maxItems: 100, items: { type: 'integer', minimum: 0, maximum: MAX_INT } } }
  if (match === 'equals' && is !== 'resource') return { [name]: { type: 'integer', title, minimum: -MAX_INT, maximum: MAX_INT } }
  return { [name]: { type: 'string', title, maxLength: filterLength(column) } }
}

/** Which page of a list, and of how many rows: `most` at once. */
export const pagingParams = (most = MAX_PAGE_ROWS): Record<string, Field> => ({
  page: { type: 'integer', title: '页码', minimum: 1, maximum: 1_000_000 },
  page_rows: { type: 'integer', title: '每页条数', minimum: 1, maximum: most },
})

/** One project of those that a caller may see. */
const projectParam = ({ scope }: CompleteResource): Record<string, Field> =>
  scope ? { [scope]: { type: 'integer', title: '项目', ...idRange } } : {}

/** What every call takes that gives records to choose from: what it finds them by and which page of them, or those whose names are wanted, at most as many as a page has. */
export const choiceParams = (label: string, finds: Readonly<Record<string, Field>>): Record<string, Field> => ({
  ids: { ...ids(label), maxItems: LOOKUP_ROWS } as Field,
  ...finds,
  ...pagingParams(LOOKUP_ROWS),
})

/** Gives the params of the call that gives titles to choose from: what is typed of one, or the records whose titles are wanted. */
export const chooseParams = (resource: CompleteResource): FormSchema =>
  form(
    `选择${resource.label}`,
    choiceParams(resource.label, {
      keyword: { type: 'string', title: '名称', maxLength: 50 },
      ...projectParam(resource),
      ...(resource.facts.some(({ chosen }) => chosen)
        ? { facts: { type: 'integer', title: '要点', oneOf: [{ const: 1, title: '也给选项旁的列（须给 ids）' }] } as Field }
        : {}),
    }),
  )

/** What selects rows and puts them in order: the same for a page of them and for a file of all of them. */
const selectionParams = (resource: CompleteResource): Record<string, Field> => ({
  order: { type: 'string', title: '排序', maxLength: 60 },
  ...projectParam(resource),
  ...Object.assign({}, ...resource.columns.filter((column) => column.filter).map(filterParams)),
})

/** Asks for the sums alone, of however many rows; only where there are any. */
const sumsParam = (resource: CompleteResource): Record<string, Field> =>
  totalsOf(resource).length > 0 ? { sums: { type: 'integer', title: '合计', oneOf: [{ const: 1, title: '只问合计' }] } } : {}

/** Asks for what the list's picture is drawn from, in the place of its rows; only where it has one. */
const chartParam = ({ chart }: CompleteResource): Record<string, Field> =>
  chart ? { chart: { type: 'integer', title: '图', oneOf: [{ const: 1, title: '只问图' }] } } : {}

/** Gives the params of the list call: paging, order, one or two for each filter, and whether only the sums, or the picture, are asked for. */
export const indexParams = (resource: CompleteResource): FormSchema =>
  form(`${resource.label}：查询`, { ...pagingParams(), ...selectionParams(resource), ...sumsParam(resource), ...chartParam(resource) })

/** Gives the params of the import call beside its file: what is done with rows that are there already, where there can be any. */
export const importParams = (resource: CompleteResource): FormSchema =>
  form(`导入${resource.label}`, isKnownAgain(resource) ? { existing: { type: 'integer', title: '已有的行', oneOf: existingRows } } : {})

/** Gives the params of the export call: the list's filters and order, which columns, and the kind of file. */
export const exportParams = (resource: CompleteResource): FormSchema =>
  form(
    `导出${resource.label}`,
    {
      ...selectionParams(resource),
      columns: { type: 'string', title: '列', description: '列名，以逗号分隔；不给则为全部可导出的列', maxLength: 2000 },
      format: {
        type: 'integer',
        title: '格式',
        oneOf: exportFormats.map(({ code, label }) => ({ const: code, title: label })),
        'x-msg': { required: '请选择导出格式' },
      },
    },
    ['format'],
  )

/** Asks a detail for the lists with which it opens, too. */
export const related = { type: 'integer', title: '相关记录', oneOf: [{ const: 1, title: '也给先打开的列表' }] } as const

export const detailParams = (resource: CompleteResource): FormSchema =>
  form<Readonly<Record<string, Field>>, readonly string[]>(`${resource.label}：详情`, { [resource.key]: id(resource.label), related }, [
    resource.key,
  ])

export const deleteParams = (resource: CompleteResource): FormSchema =>
  form(`${resource.label}：删除`, { [resource.key]: id(resource.label), ...seen(resource.label) })

/** Gives the params of a call behind a dialog on a row: the dialog's fields, the row's key and the version that was read. */
export const editParams = (resource: CompleteResource, dialog: FormSchema): FormSchema => ({
  ...form(dialog.title, { [resource.key]: id(resource.label), version, ...dialog.properties }, [resource.key, ...(dialog.required ?? [])]),
})

/** Gives the params of an action that prints: one row, whose paper it answers with, or several, whose papers become one file. */
export const printParams = (resource: CompleteResource, { label }: Pick<CompleteAction, 'label'>): FormSchema =>
  form(`${resource.label}：${label}`, { [resource.key]: id(resource.label), ids: ids(resource.label) })

/** Gives the params of an action on rows: one row or, unless it takes one alone, several; and what its dialog asks. */
export const actionParams = (resource: CompleteResource, action: CompleteAction, takesOne = false): FormSchema =>
  form<Readonly<Record<string, Field>>, readonly string[]>(
    `${resource.label}：${action.label}`,
    {
      [resource.key]: id(resource.label),
      ...(takesOne ? { version } : seen(resource.label)),
      ...(action.form?.properties ?? {}),
    },
    [...(takesOne ? [resource.key] : []), ...(action.form?.required ?? [])],
  )
