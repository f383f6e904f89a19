import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn, monthBack } from '../../help/closing.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const nodes = jobNodes(at)
const { monthOf, receive, close } = closingOn(at, nodes)
const [last, former] = [monthBack(1), monthBack(2)]

let closing_id: number
beforeAll(async () => {
  await receive(`${former}-15`, 123_456)
  await receive(`${former}-15`, 44)
  await receive(`${former}-20`, 3_000, { type: 2, custom_name: '某保洁' })
  await receive(`${last}-01`, 1)
})

const linesOf = ({ data }: { data: { base64: string } }): string[] =>
  new TextDecoder('gbk').decode(Buffer.from(data.base64, 'base64')).trim().split('\r\n')

test('a month’s vouchers, as a file of either package, by day or month; only once it is closed, and for who has all projects', async () => {
  ;({ closing_id } = await monthOf(former))
  expect((await at.ask('/api/closing/vouchers', { closing_id, software: 1, sums_by: 1 })).code).toBe(409)
  await close(former)
  const byDay = done(await at.ask('/api/closing/vouchers', { closing_id, software: 1, sums_by: 1 }))
  expect(byDay.data.name).toBe(`${former}用友凭证.csv`)
  expect(linesOf(byDay as never)).toEqual([
    '凭证日期,凭证类别字,凭证号,附单据数,摘要,科目编码,借方金额,贷方金额,制单人',
    `${former}-15,记,1,0,收款 2 笔,1002.01,1235.00,0.00,系统管理员`,
    `${former}-15,记,1,0,收款 2 笔,2203.01,0.00,1235.00,系统管理员`,
    `${former}-20,记,2,0,付款 1 笔,6602,30.00,0.00,系统管理员`,
    `${former}-20,记,2,0,付款 1 笔,1002.01,0.00,30.00,系统管理员`,
  ])
  const byMonth = linesOf(done(await at.ask('/api/closing/vouchers', { closing_id, software: 2, sums_by: 2 })) as never)
  expect(byMonth[0]).toContain('会计期间')
  expect(byMonth.slice(1).map((line) => line.split(',').slice(4, 12).join(' '))).toEqual([
    '1 1002.01 银行存款—收租户 RMB 1235.00 1235.00 0.00 系统管理员',
    '1 2203.01 预收账款—未核销款 RMB 1235.00 0.00 1235.00 系统管理员',
    '2 6602 管理费用 RMB 30.00 30.00 0.00 系统管理员',
    '2 1002.01 银行存款—收租户 RMB 30.00 0.00 30.00 系统管理员',
  ])
  const limited = await tokenOf(at.server, await addAccount(at.server, 'er', ['/api/closing/vouchers'], [1]))
  expect((await at.ask('/api/closing/vouchers', { closing_id, software: 1, sums_by: 1 }, limited)).code).toBe(403)
  for (const wrong of [{ software: 3 }, { sums_by: 0 }, { closing_id: -1 }, { closing_id: 999_999 }])
    expect([400, 404]).toContain((await at.ask('/api/closing/vouchers', { closing_id, software: 1, sums_by: 1, ...wrong })).code)
})
