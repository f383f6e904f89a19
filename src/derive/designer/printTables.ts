import { mayStand } from '../../core/check/checkPrintTables.ts'
import { type PrintTableColumn, printTableOf, tableColumnWord, tableWord } from '../../core/prints.ts'
import type { CompleteColumn, CompleteResource } from '../complete.ts'

/** Something that a text can name: as it is kept, by names, and as people read it, by what it is called. */
export interface TextField {
  word: string
  said: string
}

/** A list in a record's detail that its paper can have as a table: as it is kept, as people read it, and its columns, with and without a total. */
export interface TextList extends TextField {
  columns: readonly TextField[]
  /** What a table of it has at first. */
  first: readonly string[]
}

/** Gives fields of which two that are called alike, or as another is named, or by one of these signs, are read by their names. */
export const clearly = <F extends TextField>(all: readonly F[], signs: RegExp): F[] => {
  const isClear = ({ said }: F): boolean =>
    !signs.test(said) && all.filter((other) => other.said === said).length === 1 && all.every(({ word }) => word !== said)
  return all.map((field) => (isClear(field) ? field : { ...field, said: field.word }))
}

const columnWords = ({ name, label, is }: CompleteColumn): TextField[] => [
  { word: name, said: label },
  ...(is === 'fen' ? [{ word: tableColumnWord({ name, isTotalled: true }), said: `${label}（合计）` }] : []),
]

/** What a table begins with: what the list shows at first, amounts with their total. */
const firstOf = (columns: readonly CompleteColumn[], by: string): string[] =>
  columns.flatMap(({ name, is, shown }) => (shown === 'yes' && name !== by ? [tableColumnWord({ name, isTotalled: is === 'fen' })] : []))

const MOST_AT_FIRST = 6

/** Gives the lists of a record's detail as a text can name them; lists that are called alike are read by their names. */
export const textLists = (lists: readonly { label: string; by: string; resource: CompleteResource }[]): TextList[] => {
  const readable = lists.filter(({ resource }) => resource.calls.index !== null && resource.own === null)
  const all = readable.map(({ label, by, resource }): TextList => {
    const columns = resource.columns.filter(({ spec }) => mayStand(resource, spec))
    return {
      word: `${resource.name}.${by}`,
      said: label,
      columns: clearly(columns.flatMap(columnWords), /[{}\n、]/),
      first: firstOf(columns, by).slice(0, MOST_AT_FIRST),
    }
  })
  return clearly(all, /[{}\n：]/)
}

const put = (list: TextList, columns: readonly string[]): string => `${list.word}:${columns.join(',')}`

const saidAs = ({ said, columns }: TextList, words: readonly string[]): string =>
  `${said}：${words.map((word) => columns.find((column) => column.word === word)?.said ?? word).join('、')}`

/** Gives what the designer's button puts in for a list, as people read it. */
export const firstTable = (list: TextList): string => saidAs(list, list.first)

/** Gives a table's word as people read it: the list and its columns by what they are called. Null where it names no table of these lists. */
export const saidTable = (lists: readonly TextList[], word: string): string | null => {
  const table = printTableOf(word)
  const list = table && lists.find((each) => each.word === `${table.resource}.${table.by}`)
  return list && tableWord(table) === word
    ? saidAs(
        list,
        table.columns.map((column: PrintTableColumn) => tableColumnWord(column)),
      )
    : null
}

/** Gives the word of a table that people wrote by what it is called; a column that is not known stays as they wrote it. Null where it names no list. */
export const keptTable = (lists: readonly TextList[], said: string): string | null => {
  const at = said.indexOf('：')
  const list = at < 0 ? undefined : lists.find((each) => each.said === said.slice(0, at))
  if (!list) return null
  const words = said.slice(at + 1).split('、')
  return put(
    list,
    words.map((each) => list.columns.find((column) => column.said === each)?.word ?? each),
  )
}
