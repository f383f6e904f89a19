import { fenIn, momentIn } from './cells.ts'
import { type Channel, channelOf } from './channels.ts'
import type { Mapping } from './statement.ts'
import { type Field, SYNONYMS } from './synonyms.ts'
import { refused, type SheetRow, shown, textOf } from './table.ts'

/** The header row stands among so many: statements tell of the account before it. */
const SEARCHED_ROWS = 60
/** So many a message lists. */
const LISTED_HEADS = 30
/** No heading has more letters. */
const MAX_HEAD = 100

/** The places of the columns that say something; those of `note` are joined. */
type Columns = Partial<Record<Exclude<Field, 'note'>, number>> & { notes: number[] }

/** The header row of a file, and what its columns say. */
export interface Heads {
  /** Its place among the rows. */
  index: number
  heads: string[]
  columns: Columns
  mapping: Mapping
  /** Whose file it is; null for a bank's. */
  channel: Channel | null
}

/** What a heading comes to, however it is written: no blanks, no brackets with what stands in them, no unit. */
export const keyOf = (head: string): string =>
  head
    .slice(0, MAX_HEAD)
    .normalize('NFKC')
    .replaceAll(/\([^)]*\)|\[[^\]]*\]|【[^】]*】/g, '')
    .replaceAll(/[\s*`:]/g, '')
    .replaceAll('帐', '账')
    .replace(/[/,-]?(?:人民币)?元$/, '')

/** What was said by hand goes before what the words of the headings say; a column has one meaning. */
const ORDER: readonly Exclude<Field, 'note'>[] = [
  'day',
  'income',
  'outgo',
  'amount',
  'way',
  'balance',
  'party',
  'account',
  'serial',
  'fee',
  'kind',
  'time',
]

const placeOfHead = (heads: readonly string[], head: string): number => {
  const exact = heads.indexOf(head.trim())
  return exact >= 0 ? exact : heads.findIndex((text) => text !== '' && keyOf(text) === keyOf(head))
}

/** The amounts stand in two columns, or in one: not in both. */
const withOneShape = (columns: Columns, given: Partial<Mapping>): Columns => {
  const { income, outgo, amount, way, ...others } = columns
  const isInTwo = given.income !== undefined || given.outgo !== undefined || (!given.amount && income !== undefined && outgo !== undefined)
  if (isInTwo || amount === undefined)
    return { ...others, ...(income === undefined ? {} : { income }), ...(outgo === undefined ? {} : { outgo }) }
  return { ...others, amount, ...(way === undefined ? {} : { way }) }
}

const columnsOf = (heads: readonly string[], given: Partial<Mapping>, channel: Channel | null): Columns => {
  const keys = heads.map(keyOf)
  const words = channel?.words ?? SYNONYMS
  const taken = new Set<number>()
  const columns: Columns = { notes: [] }
  const take = (place: number | undefined): number | undefined => {
    if (place === undefined || place < 0 || taken.has(place)) return undefined
    taken.add(place)
    return place
  }
  const notes = given.note?.split('、').map((head) => placeOfHead(heads, head))
  for (const place of [...ORDER.flatMap((field) => given[field] ?? []).map((head) => placeOfHead(heads, head)), ...(notes ?? [])])
    if (place >= 0) taken.add(place)
  for (const field of ORDER) {
    const own = given[field]
    const place =
      own === undefined
        ? take((words[field] ?? []).map((word) => keys.findIndex((key, at) => key === word && !taken.has(at))).find((at) => at >= 0))
        : placeOfHead(heads, own)
    if (place !== undefined && place >= 0) columns[field] = place
  }
  columns.notes = notes ?? keys.flatMap((key, at) => (words.note?.includes(key) && take(at) !== undefined ? [at] : []))
  return withOneShape(columns, given)
}

const wantedBy = (given: Partial<Mapping>): string[] => [
  ...ORDER.flatMap((field) => given[field] ?? []),
  ...(given.note?.split('、') ?? []),
]

/** Gives whether a file has all the headings that were told of such files. */
export const fits = (rows: readonly SheetRow[], given: Partial<Mapping>): boolean =>
  rows.slice(0, SEARCHED_ROWS).some(({ cells }) => {
    const heads = Array.from(cells, textOf)
    return wantedBy(given).every((head) => placeOfHead(heads, head) >= 0)
  })

const mappingOf = (heads: readonly string[], { notes, ...columns }: Columns): Mapping => ({
  day: '',
  ...Object.fromEntries(Object.entries(columns).map(([field, place]) => [field, heads[place] ?? ''])),
  ...(notes.length > 0 ? { note: notes.map((place) => heads[place] ?? '').join('、') } : {}),
})

/** No heading is an amount or a day: what has one beside its words tells of the account. */
const isValue = (head: string): boolean => fenIn(head) !== null || momentIn(head) !== null

const hasAmount = ({ income, outgo, amount }: Columns): boolean => income !== undefined || outgo !== undefined || amount !== undefined

const notFound = (likely: { row: number; heads: string[]; columns: Columns } | undefined): Error => {
  if (!likely) return refused('文件里没有表头，也没有交易')
  const { row, heads, columns } = likely
  const missing = [...(columns.day === undefined ? ['日期'] : []), ...(hasAmount(columns) ? [] : ['金额'])]
  const known = heads
    .filter((head) => head !== '')
    .slice(0, LISTED_HEADS)
    .map(shown)
    .join('、')
  return refused(`没有认出${missing.join('、')}列。第 ${row} 行最像表头，其中有：${known}。请在下面填写它们的列名，填一次即可`)
}

/**
 * Finds the header row among the first rows: the first that says a day and an amount, by what was given or by the words of headings.
 * Throws 400 that lists the headings of the most likely row where there is none, or names a heading that was given and is not there.
 */
export const findHeads = (rows: readonly SheetRow[], given: Partial<Mapping>): Heads => {
  const wanted = wantedBy(given)
  const tried = rows.slice(0, SEARCHED_ROWS).map(({ row, cells }, index) => {
    const heads = Array.from(cells, textOf)
    const channel = channelOf(heads.map(keyOf))
    return { index, row, heads, channel, columns: columnsOf(heads, given, channel) }
  })
  const having = tried.filter(({ heads }) => wanted.every((head) => placeOfHead(heads, head) >= 0))
  const found = having.find(({ heads, columns }) => columns.day !== undefined && hasAmount(columns) && !heads.some(isValue))
  if (found) return { ...found, mapping: mappingOf(found.heads, found.columns) }
  const lost = wanted.find((head) => !tried.some(({ heads }) => placeOfHead(heads, head) >= 0))
  if (lost !== undefined) throw refused(`文件里没有“${lost}”这一列`)
  const likeness = ({ columns, heads }: (typeof tried)[number]): number =>
    (Object.keys(columns).length + columns.notes.length - 1) * 1000 + heads.filter((head) => head !== '').length
  throw notFound(tried.toSorted((a, b) => likeness(b) - likeness(a))[0])
}
