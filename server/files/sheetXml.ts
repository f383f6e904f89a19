import type { CellKind } from '../../src/core/kinds.ts'
import { looksLikeFormula } from '../../src/derive/exports.ts'

/** What a sheet of the format holds at most (ECMA-376 as every spreadsheet program reads it). */
export const MAX_SHEET_ROWS = 1_048_576
const MAX_CELL_LETTERS = 32_767

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Places in cellXfs of the styles below. */
export const STYLE = { head: 1, money: 2, quoted: 3, wrong: 4, text: 5 } as const

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }
const SPECIAL = /[&<>"\r]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot hold
const IMPOSSIBLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

export const escaped = (text: string): string =>
  text
    .slice(0, MAX_CELL_LETTERS)
    .replaceAll(IMPOSSIBLE, '')
    .replaceAll(SPECIAL, (letter) => ENTITIES[letter] ?? '')
    // Spreadsheets read _x0041_ as the letter A; a text that says just that keeps its underline as one.
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')

/** Gives A, B … Z, AA for 0, 1 … 25, 26. */
export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** A text is text whatever it begins with; one that looks like a formula also stays text when someone edits the cell. */
export const textCell = (at: string, text: string, style?: number): string => {
  const chosen = style ?? (looksLikeFormula(text) ? STYLE.quoted : 0)
  return `<c r="${at}"${chosen === 0 ? '' : ` s="${chosen}"`} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** Makes rows of a sheet as XML. */
export const rowWriter = (columns: readonly { kind: CellKind }[]) => {
  const names = columns.map((_, index) => columnName(index))
  return (cells: readonly (string | null)[], row: number): string => {
    let xml = `<row r="${row}">`
    for (const [index, cell] of cells.entries()) {
      if (cell === null || cell === '') continue
      const at = `${names[index]}${row}`
      const kind = columns[index]?.kind
      if (kind === 'text' || kind === 'plain') xml += textCell(at, cell)
      else xml += `<c r="${at}"${kind === 'money' ? ` s="${STYLE.money}"` : ''}><v>${cell}</v></c>`
    }
    return `${xml}</row>`
  }
}

const PX_A_LETTER = 7

/** Gives what stands before a sheet's rows: its widths, its head, which stays in view. */
export const sheetStart = (columns: readonly { head: string; width: number }[]): string => {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${Math.round(width / PX_A_LETTER)}" customWidth="1"/>`,
  )
  const heads = columns.map(({ head }, index) => textCell(`${columnName(index)}1`, head, STYLE.head))
  return `${openSheet(widths.join(''))}<row r="1">${heads.join('')}</row>`
}

/** Gives what stands before a sheet's first row, of which the head stays in view; `cols` says how wide its columns are, as XML. */
export const openSheet = (cols: string): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols}</cols><sheetData>`

export const SHEET_END = '</sheetData></worksheet>'

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFC7CE"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf quotePrefix="1"/><xf fillId="2" applyFill="1"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** A sheet's name has at most 31 letters and none of these. */
export const sheetName = (label: string, index = 0): string => {
  const suffix = index === 0 ? '' : ` ${index + 1}`
  return escaped(label.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 31 - suffix.length) + suffix)
}

const part = (path: string, type: string): string => `<Override PartName="/${path}" ContentType="${SHEET}.${type}+xml"/>`
const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`

/** Gives the parts of a workbook beside its sheets, by path: one named `label`, or several numbered after it. */
export const workbookParts = (label: string, sheets: number): Record<string, string> =>
  workbookOf(Array.from({ length: sheets }, (_, index) => sheetName(label, index)))

/** Gives the parts of a workbook beside its sheets, by path; `names` are the sheets', as XML. */
export const workbookOf = (names: readonly string[]): Record<string, string> => {
  const indexes = [...names.keys()]
  const sheets = names.length
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', 'sheet.main')}${part('xl/styles.xml', 'styles')}${indexes.map((index) => part(`xl/worksheets/sheet${index + 1}.xml`, 'worksheet')).join('')}</Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${indexes.map((index) => `<sheet name="${names[index]}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${indexes.map((index) => relation(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`)).join('')}${relation(sheets + 1, 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': STYLES,
  }
}
