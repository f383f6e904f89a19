import type { Lookup } from '../../src/core/form.ts'
import { readCell } from '../../src/derive/imports/importCells.ts'
import { type ImportColumn, lookupOf } from '../../src/derive/imports/importColumns.ts'
import { withoutPersonal } from '../../src/protocol/masks.ts'
import { knownCall } from '../caller/knownCalls.ts'
import type { Adding } from '../caller/session.ts'
import type { Resolve } from '../store/reading/list.ts'
import { type Choice, choicesNamed, keyIn, nameKey } from './choices.ts'
import type { Table } from './table.ts'

type Values = Readonly<Record<string, unknown>>

/** The record that a name means, or why it means none. */
type Meant = { choice: Choice } | { problem: string }

/** Gives what the names in a cell mean, beside the row's other values. */
export type Find = (column: ImportColumn, name: string, values: Values) => Promise<Meant>

const SHOWN_LETTERS = 40
const SHOWN_CHOICES = 3

/** Of those that a name may mean the ones of that title; else of that label; else whose personal number it says; else the one of that key (编号 12; of divisions their code alone). */
const judged = ({ field, target, targetBy }: ImportColumn, name: string, choices: readonly Choice[]): Meant => {
  const key = nameKey(name)
  const shown = `${field.title}“${withoutPersonal(name).slice(0, SHOWN_LETTERS)}”`
  for (const named of [
    choices.filter(({ title }) => nameKey(title) === key),
    choices.filter(({ label }) => nameKey(label) === key),
    choices.filter(({ numbered }) => numbered.includes(key)),
    choices.filter((choice) => choice.key === keyIn(name) || (target === null && targetBy === null && String(choice.key) === key)),
  ]) {
    // What was merged into another, or is retired, is meant only where nothing else is called so: and then it is refused as what it is.
    const offered = named.filter(({ isOffered }) => isOffered)
    const same = offered.length > 0 ? offered : named
    const [choice] = same
    // Of what is retired the store says so as a row is written; nothing keeps a stopped account from being written, and it would be given what nobody does.
    if (choice && same.length === 1) return target === 'account' && !choice.isOffered ? { problem: `${shown}的账号已停用` } : { choice }
    if (choice) {
      const labels = [...new Set(same.map(({ label }) => label))]
      const full = labels.length === same.length ? labels : same.map((other) => `编号 ${other.key}`)
      return {
        problem: `${shown}有 ${same.length} 个，请写全：${full.slice(0, SHOWN_CHOICES).join('、')}${full.length > SHOWN_CHOICES ? '…' : ''}`,
      }
    }
  }
  return { problem: `${shown}不存在，或不在您负责的项目内` }
}

/** All names that stand in a column of a file, each once. */
const namesIn = ({ columns, rows }: Table, column: ImportColumn): string[] => {
  const place = columns.indexOf(column)
  const names = new Set<string>()
  for (const { cells } of rows) {
    const reading = readCell(column, cells[place])
    if (reading && 'names' in reading) for (const name of reading.names) names.add(name)
  }
  return [...names]
}

/** No name has a blank (`nameKey`). */
const keyName = (key: number): string => `key ${key}`

const byName = (choices: readonly Choice[]): Map<string, Choice[]> => {
  const found = new Map<string, Choice[]>()
  for (const choice of choices)
    for (const name of new Set([nameKey(choice.title), nameKey(choice.label), keyName(choice.key), ...choice.numbered])) {
      const same = found.get(name)
      if (same) same.push(choice)
      else found.set(name, [choice])
    }
  return found
}

const rowsOf = (answer: unknown): Values[] => (Array.isArray(answer) ? answer : ((answer as { list?: Values[] } | null)?.list ?? []))

/** Finds by a field's lookup call (a division within the one above it), asked once for the same params. */
const finderByCall = (context: Adding) => {
  const known = new Map<string, Promise<Choice[]>>()
  const ask = async (lookup: Lookup, params: Values): Promise<Choice[]> => {
    // Only what any member of staff may read: whoever imports may not have the code of another list.
    const call = typeof lookup.call === 'string' ? knownCall(lookup.call) : undefined
    if (!call?.isForStaff) return []
    const rows = rowsOf(await call.ask(context, params))
    return rows.map((row) => {
      const label = [lookup.label]
        .flat()
        .map((name) => String(row[name] ?? ''))
        .join(' ')
      const fills = Object.fromEntries(Object.entries(lookup.fills ?? {}).map(([field, name]) => [field, row[name]]))
      return { key: Number(row[lookup.value]), title: label, label, numbered: [], fills, isOffered: true }
    })
  }
  return async (column: ImportColumn, name: string, values: Values): Promise<Meant> => {
    const lookup = lookupOf(column)
    if (!lookup) return { problem: `${column.field.title}不能导入` }
    const params: Record<string, unknown> = {}
    for (const [param, wanted] of Object.entries(lookup.params ?? {})) {
      const value = typeof wanted === 'string' && wanted.startsWith('$') ? values[wanted.slice(1)] : wanted
      if (value === undefined) return { problem: lookup.waiting ?? `${column.field.title}的上一级没有填对` }
      params[param] = value
    }
    const asked = JSON.stringify([column.name, params])
    const choices = known.get(asked) ?? ask(lookup, params)
    known.set(asked, choices)
    return judged(column, name, await choices)
  }
}

/**
 * Gives the function that finds the records that the cells of a file name, within the caller's projects: by title, by title with what
 * tells it from others, by a person's number in full, or by key. Every column is looked up once, whole; divisions, whose choices hang on the one above, by their call.
 */
export const finderFor = async (context: Adding, table: Table, resolve: Resolve): Promise<Find> => {
  const { tx, session } = context
  const known = new Map<string, Map<string, Choice[]>>()
  const keyOf = (column: ImportColumn, target: string): string => `${column.name} ${target}`
  for (const column of table.columns) {
    if (!column) continue
    for (const target of column.target ? [column.target] : Object.values(column.targetBy?.of ?? {})) {
      const choices = await choicesNamed(tx, column, resolve(target), session.scope, namesIn(table, column))
      known.set(keyOf(column, target), byName(choices))
    }
  }
  const byCall = finderByCall(context)
  return async (column, name, values) => {
    const { target, targetBy, field } = column
    const meant = target ?? targetBy?.of[String(values[targetBy.by])]
    if (targetBy && meant === undefined) return { problem: `${field.title}的上一级没有填对` }
    const choices = meant == null ? undefined : known.get(keyOf(column, meant))
    if (!choices) return byCall(column, name, values)
    const key = keyIn(name)
    return judged(column, name, choices.get(key === null ? nameKey(name) : keyName(key)) ?? [])
  }
}
