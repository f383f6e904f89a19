import type { Kind } from '../kinds.ts'
import { nearest } from '../nearest.ts'
import { type Brace, bracesIn, type Print, printFieldOf, printPath, printTableOf } from '../prints.ts'
import type { Column, Resource } from '../resource.ts'
import type { Say } from './say.ts'

/** Kinds that only a log can show. */
const UNPRINTED: ReadonlySet<Kind> = new Set(['resource', 'changes'])

/**
 * True for a column that a paper can say. An age, which only an opened number tells, is kept on none; what a reference that no list shows names is
 * not read, and neither is what is counted for who looks at the record.
 */
export const isPrintable = ({ is = 'text', reads, list, derived }: Column): boolean =>
  !UNPRINTED.has(is) && derived !== 'counted' && !reads?.endsWith('.age') && !(list === 'never' && (is === 'ref' || is === 'refs'))

/** True for a column that is drawn by itself, as pictures or as a table, and so stands alone on its line. */
export const standsAlone = ({ is = 'text' }: Column): boolean => is === 'images' || is === 'rows'

const unpaired = (found: string): string => (found === '{' ? '“{”没有配对的“}”' : '“}”没有配对的“{”')

const checkField = (
  brace: Brace & { word: string },
  resource: Resource,
  say: (id: string, message: string, hint?: string) => void,
): void => {
  const { name, isCapitals } = printFieldOf(brace.word)
  const column: Column | undefined = Object.hasOwn(resource.columns, name) ? resource.columns[name] : undefined
  if (!column) {
    const near = nearest(name, Object.keys(resource.columns))
    say('R163', `没有列 '${name}'`, near ? `是否想写 '${near}'？` : undefined)
  } else if (!isPrintable(column)) say('R164', `列 '${name}' 不能打印`)
  else if (isCapitals && column.is !== 'fen') say('R164', `列 '${name}' 不是金额，没有大写`)
  else if (standsAlone(column) && !brace.isAlone) say('R164', `列 '${name}' 是图片或小表，须单独占一行`)
}

/** Says what is wrong with the papers that a resource declares: their texts, and numbers that begin alike. One that is retired says nothing any more. */
export const checkPrints = (resource: Resource, say: Say): void => {
  const prints = Object.entries(resource.prints ?? {})
  for (const [index, [name, { letters, text, retired }]] of prints.entries()) {
    const at = `prints.${name}`
    const other = prints.slice(0, index).find(([, print]) => print.letters === letters && !print.retired)
    if (retired) continue
    if (other) say('R165', `${at}.letters`, `编号字头 '${letters}' 已被打印 '${other[0]}' 使用，请换一个`)
    for (const brace of bracesIn(text)) {
      const here = (id: string, message: string, hint?: string): void =>
        say(id, `${at}.text`, `第 ${brace.line} 行第 ${brace.column} 字：${message}`, hint)
      const { word } = brace
      if (word === undefined) here('R163', unpaired(brace.found))
      else if (!printTableOf(word)) checkField({ ...brace, word }, resource, here)
    }
  }
}

/** A print that an action can name, and its call. */
export interface KnownPrint {
  name: string
  can: string
}

/** Gives the papers that a resource declares itself and still prints, as an action names them. */
export const ownPrints = ({ name, prints = {} }: Resource): KnownPrint[] =>
  Object.entries(prints as Readonly<Record<string, Print>>).flatMap(([print, { retired }]) =>
    retired ? [] : [{ name: print, can: printPath(name, print) }],
  )

/** Says which actions print what is not there, or by a call that is not the print's: the code that permits it is one. */
export const checkPrinting = (resource: Resource, known: readonly KnownPrint[], say: Say): void => {
  const names = known.map(({ name }) => name)
  for (const [name, { prints, can }] of Object.entries(resource.actions ?? {})) {
    const print = known.find((each) => each.name === prints)
    const taken = known.find((each) => each.can === can)
    if (!prints) {
      if (taken) say('R161', `actions.${name}.can`, `接口 ${can} 是打印 '${taken.name}' 的，请换一个`)
    } else if (!print) {
      const near = nearest(prints, names)
      say('R160', `actions.${name}.prints`, `没有名为 '${prints}' 的打印，可用：${names.join(', ')}`, near && `是否想写 '${near}'？`)
    } else if (print.can !== can) say('R161', `actions.${name}.can`, `打印 '${prints}' 的接口是 ${print.can}，不是 ${can}`)
  }
}
