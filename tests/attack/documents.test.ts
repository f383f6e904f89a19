import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { columnName, openSheet, SHEET_END, textCell } from '../../server/files/sheetXml.ts'
import { makeErrorFile } from '../../server/imports/errorFile.ts'
import { readTable } from '../../server/imports/readTable.ts'
import { workbookStream } from '../../server/imports/workbookFile.ts'
import { makeThread } from '../../server/load/thread.ts'
import { resourceNamed } from '../../src/declared/declared.ts'
import { importColumns } from '../../src/derive/imports/importColumns.ts'
import { inChinese } from '../../src/derive/translator.ts'
import { MAX_TEMPLATE } from '../../src/schemas/template/template.ts'
import { adminServer } from '../help/adminServer.ts'
import slowThread from '../help/slowThread.ts?thread'

const at = adminServer()
const { call } = at

/** As much as a template holds, of as many different signs as there are: what takes longest to set. */
const LONGEST = Array.from({ length: MAX_TEMPLATE }, (_, index) =>
  index % 500 === 499 ? '\n' : String.fromCodePoint(0x4e00 + (index % 8000)),
).join('')
const preview = () => call('/api/template/preview', { content: LONGEST })

/** Does a work, and gives how long it took and for how long at most nothing else had its turn meanwhile, in ms. */
const watched = async (work: () => Promise<unknown>): Promise<{ took: number; held: number }> => {
  let [held, last, isOver] = [0, performance.now(), false]
  const start = last
  const look = (): void => {
    const now = performance.now()
    held = Math.max(held, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isOver = true
  look()
  return { took: performance.now() - start, held }
}

describe('a PDF', () => {
  test('of the longest text holds nobody up: it is drawn in a thread of its own', async () => {
    let code = 0
    const apart = await watched(async () => {
      code = (await preview()).code
    })
    expect(code).toBe(200)
    expect(apart.held * 4).toBeLessThan(apart.took)
  })

  test('others’ calls are answered while one is made', async () => {
    let isMade = false
    const made = preview().then(({ code }) => {
      isMade = true
      return code
    })
    let answered = 0
    while (!isMade) {
      expect((await call('/api/cost/index', { page: 1 })).code).toBe(200)
      answered++
    }
    expect(await made).toBe(200)
    expect(answered).toBeGreaterThan(10)
  })

  test('of thirty at once those that find the queue full are told, and the rest are made', async () => {
    // Eight of them take longer to draw than thirty calls to arrive, however slow the machine: of short ones none might have to wait.
    const content = LONGEST.slice(0, MAX_TEMPLATE / 4)
    const answers = await Promise.all(Array.from({ length: 30 }, () => call('/api/template/preview', { content })))
    expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThanOrEqual(21)
    const refused = answers.filter(({ code }) => code !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 200, code: 429, msg: '正在打印的太多，请稍后再试', data: { seconds: 5 } })
  })
})

describe('a thread', () => {
  const spec = { file: slowThread, waiting: 1, patience: 60, full: 'full', seconds: 30, late: 'too long' }

  test('that takes too long is ended, and the next work has another', async () => {
    const work = makeThread<{ ms: number }, string>({ ...spec, seconds: 3 })
    await expect(work({ ms: 600_000 })).rejects.toMatchObject({ code: 429, message: 'too long' })
    expect(await work({ ms: 1 })).toBe('done')
  })

  test('that cannot be begun ends its work and not the node', async () => {
    const missing = makeThread<object, string>({ ...spec, file: 'file:///nowhere/thread.mjs' })
    await expect(missing({})).rejects.toThrow()
    expect((await call('/api/cost/index', { page: 1 })).code).toBe(200)
  })

  test('does one at a time, lets so many wait, and refuses the rest', async () => {
    const work = makeThread<{ ms: number }, string>(spec)
    const said = await Promise.allSettled([work({ ms: 50 }), work({ ms: 1 }), work({ ms: 1 })])
    expect(said.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(said[2]).toMatchObject({ reason: { code: 429, message: 'full' } })
  })
})

describe('a file of 20,000 rows holds nobody up', () => {
  const ROWS = 20_000
  const columns = importColumns(resourceNamed('company'))
  const heads = columns.map(({ head }) => head)
  const values = (row: number): string[] => heads.map((head) => `${head}${row}`)
  const sheet = function* (): Generator<string> {
    yield openSheet('')
    const line = (row: number, cells: readonly string[]) =>
      `<row r="${row}">${cells.map((cell, index) => textCell(`${columnName(index)}${row}`, cell)).join('')}</row>`
    yield line(1, heads)
    for (let row = 2; row <= ROWS + 1; row++) yield line(row, values(row))
    yield SHEET_END
  }
  const xlsx = () => buffer(workbookStream([{ name: '导入', xml: sheet() }]))
  const csv = async () =>
    Buffer.from([heads, ...Array.from({ length: ROWS }, (_, row) => values(row))].map((cells) => cells.join(',')).join('\n'))

  test.each([
    ['csv', csv],
    ['xlsx', xlsx],
  ] as const)('as it is read: %s', async (kind, made) => {
    const bytes = await made()
    let rows = 0
    const { took, held } = await watched(async () => {
      rows = (await readTable(kind, bytes, columns)).rows.length
    })
    expect(rows).toBe(ROWS)
    expect(held * 3).toBeLessThan(took)
  })

  test('as its errors are written', async () => {
    const table = await readTable('csv', await csv(), columns)
    const wrong = table.rows.map((row) => ({ row, mistakes: [{ column: 0, message: '有误' }] }))
    const { took, held } = await watched(() => makeErrorFile(table, wrong, inChinese))
    expect(held * 3).toBeLessThan(took)
  })
})
