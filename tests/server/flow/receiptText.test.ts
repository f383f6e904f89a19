import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { pagesOf, textOf, typstTexts } from '../../help/pdf.ts'
import { receipts } from '../../help/receipts.ts'

const at = receipts()
const { add, print, printed, rowsOf, put } = at

describe('what people typed is only text', () => {
  test.each([...typstTexts, '{{sys.inputs}}'])('%s', async (text) => {
    const { bytes } = await printed(await put({ custom_name: text.slice(0, 60), note: text }))
    expect(await textOf(bytes)).toContain(text.replaceAll(/\s/g, ''))
  })

  test('10,000 characters go on over pages that are numbered', async () => {
    const { bytes } = await printed(await put({ custom_name: '长', note: '备注文字'.repeat(2500) }))
    const pages = await pagesOf(bytes)
    expect(pages.length).toBeGreaterThan(3)
    expect((await textOf(bytes)).match(/备注文字/g)?.length ?? 0).toBeGreaterThan(2300)
    for (const [index, page] of pages.entries()) expect(page.replaceAll(/\s/g, '')).toContain(`第${index + 1}页，共${pages.length}页`)
  })

  test('long names and a long note stay on the paper with the seal; what goes on over a page says of which receipt and sum it is', async () => {
    const long = { custom_name: '买买提阿卜杜热合曼·'.repeat(6).slice(0, 60), org_id: at.rooms[0] }
    await sql`update org set region_name = ${'临港新片区公共租赁住房集中新建小区'.repeat(4).slice(0, 60)} where org_id = ${at.rooms[0]}`.execute(
      at.server.db,
    )
    expect(await pagesOf((await printed(await add({ ...long, note: '代付'.repeat(75) }))).bytes)).toHaveLength(1)
    const [, next = ''] = await pagesOf((await printed(await add({ ...long, note: '代付'.repeat(250) }))).bytes)
    for (const said of ['票号PJ', '收款单位', '¥']) expect(next.replaceAll(/\s/g, '')).toContain(said)
  })

  test('more than a paper may say is refused, and takes no number', async () => {
    const [before] = await rowsOf<{ n: number }>("select n from last_number where series like 'PJ%'")
    const flow_id = await put({ custom_name: '太长', note: '字'.repeat(200_001) })
    expect(await print({ flow_id })).toMatchObject({ code: 409, msg: expect.stringContaining('太长，不能打印') })
    expect(await rowsOf("select n from last_number where series like 'PJ%'")).toEqual([before])
  })

  test('a sign that no shipped font has is not lost: □ on the paper with its number at the foot, said in the answer and kept', async () => {
    const flow_id = await add({ custom_name: '𠮷野家' })
    const { data, bytes } = await printed(flow_id)
    expect(data.missing).toBe('𠮷')
    const text = await textOf(bytes)
    expect(text).toContain('□野家')
    expect(text).toContain('U+20BB7')
    const [copy] = (
      await at.server.call('/api/print_copy/index', { resource: 'receipt', record_id: await at.receiptOf(flow_id) }, at.admin)
    ).data.list
    expect(copy.missing).toBe('𠮷')
  })
})
