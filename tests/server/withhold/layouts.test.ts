import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatOf } from '../../../server/domain/withhold/formats.ts'
import { readWhole } from '../../../server/imports/layouts/readLayout.ts'
import { bytesOfRow, writeLayout } from '../../../server/imports/layouts/writeLayout.ts'

const told = { merchant: 'M310000', batch: 'DK202611260001-1' }
const aRow = fc.record({
  account: fc.integer({ min: 10_000_000, max: 99_999_999 }).map((digits) => `621700${digits}`),
  name: fc.constantFrom('张三', '欧阳惜春', '𬱖龘', 'Ada L'),
  price: fc.integer({ min: 1, max: 10_000_000 }),
})
const rows = fc.array(aRow, { minLength: 1, maxLength: 30 }).map((all) =>
  all.map((row, place) => {
    const isDone = place % 3 !== 1
    const answer = { status: isDone ? '成功' : '失败', message: isDone ? null : '余额不足', paid: isDone ? row.price : 0 }
    return { ...row, ...answer, row_no: String(place + 1), day: '2026-11-26', mark: '标识' }
  }),
)
const named = <T extends object>(row: T, names: readonly string[]): T =>
  Object.fromEntries(names.map((name) => [name, (row as Record<string, unknown>)[name] ?? null])) as T

for (const [layout, words] of [1, 2, 3, 4].map((code) => [code, ['竖线分隔', '商户号表头', '定长', '公积金名单'][code - 1]] as const))
  for (const side of ['order', 'result'] as const)
    test(`${words}, ${side}: what is written is read back, its bytes are known before, and nothing of a file that was cut off`, async () => {
      const { [side]: file } = formatOf(layout)
      await fc.assert(
        fc.asyncProperty(rows, fc.nat(), async (all, cut) => {
          const bytes = writeLayout(file, all as never, told)
          const read = await readWhole(file, bytes)
          expect(read.lines.map(({ row }) => row)).toEqual(all.map((row) => named(row, Object.keys(file.columns))))
          if (file.totals?.at === 'head') expect(read.told).toEqual(told)
          const around = writeLayout(file, [], told).length
          const sizes = all.map((row) => bytesOfRow(file, row as never))
          // A sum of more digits is longer than one of none.
          expect(Math.abs(bytes.length - around - sizes.reduce((sum, size) => sum + size, 0))).toBeLessThan(32)
          const short = bytes.subarray(0, 1 + (cut % (bytes.length - 3)))
          // Without totals a file that ends with a whole line is told by what was sent alone.
          if (file.totals || (short.at(-1) !== 0x0a && short.at(-1) !== 0x0d)) await expect(readWhole(file, short)).rejects.toThrow()
        }),
        { numRuns: 60 },
      )
    })

test('the head of another batch is told; one that is not there is none', async () => {
  const { result } = formatOf(2)
  const row = { row_no: '1', account: '62170012', name: '张三', price: 100, status: '成功', message: null, day: '2026-11-26' }
  const bytes = writeLayout(result, [row] as never, { merchant: 'M1', batch: 'B2' })
  expect((await readWhole(result, bytes)).told).toEqual({ merchant: 'M1', batch: 'B2' })
  await expect(readWhole(result, bytes.subarray(bytes.indexOf(0x0a) + 1))).rejects.toThrow('合计')
})
