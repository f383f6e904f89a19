import { posix } from 'node:path'
import { CallError } from '../../../src/core/errors.ts'
import { MAX_STRINGS_BYTES, type Parts } from '../../files/openZip.ts'
import { readXml } from './readXml.ts'

/** What reading a sheet needs of its workbook. */
export interface Workbook {
  /** The part of the first sheet that is not hidden. */
  sheet: string
  strings: readonly string[]
  /** Whether a cell of each style shows a number as a day. */
  isDate: readonly boolean[]
  /** Added to days to reckon them from 1900 (ECMA-376 part 1, 18.2.28). */
  dayShift: number
}

const DAYS_1904 = 1462
const MAX_STRINGS = 2_000_000
/** What a cell holds at most, threefold: some programs write more. */
export const MAX_CELL_LETTERS = 100_000

export const tooMuch = (): CallError => new CallError(400, '文件里的文字过多，请只留要导入的行和列', { field: 'file' })

const relationsOf = async (parts: Parts, part: string): Promise<{ id: string; type: string; target: string }[]> => {
  const folder = posix.dirname(part)
  const found: { id: string; type: string; target: string }[] = []
  await readXml(await parts.open(posix.join(folder, '_rels', `${posix.basename(part)}.rels`)), {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
      found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
  })
  return found
}

const refuseMacros = async (parts: Parts): Promise<void> => {
  const types: string[] = []
  await readXml(await parts.open('[Content_Types].xml'), {
    // Defaults name what some programs might have, an Override what is there.
    open: (name, { ContentType = '' }) => {
      if (name === 'Override') types.push(ContentType)
    },
  })
  if (types.some((type) => /macroEnabled|vbaProject/i.test(type)))
    throw new CallError(400, '含有宏的文件不能导入，请另存为不带宏的 .xlsx', { field: 'file' })
  if (types.some((type) => /sheet\.binary/i.test(type))) throw new CallError(400, '.xlsb 文件不能导入，请另存为 .xlsx', { field: 'file' })
}

/** ECMA-376 spells letters that XML cannot hold _x0009_. */
export const unescaped = (text: string): string =>
  text.includes('_x') ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text

const stringsOf = async (parts: Parts, part: string | undefined): Promise<string[]> => {
  const strings: string[] = []
  if (!part) return strings
  let [text, isText, inPhonetic] = ['', false, false]
  await readXml(await parts.open(part, MAX_STRINGS_BYTES), {
    open: (name) => {
      if (name === 'si') text = ''
      else if (name === 'rPh') inPhonetic = true
      else if (name === 't') isText = !inPhonetic
    },
    text: (piece) => {
      if (isText) text += piece
      if (text.length > MAX_CELL_LETTERS) throw tooMuch()
    },
    close: (name) => {
      if (name === 't') isText = false
      else if (name === 'rPh') inPhonetic = false
      else if (name === 'si') {
        if (strings.length === MAX_STRINGS) throw tooMuch()
        strings.push(unescaped(text))
      }
    },
  })
  return strings
}

/** The formats that every spreadsheet program knows by number (ECMA-376 part 1, 18.8.30, and its Chinese list). */
const isDateNumber = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

const isDateCode = (code: string): boolean => /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, ''))

const datesOf = async (parts: Parts, part: string | undefined): Promise<boolean[]> => {
  const custom = new Map<number, string>()
  const isDate: boolean[] = []
  if (!part) return isDate
  let inCells = false
  await readXml(await parts.open(part), {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') custom.set(Number(numFmtId), formatCode)
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) {
        const code = custom.get(Number(numFmtId))
        isDate.push(code === undefined ? isDateNumber(Number(numFmtId)) : isDateCode(code))
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return isDate
}

/** Reads what a workbook says of its sheets. Throws 400 for one with macros, and for what is no workbook. */
export const readWorkbook = async (parts: Parts): Promise<Workbook> => {
  await refuseMacros(parts)
  const root = (await relationsOf(parts, '')).find(({ type }) => type === 'officeDocument')
  const main = root?.target ?? 'xl/workbook.xml'
  const relations = await relationsOf(parts, main)
  let [sheetId, dayShift]: [string | null, number] = [null, 0]
  await readXml(await parts.open(main), {
    open: (name, attributes) => {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes.date1904 ?? '')) dayShift = DAYS_1904
      if (name === 'sheet' && sheetId === null && (attributes.state ?? 'visible') === 'visible') sheetId = attributes['r:id'] ?? ''
    },
  })
  const sheet = relations.find(({ id, type }) => id === sheetId && type === 'worksheet')
  if (!sheet) throw new CallError(400, '文件里没有工作表', { field: 'file' })
  const partOf = (wanted: string): string | undefined => relations.find(({ type }) => type === wanted)?.target
  return {
    sheet: sheet.target,
    strings: await stringsOf(parts, partOf('sharedStrings')),
    isDate: await datesOf(parts, partOf('styles')),
    dayShift,
  }
}
