import { CallError } from '../../../src/core/errors.ts'
import type { Cell } from '../../../src/derive/imports/importCells.ts'
import { MAX_SHEET_BYTES, openZip } from '../../files/openZip.ts'
import type { RowSink } from '../table.ts'
import { type Attributes, readXml } from './readXml.ts'
import { MAX_CELL_LETTERS, readWorkbook, tooMuch, unescaped, type Workbook } from './workbook.ts'

/** Gives 0 for A1, 27 for AB3. */
const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of reference) {
    const place = letter.charCodeAt(0) - 64
    if (place < 1 || place > 26) break
    column = column * 26 + place
  }
  return column - 1
}

const FORMULA = '是公式，请改为值再导入（复制后选择性粘贴为“数值”）'

const cellOf = ({ t = 'n', s = '0' }: Attributes, value: string, hasFormula: boolean, workbook: Workbook): Cell | null => {
  if (hasFormula) return { problem: FORMULA, text: value }
  if (value === '') return null
  switch (t) {
    case 's':
      return workbook.strings[Number(value)] ?? ''
    case 'str':
    case 'inlineStr':
      return unescaped(value)
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    case 'e':
      return { problem: `是错误值 ${value}`, text: value }
    case 'd':
      return value
    default: {
      const isDate = workbook.isDate[Number(s)] === true
      return { digits: isDate && workbook.dayShift !== 0 ? String(Number(value) + workbook.dayShift) : value, isDate }
    }
  }
}

/**
 * Reads the first sheet of a workbook and gives its rows as they come. Formulas are not evaluated: their cells say that they are one.
 * Throws 400 for macros, passwords and what is no workbook; and for merged cells, but where the first of them may stand for all (`takesMerged`).
 */
export const readSheet = async (bytes: Buffer, sink: RowSink, takesMerged = false): Promise<void> => {
  const parts = await openZip(bytes)
  const workbook = await readWorkbook(parts)
  let row = 0
  let column = -1
  let cells: (Cell | null)[] = []
  let attributes: Attributes = {}
  let value = ''
  let hasFormula = false
  let takes = false
  await readXml(await parts.open(workbook.sheet, MAX_SHEET_BYTES), {
    open: (name, given) => {
      if (name === 'c') {
        attributes = given
        value = ''
        hasFormula = false
        column = given.r === undefined ? column + 1 : columnOf(given.r)
      } else if (name === 'v' || name === 't') takes = true
      else if (name === 'f') hasFormula = true
      else if (name === 'row') {
        row = given.r === undefined ? row + 1 : Number(given.r)
        cells = []
        column = -1
      } else if (name === 'rPh') takes = false
      else if (name === 'mergeCell' && !takesMerged)
        throw new CallError(400, `有合并的单元格 ${given.ref ?? ''}，请取消合并再导入`, { field: 'file' })
    },
    text: (piece) => {
      if (takes) value += piece
      if (value.length > MAX_CELL_LETTERS) throw tooMuch()
    },
    close: (name) => {
      if (name === 'v' || name === 't') takes = false
      else if (name === 'c') {
        const cell = cellOf(attributes, value, hasFormula, workbook)
        if (cell !== null && cell !== '') sink.put(cells, column, cell)
      } else if (name === 'row') sink.row({ row, cells })
    },
  })
}
