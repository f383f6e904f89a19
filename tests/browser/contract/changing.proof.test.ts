import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { pdf } from '../../help/attachments.ts'
import { lettingAt } from '../../help/letting.ts'
import { browserSeat, choose, openRecord, openScreen, pane, rowsOf, settled, sharedUrl } from '../../help/staff.ts'
import { act, strip, type } from '../../help/wholeWay/hand.ts'

const seat = browserSeat()
const { ask, tenant, rooms, inForce, pay } = lettingAt(sharedUrl())

/** The lines of 收款计划 on the contract's page that is open. */
const schedule = async (drawer: Locator): Promise<string[]> =>
  (await drawer.getByRole('region', { name: '收款计划' }).locator('tbody tr').allInnerTexts()).map((line) =>
    line.replaceAll(/\s+/g, ' ').trim(),
  )

/** Begins something of the contract whose page is open, and gives its dialog. */
const begun = async (page: Page, drawer: Locator, deed: string): Promise<Locator> => {
  await drawer.getByRole('button', { name: deed, exact: true }).click()
  return page.getByRole('dialog', { name: new RegExp(`^${deed}`) })
}
/** What is said of a field of a dialog beneath it. */
const wrongWith = (dialog: Locator, label: string): Promise<string> =>
  dialog.getByLabel(label).evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )
const save = async (dialog: Locator, deed: string): Promise<void> => {
  await dialog.getByRole('button', { name: deed, exact: true }).click()
}

test('变更租金: seen before it is agreed, refused for what is paid; the months to come cost the new rent, the paid one what it did, until that is asked, too', async () => {
  const [room] = await rooms()
  const custom_id = await tenant('安可涨', 9_710)
  const terms = { months: 4, rent: 200_000, mode: 2, cycle: 1 }
  const { contract_id, sn } = await inForce({ custom_id, org_id: room?.org_id, start_date: addDays(today(), -10), ...terms })
  await pay(contract_id)
  const { page } = await seat('guanjia', { at: '合同管理' })
  const drawer = await openRecord(page, '合同管理', '合同号', sn)
  await expect.poll(() => schedule(drawer)).toHaveLength(4)
  const before = await schedule(drawer)
  expect(before[0]).toMatch(/已结清 ¥2,000.00 ¥2,000.00 ¥0.00$/)
  const [, paidTo = ''] = / 至 (\S+)/.exec(before[0] ?? '') ?? []

  const dialog = await begun(page, drawer, '变更租金')
  await dialog.getByLabel('新的月租金').fill('2345.67')
  await dialog.getByLabel('变更原因').fill('租金标准调整')
  await type(dialog, '从哪天起', paidTo)
  const refusal = `房租已收到 ${paidTo}，从 ${addDays(paidTo, 1)} 起才能改；从这天起就改的，“已收过款的周期”选“补差”`
  await dialog.getByRole('status', { name: '变更后' }).getByText(refusal).waitFor()
  await save(dialog, '变更租金')
  await expect.poll(() => wrongWith(dialog, '从哪天起')).toContain(refusal)
  expect(await dialog.getByLabel('变更原因').inputValue()).toBe('租金标准调整')
  await type(dialog, '从哪天起', addDays(paidTo, 1))
  await dialog.getByRole('status', { name: '变更后' }).getByText('¥2,345.67').first().waitFor()
  await save(dialog, '变更租金')
  await dialog.waitFor({ state: 'detached' })

  await expect.poll(() => schedule(drawer)).not.toEqual(before)
  expect(await schedule(drawer)).toEqual([before[0], ...before.slice(1).map((line) => line.replace('¥2,000.00', '¥2,345.67'))])
  await drawer.getByRole('button', { name: '租金变更', exact: true }).click()
  await drawer.getByText('租金标准调整').waitFor()

  // Of the last day of what is paid as well: what it is more by is owed.
  const again = await begun(page, drawer, '变更租金')
  await again.getByLabel('新的月租金').fill('2600')
  await again.getByLabel('变更原因').fill('核错了')
  await type(again, '从哪天起', paidTo)
  await again.getByText('补差', { exact: true }).click()
  await again
    .getByRole('status', { name: '变更后' })
    .getByText(/^补收 ¥\d/)
    .waitFor()
  await save(again, '变更租金')
  await again.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await schedule(drawer))[0])
    .toMatch(/部分支付 ¥2,0\d\d.\d\d ¥2,000.00 ¥\d\d.\d\d$|逾期 ¥2,0\d\d.\d\d ¥2,000.00 ¥\d\d.\d\d$/)
})

test('变更租金 of several: what each costs then is told with the sums, and each costs it', async () => {
  const vacant = await rooms()
  const terms = { start_date: addDays(today(), -10), months: 12, mode: 2, cycle: 1 }
  for (const [place, rent] of [200_000, 123_400].entries())
    await inForce({ custom_id: await tenant(`安可批${place}`, 9_720 + place), org_id: vacant[place]?.org_id, rent, ...terms })
  const { page } = await seat('guanjia', { at: '合同管理' })
  await pane(page).locator('.strip:not([hidden])').getByRole('textbox', { name: '承租方' }).fill('安可批')
  await expect.poll(() => rowsOf(page).count()).toBe(2)
  for (const place of [0, 1]) await rowsOf(page).nth(place).getByRole('checkbox').check()
  await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '变更租金', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^变更租金（2 条）/ })
  await type(dialog, '从哪天起', addDays(today(), 40))
  await dialog.getByText('按比例', { exact: true }).click()
  await dialog.getByLabel('变动比例').fill('-5.5')
  const told = dialog.getByRole('status', { name: '变更后' })
  await told.getByText('¥3,234.00 → ¥3,056.00').waitFor()
  expect(await told.locator('tbody tr').allInnerTexts()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/安可批0\s+¥2,000.00\s+¥1,890.00\s+¥-110.00/),
      expect.stringMatching(/安可批1\s+¥1,234.00\s+¥1,166.00\s+¥-68.00/),
    ]),
  )
  await dialog.getByLabel('变更原因').fill('年度下调')
  await save(dialog, '变更租金')
  await dialog.waitFor({ state: 'detached' })
  await rowsOf(page).first().getByRole('button').first().click()
  await page
    .getByRole('navigation', { name: '相关记录' })
    .getByRole('button', { name: /^租金变更/ })
    .click()
  await page.getByText('年度下调').waitFor()
})

test('换房: a paper for the new room; once it is signed the old one is given back, settled and vacant', async () => {
  const [old, next] = await rooms()
  if (!old || !next) throw new Error('no two vacant rooms')
  const name = '安可迁'
  const custom_id = await tenant(name, 9_711)
  const { contract_id, sn } = await inForce({ custom_id, org_id: old.org_id, start_date: addDays(today(), -10), months: 12, rent: 200_000 })
  await pay(contract_id)
  const { page } = await seat('guanjia', { at: '合同管理' })
  const drawer = await openRecord(page, '合同管理', '合同号', sn)
  const dialog = await begun(page, drawer, '换房')
  await choose(dialog, '项目', '安居')
  await choose(dialog, '房间', next.unit_floor)
  await dialog.getByLabel('月租金').fill('2500')
  await type(dialog, '换房日', addDays(today(), -10))
  await save(dialog, '换房')
  await expect.poll(() => wrongWith(dialog, '换房日')).toContain('合同从这一天才开始，当天不能换房')
  expect(await dialog.getByLabel('月租金').inputValue()).toBe('2500')
  await type(dialog, '换房日', today())
  await save(dialog, '换房')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })

  const contracts = pane(page).locator('.strip:not([hidden])')
  await contracts.getByRole('textbox', { name: '合同号' }).fill('')
  await contracts.getByRole('textbox', { name: '承租方' }).fill(name)
  const paper = rowsOf(page).filter({ hasText: name }).filter({ hasText: next.unit_floor })
  await paper.getByText('待签署').waitFor()
  await act(
    page,
    paper,
    '线下签',
    async (signing) => {
      await signing.locator('input[type=file]').setInputFiles({ name: '换房合同.pdf', mimeType: 'application/pdf', buffer: pdf(name) })
      await signing.getByRole('button', { name: '删除换房合同.pdf' }).waitFor()
    },
    '履行中',
  )
  await rowsOf(page).filter({ hasText: name }).filter({ hasText: old.unit_floor }).getByText('退租中').waitFor()

  const leaving = (await strip(page, '租客退租')).locator('tbody tr.row').filter({ hasText: name })
  await act(
    page,
    leaving,
    '交接',
    async (handing) => {
      await type(handing, '搬离日期', addDays(today(), -1))
      await handing.getByLabel('收回钥匙').fill('2')
    },
    '待结算',
  )
  await act(
    page,
    leaving,
    '结算',
    (settling) => settling.getByRole('status', { name: '结算' }).getByText('应退').first().waitFor(),
    '已完成',
  )

  await openScreen(page, '房源列表')
  const state = async (room: typeof old): Promise<string> => {
    const shown = pane(page).locator('.strip:not([hidden])')
    await shown.getByPlaceholder('房号').fill(room.unit_floor)
    await shown.getByPlaceholder('小区').fill(room.region_name)
    await shown.getByPlaceholder('小区').press('Enter')
    await settled(page)
    return rowsOf(page).filter({ hasText: room.unit_floor }).first().innerText()
  }
  expect(await state(old)).toContain('空置')
  expect(await state(next)).toContain('已出租')
})

test('变更主租人: a stranger is refused beside the field and what was typed stays; one of the household goes on with the contract', async () => {
  const { list: chosen } = await ask('/api/Waiting/index', { status: [3], page: 1, page_rows: 50 })
  let family: { member_id: number; name: string }[] = []
  let place: { wait_id: number; org_id: number; p_id: number; apply_id: number; custom_name: string } | undefined
  for (const one of chosen) {
    family = (await ask('/api/member/index', { apply_id: [one.apply_id], page: 1, page_rows: 10 })).list
    place = one
    if (family.length > 0) break
  }
  const [member] = family
  if (!place || !member) throw new Error('no household that has chosen a room')
  const { wait_id, org_id, p_id, custom_name } = place
  const { sn } = await inForce({ wait_id, org_id, p_id, start_date: today(), rent: 200_000 })
  const { card } = await ask('/api/member/reveal', { member_id: member.member_id })
  await tenant(member.name, 0, { card, p_id })
  await tenant('安可疏', 9_712, { p_id })
  const { page } = await seat('guanjia', { at: '合同管理' })
  const drawer = await openRecord(page, '合同管理', '合同号', sn)
  const dialog = await begun(page, drawer, '变更主租人')
  await choose(dialog, '新的主租人', '安可疏')
  await dialog.getByLabel('变更原因').fill('原主租人去世')
  await save(dialog, '变更主租人')
  await expect.poll(() => wrongWith(dialog, '新的主租人')).toContain(`新的主租人须是该户的人：${custom_name}`)
  expect(await wrongWith(dialog, '新的主租人')).toContain(member.name)
  expect(await dialog.getByLabel('变更原因').inputValue()).toBe('原主租人去世')
  await dialog.locator('.ant-select-selection-item').getByText('安可疏').waitFor()
  await choose(dialog, '新的主租人', member.name)
  await save(dialog, '变更主租人')
  await dialog.waitFor({ state: 'detached' })
  await drawer.getByText(member.name, { exact: true }).first().waitFor()
  await pane(page).getByRole('row').filter({ hasText: sn }).getByText(member.name, { exact: true }).waitFor()
})
