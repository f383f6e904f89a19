import { knownFor } from '../../core/check/checkValues.ts'
import type { Condition } from '../../core/form.ts'
import { isTextKind, isYesNo, type Kind, storedAlike, yesNo } from '../../core/kinds.ts'
import { isKnownDefault } from '../../core/knownDefaults.ts'
import { numberDates } from '../../core/numbered.ts'
import type { Column, Resource } from '../../core/resource.ts'
import { type Choices, type ConditionRow, choicesBeside, conditionOf, rowsOfCondition } from './condition.ts'
import { ASKED, type Choosable, FILTERS, NEITHER, ONLY_ADD, ONLY_EDIT, SORTS, TEXTS, TONES, UNIQUES } from './fieldForm.ts'
import { codeOfColumn, codeOfKind, codesOf, given, kindOfCode, NO, NUMBERED, THROUGH, YES, YES_NO } from './kinds.ts'
import { isWordOfThrough, readThrough, type Through } from './through.ts'

type Values = Readonly<Record<string, unknown>>

const flag = (isSet: boolean): number => (isSet ? YES : NO)

const askedOf = (resource: Resource, name: string, { only }: Column): number => {
  if (!resource.form?.includes(name)) return NO
  return only === undefined ? YES : only === 'add' ? ONLY_ADD : ONLY_EDIT
}

/** True where the dialog says that staff fill the field in, in one dialog or in both. */
export const isAskedBy = ({ asked }: Values): boolean => ASKED.includes(Number(asked))

const whenRows = (choices: readonly Choices[], { when }: Column): ConditionRow[] | undefined => {
  const rows = rowsOfCondition(choices, (when ?? {}) as Condition)
  return rows.length > 0 ? rows : undefined
}

/** Where it is filled in, under which heading, on what condition: what the rows cannot show of that stays. */
const placeOf = (values: Values, before: Column | null, choices: readonly Choices[]): object =>
  isAskedBy(values)
    ? {
        only: { [ONLY_ADD]: 'add', [ONLY_EDIT]: 'edit' }[Number(values.asked)],
        section: values.section,
        when: conditionOf(choices, before?.when as Condition | undefined, (values.when ?? []) as readonly ConditionRow[]),
      }
    : {}

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
    is: codeOfColumn(column),
    of: is === 'ref' || is === 'refs' ? choosable.findIndex(({ name: other }) => other === column.of) + 1 || undefined : undefined,
    choices: (column.is === 'enum' && !isYesNo(column.of)) || column.is === 'enums' ? choicesOf(column) : undefined,
    begins_so: column.is === 'enum' && isYesNo(column.of) ? answerOf(column.default) : undefined,
    first: column.is === 'enum' && !isYesNo(column.of) ? flag(String(column.default) === Object.keys(column.of)[0]) : undefined,
    begins: is === 'date' || is === 'datetime' ? flag(isKnownDefault(column.default)) : undefined,
    begins_of: is === 'ref' && knownFor(column) ? flag(isKnownDefault(column.default)) : undefined,
    letters: column.numbered?.letters,
    dated: column.numbered ? numberDates.indexOf(column.numbered.dated ?? ('' as never)) + 1 || undefined : undefined,
    digits: column.numbered?.digits,
    required: flag(column.required !== undefined),
    message: typeof column.required === 'string' ? column.required : undefined,
    asked: askedOf(resource, name, column),
    section: column.section,
    when: whenRows(choicesBeside(resource, name), column),
    max: isText ? column.max : undefined,
    most_images: is === 'images' ? column.max : undefined,
    most_files: is === 'files' ? column.max : undefined,
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

const answerOf = (given: unknown): number => (given === 1 ? YES : given === 0 ? NO : NEITHER)

const choicesOf = (column: Extract<Column, { is: 'enum' | 'enums' }>): { value: number; label: string; tone?: number }[] =>
  Object.entries(column.of).map(([value, label]) => {
    const tone = TONES.indexOf(column.tones?.[Number(value)] ?? ('' as never)) + 1
    return { value: Number(value), label, ...(tone > 0 ? { tone } : {}) }
  })

interface Choice {
  value: number
  label: string
  tone?: number
}

const ofChoices = (rows: readonly Choice[]) => ({
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

/** What a dialog of adding begins with by itself, or a day or time that was declared as JSON. */
const firstKnown = (values: Values, column: Column, before: Column | null): unknown => {
  const isWanted = values[column.is === 'ref' ? 'begins_of' : 'begins'] === YES
  if (isWanted) return knownFor(column)
  return before?.is === column.is && !isKnownDefault(before?.default) ? before?.default : undefined
}

/** How it is summed stays as JSON says it while it is summed. */
const totalOf = (values: Values, before: Column | null): unknown =>
  values.total === YES ? (before?.is === 'fen' && before.total) || true : undefined

/** The field of the dialog that says at most how many, or how much, of a kind that is no text. */
const MOST: Readonly<Partial<Record<Kind, string>>> = { images: 'most_images', files: 'most_files', int: 'max_value' }

/** Words that mean the same whatever the kind: a field that becomes of another kind keeps them. */
const COMMON: ReadonlySet<string> = new Set(['width', 'export', 'was', 'fixed', 'retired'])

/** The words of a column that the dialog shows for a kind. */
const shownFor = (is: Kind): ReadonlySet<string> => {
  const code = codeOfKind(is)
  const only = (kinds: readonly number[], ...words: readonly string[]): readonly string[] => (kinds.includes(code) ? words : [])
  return new Set([
    ...['label', 'is', 'required', 'help', 'list', 'only', 'section', 'when', 'numbered'],
    ...only(codesOf('ref', 'refs'), 'of'),
    ...only(codesOf('enum', 'enums'), 'of', 'tones'),
    ...only(codesOf('enum'), 'default'),
    ...only(codesOf('date', 'datetime', 'ref'), 'default'),
    ...only([...TEXTS, ...codesOf('images', 'files')], 'max'),
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

/** Gives the column that the dialog's values declare; words that the dialog does not show stay as `before` has them. `choices` are those of `choicesBeside`. */
export const columnOf = (
  values: Values,
  choosable: readonly Choosable[],
  before: Column | null,
  throughs: readonly Through[],
  choices: readonly Choices[] = [],
): Column => {
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
  const shown: Record<string, unknown> = {
    label: values.label,
    is: is === 'text' && before?.is !== 'text' ? undefined : is,
    ...(is === 'ref' || is === 'refs' ? { of: choosable[Number(values.of) - 1]?.name } : {}),
    ...(values.is === YES_NO
      ? { of: yesNo, tones: before?.is === 'enum' && isYesNo(before.of) ? before.tones : undefined }
      : is === 'enum' || is === 'enums'
        ? ofChoices((values.choices ?? []) as Choice[])
        : {}),
    numbered:
      values.is === NUMBERED
        ? given({ letters: values.letters, dated: numberDates[Number(values.dated) - 1], digits: values.digits })
        : undefined,
    max: isText ? values.max : values[MOST[is] ?? ''],
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
    ...placeOf(values, before, choices),
    default:
      values.is === YES_NO
        ? { [YES]: 1, [NO]: 0 }[Number(values.begins_so)]
        : is === 'enum'
          ? firstChoice(values, before?.default)
          : undefined,
  }
  if (is === 'date' || is === 'datetime' || is === 'ref') shown.default = firstKnown(values, shown as Column, before)
  return { ...given(shown), ...kept(before, is) } as Column
}
