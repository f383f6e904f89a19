/** What a paper can be cut to. */
export const papers = ['A4', 'A5'] as const
type PaperSize = (typeof papers)[number]

/** Letters of a paper's text at most: some ten pages. */
export const MAX_PRINT_TEXT = 10_000

/** A paper that can be printed of a record, said in words alone: no code stands behind it (docs/declaring.md, 打印). */
export interface Print {
  /** What it is called: 领用单. */
  label: string
  /** What its numbers begin with; they have no gaps. No other print's. */
  letters: string
  /** What stands large at its head; without it, the label. */
  title?: string
  paper: PaperSize
  landscape?: true
  /**
   * Its lines: `# ` begins a title, `## ` the head of a section. `{column}` is what the record has there, `{column:capitals}` an amount in capitals; a
   * column of pictures or of rows stands alone on its line, and is drawn as pictures, as a table. So does `{resource.by:column,amount:total}`: the rows
   * of a list that the record's detail has, with these of their columns.
   */
  text: string
  /** Printed no more; what was handed out can still be opened by whoever holds its code. */
  retired?: true
}

/** Gives the call by which a declared print is printed, and so the code that permits it. */
export const printPath = (resource: string, print: string): `/api/${string}` => `/api/${resource}/${print}`

/** A pair of braces of a text with the word between them, or a brace without its fellow (`word` undefined); its place is counted from 1. */
export interface Brace {
  line: number
  column: number
  found: string
  word: string | undefined
  /** True where nothing else stands on its line. */
  isAlone: boolean
}

/** A field in its braces, or a brace that has no fellow on its line. */
const BRACES = /\{([^{}\n]*)\}|[{}]/g

/** Gives all braces of a text, in order. */
export const bracesIn = (text: string): Brace[] =>
  text.split('\n').flatMap((content, index) =>
    [...content.matchAll(BRACES)].map((match) => ({
      line: index + 1,
      column: match.index + 1,
      found: match[0],
      word: match[1],
      isAlone: content.trim() === match[0],
    })),
  )

/** Gives the words between braces that a text may not name, each once. */
export const unknownWords = (text: string, words: readonly string[]): string[] => [
  ...new Set(bracesIn(text).flatMap(({ word }) => (word === undefined || words.includes(word) ? [] : [word]))),
]

/** Gives those of some words, which stand for tables, that a text has within a line. */
export const withinLines = (text: string, tables: readonly string[]): string[] =>
  bracesIn(text).flatMap(({ word, isAlone }) => (word !== undefined && !isAlone && tables.includes(word) ? [word] : []))

/** What a word between braces names: a column, and how its value is written. */
export interface PrintField {
  name: string
  isCapitals: boolean
}

const CAPITALS = ':capitals'

/** Gives what a word between the braces of a print's text names. */
export const printFieldOf = (word: string): PrintField =>
  word.endsWith(CAPITALS) ? { name: word.slice(0, -CAPITALS.length), isCapitals: true } : { name: word, isCapitals: false }

/** Gives the word by which a print's text names a field. */
export const printWord = ({ name, isCapitals }: PrintField): string => (isCapitals ? name + CAPITALS : name)

/** Gives a text with what `given` gives in the place of each word in braces; null leaves it. What is put in is not read again. */
export const withWords = (text: string, given: (word: string) => string | null): string =>
  text.replace(/\{([^{}\n]*)\}/g, (whole, word: string) => given(word) ?? whole)

/** Gives a text with each `{word}` that is among `words` in its place; others stay as they are. */
export const filled = (text: string, words: Readonly<Record<string, string>>): string =>
  withWords(text, (word) => (Object.hasOwn(words, word) ? (words[word] ?? null) : null))

/** Rows that a table has at most: more are no paper, but a file to download. */
export const MAX_TABLE_ROWS = 500

/** A column of a table, and whether its amounts are added up below. */
export interface PrintTableColumn {
  name: string
  isTotalled: boolean
}

/** A table of what hangs on a record: the rows of `resource` whose `by` names it. */
export interface PrintTable {
  resource: string
  by: string
  columns: readonly PrintTableColumn[]
}

const TABLE = /^([^.:,]+)\.([^.:,]+):(.*)$/
const TOTAL = ':total'

/** Gives the table that a word between the braces of a print's text names; null where it names a field. */
export const printTableOf = (word: string): PrintTable | null => {
  const [, resource, by, columns] = TABLE.exec(word) ?? []
  if (resource === undefined || by === undefined || columns === undefined) return null
  const columnOf = (said: string): PrintTableColumn =>
    said.endsWith(TOTAL) ? { name: said.slice(0, -TOTAL.length), isTotalled: true } : { name: said, isTotalled: false }
  return { resource, by, columns: columns.split(',').map(columnOf) }
}

/** Gives how a table's column is written in its word. */
export const tableColumnWord = ({ name, isTotalled }: PrintTableColumn): string => (isTotalled ? name + TOTAL : name)

/** Gives the word by which a print's text names a table. */
export const tableWord = ({ resource, by, columns }: PrintTable): string => `${resource}.${by}:${columns.map(tableColumnWord).join(',')}`

/** Gives the tables that a print's text names, in order. */
export const tablesIn = (text: string): PrintTable[] => bracesIn(text).flatMap(({ word }) => printTableOf(word ?? '') ?? [])

const columnsOf = (word: string, own: string): string[] => {
  const table = printTableOf(word)
  if (!table) return [printFieldOf(word).name]
  return table.resource === own ? [table.by, ...table.columns.map(({ name }) => name)] : []
}

/** Gives the columns of the resource `own` that the text of one of its prints names, each once. */
export const columnsIn = (text: string, own: string): string[] => [
  ...new Set(bracesIn(text).flatMap(({ word }) => (word === undefined ? [] : columnsOf(word, own)))),
]

/** Gives the text of a print of the resource `own` with its columns called otherwise. */
export const withColumnsNamed = (text: string, own: string, named: (name: string) => string): string =>
  withWords(text, (word) => {
    const table = printTableOf(word)
    if (!table) {
      const field = printFieldOf(word)
      return `{${printWord({ ...field, name: named(field.name) })}}`
    }
    if (table.resource !== own) return null
    const columns = table.columns.map((column) => ({ ...column, name: named(column.name) }))
    return `{${tableWord({ ...table, by: named(table.by), columns })}}`
  })

/** Gives the text of a print with the tables of one resource's rows made those of another's. */
export const withResourceNamed = (text: string, from: string, to: string): string =>
  withWords(text, (word) => {
    const table = printTableOf(word)
    return table?.resource === from ? `{${tableWord({ ...table, resource: to })}}` : null
  })
