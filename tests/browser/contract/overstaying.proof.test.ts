import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { lettingAt } from '../../help/letting.ts'
import { begin, browserSeat, choose, openRecord, pane, settled, sharedUrl } from '../../help/staff.ts'
import { companyCode } from '../../help/store/ground.ts'
import { runJob } from '../../help/wholeWay/admin.ts'
import { act, strip, type } from '../../help/wholeWay/hand.ts'

const seat = browserSeat()
const { ask, tenant, rooms, inForce, pay } = lettingAt(sharedUrl())

/** The one line of a strip of 合同管理 in which the name stands. */
const lineOf = async (page: Page, label: string, name: string): Promise<Locator> => {
  const shown = await strip(page, label)
  await shown.getByRole('textbox', { name: /^(承租方|租客)$/ }).fill(name)
  await settled(page)
  return shown.locator('tbody tr.row').filter({ hasText: name })
}

test('超期占用: the night opens a case; its time to move runs out, a notice is served, it is sued, and ends when the room is given back', async () => {
  const name = '安可滞'
  const [room] = await rooms()
  // So long over that the thirty days to move are over, too.
  const { contract_id } = await inForce({
    custom_id: await tenant(name, 9_713),
    org_id: room?.org_id,
    start_date: addDays(today(), -80),
    months: 1,
    rent: 90_000,
  })
  await pay(contract_id)
  const { page: admin } = await seat('admin', { at: '后台任务' })
  await runJob(admin, '合同到期与调租', /\d+ 份合同期满/)
  const { page } = await seat('guanjia', { at: '合同管理' })
  const stays = await lineOf(page, '超期占用', name)
  await stays.getByText('搬迁期', { exact: true }).waitFor()
  await runJob(admin, '搬迁期满', /\d+ 户搬迁期满未搬/)
  await pane(page).locator('.strip:not([hidden])').getByRole('button', { name: '刷新' }).click()
  await stays.getByText('应搬未搬').waitFor()

  await begin(page, stays, '发通知')
  const noticing = page.getByRole('dialog', { name: /^发限期搬离通知/ })
  const send = noticing.getByRole('button', { name: '发通知', exact: true })
  await type(noticing, '限期', today())
  await send.click()
  await noticing.getByText('怎样送达必填').first().waitFor()
  await choose(noticing, '怎样送达', '张贴')
  await send.click()
  await noticing.waitFor({ state: 'detached' })
  await stays.getByText('已通知').waitFor()
  await stays.getByText(today()).first().waitFor()
  await act(
    page,
    stays,
    '起诉',
    async (suing) => {
      await suing.getByLabel('法院').fill('浦东新区人民法院')
      await suing.getByLabel('案号').fill('(2026)沪0115民初1号')
    },
    '已起诉',
  )

  const contract = await lineOf(page, '租客合同', name)
  await contract.getByText('超期占用').waitFor()
  await begin(page, contract, '退租')
  const leaving = page.getByRole('dialog', { name: '退租' })
  await choose(leaving, '退租事由', '主动')
  await leaving.getByRole('button', { name: '确定' }).click()
  await leaving.waitFor({ state: 'detached' })
  const surrender = await lineOf(page, '租客退租', name)
  await act(page, surrender, '交接', (handing) => handing.getByLabel('收回钥匙').fill('2'), '待结算')
  const over = await lineOf(page, '超期占用', name)
  await over.getByText('已搬离').waitFor()
  await over.getByText(name, { exact: true }).click()
  const drawer = page.getByRole('dialog', { name })
  await drawer.getByText('(2026)沪0115民初1号').waitFor()
  // Seven weeks of a stay that cost 900 a month.
  expect(Number(/已计占用费\s*([\d,.]+)/.exec(await drawer.innerText())?.[1]?.replaceAll(',', ''))).toBeGreaterThan(900)
})

test('年审: a batch is made; who does not fit is not renewed, and another bears another part of the rent from the next period on', async () => {
  const batch = '安可年审'
  const [first, second] = await rooms()
  const company = '安可年审有限公司'
  const { company_id } = await ask('/api/company/add', {
    name: company,
    code: companyCode(9_714),
    contact: '王小明',
    phone: '13812345678',
  })
  const terms = { start_date: today(), months: 6, rent: 100_000 }
  const { sn: refused } = await inForce({ custom_id: await tenant('安可富', 9_714), org_id: first?.org_id, ...terms })
  const custom_id = await tenant('安可贫', 9_715, { company_id })
  const { sn: shared } = await inForce({ custom_id, org_id: second?.org_id, ...terms, payment_ratio: 30 })
  const { page } = await seat('guanjia', { at: '合同管理' })
  const reviews = await strip(page, '年审')
  await pane(page).getByRole('button', { name: '生成批次' }).click()
  const making = page.getByRole('dialog', { name: '生成年审批次' })
  await choose(making, '项目', '安居')
  await making.getByLabel('批次').fill(batch)
  await making.getByRole('status', { name: '将生成' }).waitFor()
  await making.getByRole('button', { name: '确定' }).click()
  await making.getByText('申报期限必填').first().waitFor()
  await type(making, '申报期限', addDays(today(), 30))
  await making.getByRole('button', { name: '确定' }).click()
  await making.waitFor({ state: 'detached' })
  await reviews.getByRole('textbox', { name: '批次' }).fill(batch)

  const declared = async (name: string, area: string, says: string): Promise<Locator> => {
    await reviews.getByRole('textbox', { name: '租客' }).fill(name)
    await settled(page)
    const line = reviews.locator('tbody tr.row').filter({ hasText: name })
    const fill = async (dialog: Locator): Promise<void> => {
      await choose(dialog, '性质', '区筹')
      await dialog.getByLabel('家庭人数').fill('2')
      await dialog.getByLabel('家庭月收入').fill('3000')
      await dialog.getByLabel('人均住房面积').fill(area)
      await dialog.getByRole('status', { name: '判断' }).getByText(says).waitFor()
    }
    await act(page, line, '登记申报', fill, '待审核')
    return line
  }
  const rich = await declared('安可富', '20', '有不符合的')
  await begin(page, rich, '不符合')
  const failing = page.getByRole('dialog', { name: /^年审不符合/ })
  await failing.getByRole('button', { name: '不符合', exact: true }).click()
  await failing.getByText('不符合的原因必填').first().waitFor()
  await failing.getByLabel('不符合的原因').fill('人均住房面积超标')
  await failing.getByRole('button', { name: '不符合', exact: true }).click()
  await failing.waitFor({ state: 'detached' })
  const poor = await declared('安可贫', '10', '符合现行标准')
  await begin(page, poor, '通过')
  const passing = page.getByRole('dialog', { name: /^年审通过/ })
  await passing.getByText('调整承担比例', { exact: true }).click()
  await choose(passing, '租客承担', '70%')
  await type(passing, '从哪天起', addDays(today(), 20))
  await passing.getByRole('button', { name: '通过', exact: true }).click()
  await passing.waitFor({ state: 'detached' })

  const reviewOf = async (sn: string): Promise<Locator> => {
    await strip(page, '租客合同')
    const drawer = await openRecord(page, '合同管理', '合同号', sn)
    await drawer.getByRole('button', { name: '年审', exact: true }).click()
    await drawer.getByText(batch, { exact: true }).waitFor()
    return drawer
  }
  const kept = await reviewOf(shared)
  await kept.getByText('调整承担比例').waitFor()
  await kept.getByRole('button', { name: '承担约定', exact: true }).click()
  // The first period that begins on that day or later: the second of the term.
  const next = await kept.getByRole('region', { name: '收款计划' }).locator('tbody tr').nth(1).innerText()
  const [, begins = ''] = /(\S+) 至/.exec(next) ?? []
  await kept.locator('.related tbody').getByText(begins, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await kept.waitFor({ state: 'detached' })
  const left = await reviewOf(refused)
  await left.getByText('到期不再续租').waitFor()
  await left.getByRole('button', { name: '续签', exact: true }).click()
  const renewing = page.getByRole('dialog', { name: /^续签/ })
  await renewing.getByRole('button', { name: '续签', exact: true }).click()
  await page
    .locator('.ant-message')
    .getByText(/^年审 NS\d+ 不符合，到期不再续租$/)
    .waitFor()
})
