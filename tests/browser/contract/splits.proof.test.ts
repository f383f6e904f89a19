import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { callsAt } from '../../help/calls.ts'
import { browserSeat, choose, openRecord, sharedUrl } from '../../help/staff.ts'

const seat = browserSeat()
const { call, logIn } = callsAt(sharedUrl())

test('各方承担: who bears what is seen before it is agreed on, refused beside its field, and stands in the contract afterwards', async () => {
  const token = await logIn('admin')
  const { list } = (await call('/api/contract/index', { status: [4], kind: [1], order: '-end_date', page: 1, page_rows: 5 }, token)).data
  const [{ sn, end_date }] = list
  const company = (await call('/api/company/index', { page: 1, page_rows: 1 }, token)).data.list[0].name
  const { page } = await seat('admin', { at: '合同管理' })
  const drawer = await openRecord(page, '合同管理', '合同号', sn)
  await drawer.getByRole('button', { name: '各方承担' }).click()
  const dialog = page.getByRole('dialog', { name: '各方承担' })
  await dialog.getByText('财政补贴', { exact: true }).click()
  await choose(dialog, '承担单位', company)
  await dialog.getByLabel('从哪天起').fill(addDays(end_date, 1))
  await page.keyboard.press('Tab')
  await dialog.getByLabel('承担比例').fill('20')
  await dialog.getByLabel('每月最多承担').fill('300')
  await dialog.getByLabel('依据').fill('区住建局补贴批复')
  await dialog
    .getByText(/须在租期之内/)
    .first()
    .waitFor()
  await dialog.getByLabel('从哪天起').fill(addDays(today(), 120))
  await page.keyboard.press('Tab')
  await dialog.getByRole('columnheader', { name: '财政补贴' }).waitFor()
  await dialog.getByRole('button', { name: '各方承担' }).click()
  await dialog.waitFor({ state: 'detached' })
  await drawer.getByRole('button', { name: '承担约定', exact: true }).click()
  await drawer.getByText('区住建局补贴批复').waitFor()
  expect(await drawer.getByText(company).count()).toBeGreaterThan(0)
})
