import { beforeAll, expect, test } from 'vitest'
import { listPage } from '../../../server/store/reading/list.ts'
import { resourceNamed, resources } from '../../../src/declared/declared.ts'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn, monthBack } from '../../help/closing.ts'
import { jobNodes } from '../../help/jobNodes.ts'

const at = adminServer()
const nodes = jobNodes(at)
const { receive } = closingOn(at, nodes)
const reckoned = resources.filter(({ isReckoned }) => isReckoned)

beforeAll(async () => {
  const months = Array.from({ length: 8 }, (_, back) => monthBack(back))
  for (const [back, month] of months.entries()) {
    await receive(`${month}-0${1 + back}`, 100 + 7 * back)
    await receive(`${monthBack(8)}-1${back}`, 1_000 + back)
    await nodes.rowsOf(`with made as (
        insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, p_id)
        values ('Z${month}', 1, 1, ${500 + back}, '${month}-05', '${month}-01', '${month}-28', 1, 100, '租客', ${1 + (back % 2)}) returning bill_id, price, p_id
      ) insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, price, p_id from made returning share_id`)
  }
})

test.each(reckoned.map(({ name }) => name))('%s: a page cut from one reckoning is the page that its keys find', async (name) => {
  const resource = resourceNamed(name)
  const [sort] = resource.sort
  for (const scope of [null, [1], []])
    for (const order of [`-${resource.key}`, resource.key, sort, `-${sort}`])
      for (const page of [1, 2, 40]) {
        const of = (isReckoned: boolean) =>
          listPage(at.server.db, { ...resource, isReckoned }, { order, page, page_rows: 3 }, scope, resourceNamed)
        expect(await of(true), `${order}, page ${page}, of ${scope}`).toEqual(await of(false))
      }
})

test('they have rows to page through', async () => {
  const counts = await Promise.all(reckoned.map((one) => listPage(at.server.db, one, {}, null, resourceNamed)))
  expect(counts.filter(({ count }) => count > 6).length).toBeGreaterThan(1)
  await expect(listPage(at.server.db, resourceNamed('trial'), { page: 600 }, null, resourceNamed)).rejects.toMatchObject({ code: 400 })
})
