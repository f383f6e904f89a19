import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { callsAt } from '../../help/calls.ts'
import { begin, browserSeat, openRecord, pane, rowsOf, settled, sharedUrl, toast } from '../../help/staff.ts'
import { strip, type } from '../../help/wholeWay/hand.ts'

const seat = browserSeat()
const { call, logIn } = callsAt(sharedUrl())

const fen = (text: string): number => Math.round(Number(text.replace(/[¥,元\s]/g, '')) * 100)

/** What is said of a field of a dialog beneath it. */
const saidOf = (dialog: Locator, label: string): Promise<string> =>
  dialog.getByLabel(label).evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

/** A debt of which nobody has signed for anything yet; the agreement is any paper. */
const PAPER = {
  name: '还款协议.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
}

test('late fees of chosen bills are told, billed once, and explained; an arrear is paid in parts that its plan shows', async () => {
  const { page } = await seat('admin', { at: '账单列表' })
  const bar = (label: string) => page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: label, exact: true })

  // Rent that fell due since late fees are charged.
  await pane(page).getByPlaceholder('应付日起').fill(addDays(today(), -80))
  await pane(page).getByPlaceholder('应付日止').fill(addDays(today(), -45))
  await page.keyboard.press('Enter')
  await settled(page)
  const rents = rowsOf(page).filter({ hasText: '房租' })
  const names: string[] = []
  for (const place of [0, 1]) {
    names.push((await rents.nth(place).getByRole('button').first().innerText()).trim())
    await rents.nth(place).getByRole('checkbox').check()
  }
  await bar('出违约金账单').click()
  const charging = page.getByRole('dialog', { name: /^出违约金账单/ })
  const told = charging.getByRole('status', { name: '违约金' })
  await expect.poll(() => told.locator('tbody tr').count()).toBeGreaterThanOrEqual(2)
  const cells = await told
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')))
  expect([...new Set(cells.map(([sn]) => sn))].sort()).toEqual([...names].sort())
  const party = cells.find(([sn]) => sn === names[0])?.[2] ?? ''
  const sum = cells.reduce((all, row) => all + fen(row.at(-1) ?? ''), 0)
  expect(sum).toBeGreaterThan(0)
  await expect.poll(() => told.innerText()).toContain(`本次合计\n¥${fenToYuan(sum)}`)
  await charging.getByRole('button', { name: '出违约金账单' }).click()
  await page
    .locator('.ant-message')
    .getByText(`合计 ${fenToYuan(sum)} 元`)
    .waitFor()
  await charging.waitFor({ state: 'hidden' })

  // In the bill's detail: how it came about, and which bill was made of it.
  await rowsOf(page).filter({ hasText: names[0] }).getByRole('button').first().click()
  const drawer = page.getByRole('dialog', { name: names[0] })
  const working = drawer
    .getByRole('region', { name: '违约金怎样算出' })
    .or(drawer.locator('section').filter({ hasText: '违约金怎样算出' }))
    .first()
  await working.getByRole('columnheader', { name: '每天（‱）' }).waitFor()
  await drawer.getByRole('button', { name: '违约金', exact: true }).click()
  await drawer.locator('table.related').getByText('有效').first().waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })

  // What was billed is not billed again.
  await rowsOf(page).filter({ hasText: names[0] }).getByRole('checkbox').check()
  await bar('出违约金账单').click()
  await charging.getByText('所选的没有可出的违约金：在算起日以前到期、没有逾期，或都出过了').waitFor()
  await charging.getByRole('button', { name: '出违约金账单' }).click()
  await toast(page, '所选的没有可出的违约金：在算起日以前到期、没有逾期，或都出过了').waitFor()
  await charging.getByRole('button', { name: '取消' }).click()
  await charging.waitFor({ state: 'hidden' })

  // In parts: what each comes to is told before; the plan binds once its paper is there.
  await bar('拟还款计划').click()
  const planning = page.getByRole('dialog', { name: /^拟还款计划/ })
  await planning.getByText(party, { exact: true }).click()
  await planning.getByLabel('分几期').fill('3')
  await type(planning, '第一期应付日', addDays(today(), 10))
  const parts = planning.getByRole('status', { name: '各期应付' })
  await expect.poll(() => parts.locator('tbody tr').count()).toBe(3)
  const prices = await parts.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.querySelectorAll('td')[2]?.textContent ?? ''))
  await planning.getByRole('button', { name: '拟还款计划' }).click()
  await planning.waitFor({ state: 'hidden' })
  const plans = await strip(page, '还款计划')
  const plan = plans.locator('tbody tr.row').filter({ hasText: '草稿' })
  await plan.waitFor()
  const number = (await plan.getByRole('button').first().innerText()).trim()
  const row = plans.locator('tbody tr.row').filter({ hasText: number })
  await begin(page, row, '生效')
  const enforcing = page.getByRole('dialog', { name: /^还款计划生效/ })
  await enforcing.getByRole('button', { name: '生效', exact: true }).click()
  await toast(page, '请上传签字的还款协议').waitFor()
  await enforcing.locator('input[type=file]').setInputFiles(PAPER)
  await enforcing.getByText('还款协议.pdf').first().waitFor()
  await enforcing.getByRole('progressbar').waitFor({ state: 'hidden' })
  await enforcing.getByRole('button', { name: '生效', exact: true }).click()
  await enforcing.waitFor({ state: 'hidden' })
  await row.getByText('履行中').waitFor()
  await row.getByRole('button', { name: number }).click()
  const detail = page.getByRole('dialog', { name: number })
  const shown = detail.locator('table.related tbody tr')
  await expect.poll(() => shown.count()).toBe(3)
  for (const [place, price] of prices.entries())
    expect(fen((await shown.nth(place).locator('td').nth(2).innerText()).trim())).toBe(fen(price))
  await shown.first().getByText(addDays(today(), 10)).waitFor()
})

test('变更违约金: a rate above what is allowed is refused at its field and the rest stays as it was typed; agreed, it stands in the contract', async () => {
  const asked = { status: [4], kind: [1], fee_way: [1], order: '-end_date', page: 1, page_rows: 1 }
  const [{ sn }] = (await call('/api/contract/index', asked, await logIn('admin'))).data.list
  const { page } = await seat('admin', { at: '合同管理' })
  const drawer = await openRecord(page, '合同管理', '合同号', sn)
  await drawer.getByRole('button', { name: '变更违约金', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^变更违约金/ })
  await dialog.getByText('按合同约定', { exact: true }).click()
  await dialog.getByLabel('违约金每天').fill('99')
  await dialog.getByLabel('违约金宽限').fill('7')
  await dialog.getByLabel('违约金上限').fill('25')
  await dialog.getByLabel('依据').fill('补充协议第 8 号')
  const agree = dialog.getByRole('button', { name: '变更违约金', exact: true })
  await agree.click()
  const refusal = /合同约定的违约金每天最多 \S+‱（违约金设置）/
  await expect.poll(() => saidOf(dialog, '违约金每天')).toMatch(refusal)
  for (const [label, typed] of [
    ['违约金每天', '99'],
    ['违约金宽限', '7'],
    ['违约金上限', '25'],
    ['依据', '补充协议第 8 号'],
  ] as const)
    expect([label, await dialog.getByLabel(label).inputValue()]).toEqual([label, typed])
  await dialog.getByLabel('违约金每天').fill('3.5')
  await agree.click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => drawer.innerText()).toMatch(/违约金\s+按合同约定\s+违约金每天\s+3\.5 ‱\s+违约金宽限\s+7 天\s+违约金上限\s+25 %/)
  await drawer.getByRole('button', { name: '违约金约定', exact: true }).click()
  await drawer.locator('table.related').getByText('补充协议第 8 号').waitFor()
})
