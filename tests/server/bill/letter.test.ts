import { beforeAll, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { billingOn } from '../../help/billing.ts'
import { fetchFile } from '../../help/exports.ts'
import { textOf } from '../../help/pdf.ts'
import { addTenant, flat } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const place = { org_id: 0, custom_id: 0, name: '王小明' }
const { bill, pay, deed } = billingOn(at, () => place)

beforeAll(async () => {
  place.org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  place.custom_id = await addTenant(at.server, { name: place.name })
})

test('a letter says what is owed on its day: printed anew it is the same paper until something has changed', async () => {
  const bill_id = await bill({ bill_date: addDays(today(), -40) })
  const letter = async () => {
    const { number, handle, is_again } = done(await deed('letter', { bill_id })).data
    const file = await fetchFile(at.server, handle, at.admin)
    return { number, is_again, text: await textOf(Buffer.from(await file.arrayBuffer())) }
  }
  const first = await letter()
  expect(first.text).toContain('已付0.00元，至今未付100.00元')
  expect(first.text).toContain('已逾期40天')
  expect(await letter()).toEqual({ ...first, is_again: true })
  await pay(bill_id, 3_000)
  const second = await letter()
  expect(second.text).toContain('已付30.00元，至今未付70.00元')
  expect(second.is_again).toBe(false)
  expect(second.number).not.toBe(first.number)
})
