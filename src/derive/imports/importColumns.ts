import { choicesIn, type Field, type FormSchema, type Lookup } from '../../core/form.ts'
import type { CompleteResource } from '../complete.ts'
import type { Translate } from '../translator.ts'

/** How a cell of a file is read. */
export type CellShape = 'text' | 'int' | 'number' | 'fen' | 'date' | 'datetime' | 'choice' | 'choices' | 'ref' | 'refs'

/** How a column, and its choices in their order, are called in another language: a file may have either. */
interface ColumnWords {
  head: string
  choices: readonly string[]
  unset?: string
}

/** A column of a file that is imported: one field of the dialog. */
export interface ImportColumn {
  name: string
  /** Its heading, with its unit, without the mark of a required one. */
  head: string
  field: Field
  shape: CellShape
  /** Required whatever stands in the other columns. */
  isRequired: boolean
  /** The resource whose record a ref names, looked up by its title; null where only the field's lookup call knows the choices. */
  target: string | null
  /** The same where it hangs on what stands in another column: the item of a bill on where it is from. */
  targetBy: { by: string; of: Readonly<Record<string, string>> } | null
  /** The target's columns by which records of one title are told apart, the title last. */
  labels: readonly string[]
  /** What an export writes of a ref that names nobody. */
  unset?: string
  /** Absent where only Chinese is known. */
  other?: ColumnWords
}

/** Gives how a field is written in a cell; null for what no cell can say: pictures, passwords, small tables. */
const shapeOf = (field: Field, isNamedBy: boolean): CellShape | null => {
  if (field['x-hidden']) return null
  switch (field.type) {
    case 'array':
      if (choicesIn(field).length > 0) return 'choices'
      return field['x-is'] === 'refs' && field['x-lookup'] ? 'refs' : null
    case 'number':
      return 'number'
    case 'string':
      if (field['x-is'] === 'password' || field['x-is'] === 'newPassword') return null
      return field.format === 'date' ? 'date' : 'text'
    default:
      if ('oneOf' in field) return 'choice'
      if (field['x-is'] === 'fen' || field['x-is'] === 'datetime') return field['x-is']
      if (field['x-is'] === 'ref') return field['x-lookup'] && (isNamedBy || typeof field['x-lookup'].call === 'string') ? 'ref' : null
      return field.const === undefined ? 'int' : null
  }
}

const unitOf = (field: Field): string | undefined =>
  'x-is' in field && field['x-is'] === 'fen' ? '元' : 'x-unit' in field ? field['x-unit'] : undefined

const headOf = (field: Field): string => {
  const unit = unitOf(field)
  return unit ? `${field.title}（${unit}）` : field.title
}

/** The form that the add dialog shows. */
export const addFormOf = (resource: CompleteResource): FormSchema | null =>
  resource.actions.find((action) => action.name === 'add')?.form ?? null

/** The form that an import fills: the add dialog's, unless the resource names another action for it. */
export const importFormOf = (resource: CompleteResource): FormSchema | null =>
  resource.actions.find((action) => action.name === resource.importedBy)?.form ?? null

/** The order in which the dialog shows the fields: a file has its columns so, too. */
const shownOrder = (form: FormSchema): string[] => {
  const names = Object.keys(form.properties)
  const first = (form['x-layout'] ?? []).filter((name) => name in form.properties)
  return [...first, ...names.filter((name) => !first.includes(name))]
}

/** Two fields of one title (in different cases) are told apart by a number. */
const withDistinctHeads = (columns: readonly ImportColumn[]): ImportColumn[] =>
  columns.map((column, index) => {
    const before = columns.slice(0, index).filter(({ head }) => head === column.head).length
    return before === 0 ? column : { ...column, head: `${column.head}${before + 1}` }
  })

/** The lookup's own, where it shows several; otherwise what this resource reads through the reference (a room's community). */
const labelsOf = (resource: CompleteResource, name: string, field: Field): string[] => {
  const shown = [field['x-lookup']?.label ?? []].flat()
  if (shown.length > 1) return shown
  const read = resource.columns.flatMap(({ spec, isGuarded }) =>
    !isGuarded && spec.via?.startsWith(`${name}.`) ? [spec.via.slice(name.length + 1)] : [],
  )
  return [...read, ...shown]
}

/** Gives the columns of a resource's file: the fields of the dialog by which it is imported that a cell can say, in the dialog's order. */
export const importColumns = (resource: CompleteResource): ImportColumn[] => {
  const form = importFormOf(resource)
  if (!form) return []
  const columns = shownOrder(form).flatMap((name): ImportColumn[] => {
    const field = form.properties[name]
    const targetBy = resource.column[name]?.spec.names ?? null
    const shape = field && shapeOf(field, targetBy !== null)
    if (!field || !shape) return []
    const isRequired = form.required?.includes(name) === true && !field['x-when']
    const { spec, target: referred = null } = resource.column[name] ?? {}
    const target = shape === 'ref' || shape === 'refs' ? referred : null
    const unset = shape === 'ref' && spec?.is === 'ref' && spec.unset ? { unset: spec.unset } : {}
    return [{ name, head: headOf(field), field, shape, isRequired, target, targetBy, labels: labelsOf(resource, name, field), ...unset }]
  })
  return withDistinctHeads(columns)
}

/** Gives columns that are known by their words in another language, too. Where two would be headed alike there they are told apart by a number. */
export const knownAlso = (columns: readonly ImportColumn[], said: Translate): ImportColumn[] => {
  const heads = withDistinctHeads(columns.map((column) => ({ ...column, head: said(column.head) })))
  return columns.map((column, index) => {
    const choices = choicesIn(column.field).map(({ title }) => said(title))
    const unset = column.unset === undefined ? {} : { unset: said(column.unset) }
    return { ...column, other: { head: heads[index]?.head ?? column.head, choices, ...unset } }
  })
}

/** The lookup that gives a ref's choices where no resource is known that has them. */
export const lookupOf = ({ field }: ImportColumn): Lookup | null => field['x-lookup'] ?? null

/** What a heading comes to, however it is written: no blanks, no mark of a required column, half-width brackets as wide ones. */
export const headKey = (text: string): string =>
  text
    .replaceAll(/[\s\u3000*＊]/g, '')
    .replaceAll('(', '（')
    .replaceAll(')', '）')
