import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { proof } from '../../help/depth.ts'
import { ended, fetchFile } from '../../help/exports.ts'
import { pagesOf } from '../../help/pdf.ts'
import { PRINT, receipts } from '../../help/receipts.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'

const at = receipts()
const { add, print, fileOf, printed, rowsOf } = at

describe('many', () => {
  proof('200 become one file in 下载记录, in their order, while a list answers; begun again it hands out nothing twice', async () => {
    await sql`
      insert into flow (type, "from", from_id, price, custom_name, way, start_date, end_date, deal_time, sn, created_by)
      select 1, 2, ${at.ground.cost}, n, '批量' || n, 3, '2026-01-01', '2026-01-31', 1772328600, 'B' || n, 1 from generate_series(1, 200) n
    `.execute(at.server.db)
    const ids = (await rowsOf<{ flow_id: number }>("select flow_id from flow where sn like 'B%' order by flow_id desc")).map(
      ({ flow_id }) => flow_id,
    )
    const early = await printed(ids[3] ?? 0)
    const begun = await print({ ids })
    expect(begun).toMatchObject({ code: 200, data: { id: expect.any(Number), type: expect.any(Number) } })
    const times: number[] = []
    let isDone = false
    const done = ended(at.server, at.admin, begun.data.id).finally(() => {
      isDone = true
    })
    while (!isDone) {
      const from = performance.now()
      expect((await at.server.call('/api/flow/index', { page_rows: 20 }, at.admin)).code).toBe(200)
      times.push(performance.now() - from)
    }
    const record = await done
    expect(record).toMatchObject({ state: 'done', msg: '收据.pdf', total: 200, error: '' })
    expect(times.length).toBeGreaterThan(10)
    const pages = await pagesOf(await fileOf(record.handle))
    expect(pages).toHaveLength(200)
    for (const [index, page] of pages.entries())
      if (index % 37 === 0) expect(page.replaceAll(/\s/g, '')).toContain(`交款人批量${200 - index}收款事由`)
    expect(pages[3]).toContain(early.data.number)
    const [sums] = await rowsOf<{ n: number; again: number }>(
      `select count(*) as n, count(*) filter (where is_again) as again from print_copy where job_id = ${begun.data.id}`,
    )
    expect(sums).toEqual({ n: 200, again: 1 })
    await sql`update job set state = 'queued', tries_left = 2 where job_id = ${begun.data.id}`.execute(at.server.db)
    expect((await ended(at.server, at.admin, begun.data.id)).state).toBe('done')
    expect(await rowsOf(`select count(*) as n from print_copy where job_id = ${begun.data.id}`)).toEqual([{ n: 200 }])
  })

  test('whoever may print no more when the job runs gets none, nor the file made before', async () => {
    const user = await addAccount(at.server, 'leaving', [PRINT])
    const token = await tokenOf(at.server, user)
    const ids = [await add(), await add()]
    const done = await ended(at.server, token, (await print({ ids }, token)).data.id)
    expect((await fetchFile(at.server, done.handle, token)).status).toBe(200)
    await at.rest()
    const late = await print({ ids }, token)
    await sql`update role set permission = '{/api/flow/index}' where role_id = (select role_id from account where user_id = ${user})`.execute(
      at.server.db,
    )
    at.goOn()
    expect(await ended(at.server, token, late.data.id)).toMatchObject({ state: 'failed', error: '没有权限：打印收据' })
    expect((await fetchFile(at.server, done.handle, token)).status).toBe(403)
  })
})
