import { askingLayout, type FileLayout } from '../../../src/core/fileLayout.ts'
import type { batchLayouts } from '../../../src/schemas/withhold/layouts.ts'
import debitOrder from './layouts/debitOrder.ts'
import debitResult from './layouts/debitResult.ts'
import fixedOrder from './layouts/fixedOrder.ts'
import fixedResult from './layouts/fixedResult.ts'
import fundList from './layouts/fundList.ts'
import merchantOrder from './layouts/merchantOrder.ts'
import merchantResult from './layouts/merchantResult.ts'
import type { ResultWords } from './rules/result.ts'
import type { FileLimits } from './rules/rows.ts'

/** How a batch is sent, and how its result is read. */
interface Format extends FileLimits, ResultWords {
  order: FileLayout
  result: FileLayout
}

/** domain.md, Bank files: at most 2,000 rows and 625 KB a file. */
const COMMON: FileLimits = { rows: 2000, bytes: 625 * 1024 }
/** Where the bank says no other limit: what a batch may have. */
const WIDE: FileLimits = { rows: 50_000, bytes: 18 * 1024 * 1024 }
const words: ResultWords = { done: ['成功', '扣款成功', '0000', '00', 'S'], failed: ['失败', '扣款失败', 'F'] }

const formats: Readonly<Record<keyof typeof batchLayouts, Format>> = {
  1: { ...COMMON, ...words, order: debitOrder, result: debitResult },
  2: { ...WIDE, ...words, order: merchantOrder, result: merchantResult },
  3: { ...WIDE, ...words, order: fixedOrder, result: fixedResult },
  4: { ...WIDE, done: ['成功', '已支付', '部分支付'], failed: ['失败', '未支付'], order: askingLayout(fundList), result: fundList },
}

/** Gives the format of a batch by its number (`batchLayouts`). */
export const formatOf = (layout: number): Format => formats[layout as keyof typeof batchLayouts]
