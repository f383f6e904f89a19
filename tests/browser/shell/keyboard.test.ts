import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { proof } from '../../help/depth.ts'
import { filled } from '../../help/imports.ts'
import { keysOf } from '../../help/keys.ts'
import { picture } from '../../help/pictures.ts'
import { PASSWORD } from '../../help/realServer.ts'
import { browserSeat, FLAT_FIELDS, pane, rowsOf, toast } from '../../help/staff.ts'
import { companyCode } from '../../help/store/ground.ts'

const seat = browserSeat()
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })

test('money is booked without a mouse, from the login to the receipt', async () => {
  const { page } = await seat()
  const { keyboard } = page
  const { goTo, press, write, writeDay, pick } = keysOf(page)
  await page.getByLabel('账号').waitFor()
  await keyboard.type('caiwu')
  await keyboard.press('Tab')
  await keyboard.type(PASSWORD)
  await keyboard.press('Enter')
  await page.getByRole('tab', { name: '房态图', selected: true }).waitFor()
  await page.getByRole('button', { name: /^用户菜单/ }).waitFor()

  await goTo('新增流水')
  const dialog = page.getByRole('dialog', { name: '新增流水' })
  await press(dialog.getByLabel('收入', { exact: true }), 'Space')
  await write(dialog.getByLabel('金额'), '66.5')
  await write(dialog.getByLabel('交易人姓名'), '键盘')
  await pick(dialog, '账单类型', '费用项')
  await pick(dialog, '账单名目', '保洁费')
  for (const label of ['费用周期开始时间', '费用周期结束时间']) await writeDay(dialog.getByLabel(label), '2026-11-01')
  await pick(dialog, '支付方式', '转账')
  await press(dialog.getByLabel('交易人姓名'))
  await toast(page, '保存成功').waitFor()
})

test('Esc closes what is open in a dialog, a calendar or a choice, and only then the dialog', async () => {
  const { page } = await seat('caiwu', { at: '流水列表' })
  await button(page, '新增流水').click()
  const dialog = page.getByRole('dialog', { name: '新增流水' })
  for (const [label, popup] of [
    ['交易时间', '.ant-picker-dropdown'],
    ['支付方式', '.ant-select-dropdown'],
  ] as const) {
    await dialog.getByLabel(label).click()
    const opened = page.locator(`${popup}:visible`)
    await opened.waitFor()
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'hidden' })
    expect([label, await dialog.isVisible()]).toEqual([label, true])
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

proof('a room with its picture is registered without a mouse, found, read and put out of use', async () => {
  const { page } = await seat('admin', { path: '/#/userInfo' })
  const { keyboard } = page
  const { goTo, press, write, pick } = keysOf(page)
  await goTo('房源列表')
  await press(button(page, '新增房源'))
  const dialog = page.getByRole('dialog', { name: '新增房源' })
  await pick(dialog, '房源类型', '成套公寓')
  for (const [label, option] of FLAT_FIELDS.chosen) await pick(dialog, label, option)
  for (const [label, value] of FLAT_FIELDS.written) await write(dialog.getByLabel(label, { exact: true }), value)
  await write(dialog.getByLabel('小区名称'), '键盘花苑')
  await write(dialog.getByLabel(/^面积/), '52.5')
  const chooser = page.waitForEvent('filechooser')
  await press(dialog.getByRole('button', { name: /上传图片/ }))
  await (await chooser).setFiles(await picture('a.jpg', 'jpeg'))
  await dialog.getByRole('img', { name: '图片1' }).waitFor()
  await press(button(dialog, '确定'))
  await toast(page, '提交成功').waitFor()
  await dialog.waitFor({ state: 'hidden' })

  await write(pane(page).getByRole('textbox', { name: '小区' }), '键盘花苑')
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await press(rowsOf(page).getByRole('button').first())
  const detail = page.getByRole('dialog')
  await detail.getByText('键盘花苑').first().waitFor()
  await keyboard.press('Escape')
  await detail.waitFor({ state: 'hidden' })
  await press(rowsOf(page).getByRole('checkbox'), 'Space')
  await press(pane(page).getByRole('button', { name: '停用', exact: true }).first())
  const question = page.getByRole('dialog', { name: '停用' })
  await press(button(question, '停用'))
  await toast(page, '停用成功').waitFor()
})

proof('a bill for two payers is made without a mouse', async () => {
  const { page } = await seat('caiwu', { path: '/#/userInfo' })
  const { keyboard } = page
  const { goTo, press, write, writeDay, pick } = keysOf(page)
  await goTo('新增费用账单')
  const dialog = page.getByRole('dialog', { name: '新增费用账单' })
  await pick(dialog, '项目', '西片')
  await pick(dialog, '小区和房号', '-')
  await pick(dialog, '账单类型', '费用项')
  await pick(dialog, '账单名目', '物业费')
  await write(dialog.getByLabel('账单金额'), '88.01')
  await writeDay(dialog.getByLabel('应支付日'), '2027-01-10')
  await press(dialog.getByRole('radio', { name: '租客', exact: true }), 'Space')
  await keyboard.press('ArrowRight')
  await pick(dialog, '付款比例', '50%')
  await press(dialog.getByRole('radio', { name: '是', exact: true }), 'ArrowRight')
  await writeDay(dialog.getByLabel('账单周期开始时间'), '2027-01-01')
  await writeDay(dialog.getByLabel('账单周期结束时间'), '2027-01-31')
  await pick(dialog, '租客姓名', '王')
  await press(button(dialog, '确定'))
  await toast(page, '添加成功').waitFor()
})

proof('a setting is changed and put back without a mouse', async () => {
  const { page } = await seat('admin', { path: '/#/userInfo' })
  const { goTo, press, write } = keysOf(page)
  await goTo('核销设置')
  const allowance = pane(page).getByRole('textbox', { name: '允许尾差' })
  await write(allowance, '0.50')
  await press(button(pane(page), '保存'))
  const history = pane(page).getByRole('region', { name: '改动记录' })
  await history.getByText(/0\.50/).first().waitFor()
  await press(button(history, '恢复为初始值'))
  await press(button(page.getByRole('dialog', { name: '恢复到初始值' }), '恢复'))
  await expect.poll(() => allowance.inputValue()).not.toBe('0.50')
})

proof('a file is imported and taken back without a mouse', async () => {
  const { page } = await seat('admin', { path: '/#/userInfo' })
  const { goTo, press } = keysOf(page)
  await goTo('企业列表')
  await press(button(page, '导入'))
  const dialog = page.getByRole('dialog', { name: /企业列表/ })
  const download = page.waitForEvent('download')
  await press(dialog.getByRole('link', { name: '下载模板' }))
  const template = await (await download).path()
  const row = ['键盘导入企业', companyCode(600_999), '王小明', '13812345678', '张杨路500号', '']
  const chooser = page.waitForEvent('filechooser')
  await press(button(dialog, '选择文件'))
  await (await chooser).setFiles({ name: '企业.xlsx', mimeType: XLSX, buffer: filled(readFileSync(template), [row]) })
  await dialog.getByText('1 行全部可以导入').waitFor()
  await press(button(dialog, '导入'))
  await toast(page, '已导入 1 条').waitFor()
  await press(button(dialog, '完成'))
  await press(button(page, '导入'))
  await press(button(dialog, '导入记录'))
  await press(
    dialog
      .getByRole('row', { name: /已导入 1 条/ })
      .first()
      .getByRole('button', { name: '撤销' }),
  )
  await press(button(page.getByRole('dialog', { name: '撤销导入' }), '撤销'))
  await toast(page, '已撤销 1 条').waitFor()
})

proof('a screen is designed and published without a mouse, and a record put on it', async () => {
  const { page } = await seat('admin', { path: '/#/userInfo' })
  const { goTo, press, write, pick } = keysOf(page)
  await goTo('页面配置')
  await press(button(page, '新增页面'))
  const start = page.getByRole('dialog', { name: '新增页面' })
  await write(start.getByLabel('页面名称'), '备品登记')
  await write(start.getByLabel('代码'), 'sparepart')
  await press(button(start, '确定'))
  await start.waitFor({ state: 'hidden' })
  await press(rowsOf(page).filter({ hasText: 'sparepart' }).getByRole('button', { name: '设计' }))
  await press(button(page, '加一个字段'))
  const field = page.getByRole('dialog', { name: '新字段' })
  await write(field.getByLabel('字段名称'), '份数')
  await write(field.getByLabel('代码'), 'copies')
  await pick(field, '类型', '整数')
  await press(button(field, '确定'))
  await field.waitFor({ state: 'hidden' })
  await press(button(page, '发布'))
  await press(button(page.getByRole('dialog', { name: '发布' }), '发布'))
  await page.getByText('已发布第 1 版').waitFor()
  const roles = page.getByRole('dialog', { name: '给哪些角色用' })
  await press(button(roles, '以后再给'))
  await roles.waitFor({ state: 'hidden' })
  await goTo('备品登记')
  await press(button(page, '新增备品登记'))
  const record = page.getByRole('dialog', { name: '新增备品登记' })
  await write(record.getByLabel('名称'), '灯管')
  await write(record.getByLabel('份数'), '3')
  await press(button(record, '确定'))
  await rowsOf(page).filter({ hasText: '灯管' }).waitFor()
})

proof('a template is written, and a signature given, without a mouse', async () => {
  const { page } = await seat('admin', { path: '/#/userInfo' })
  const { keyboard } = page
  const { goTo, press, write } = keysOf(page)
  await goTo('合同模板')
  await press(rowsOf(page).filter({ hasText: '整租' }).getByRole('button', { name: '正文' }))
  const text = page.getByRole('textbox', { name: '模板正文' })
  await expect.poll(() => text.inputValue()).toContain('#')
  await write(text, '# 键盘合同\n押金 ')
  await press(page.getByRole('group', { name: '字段' }).getByRole('button', { name: '押金', exact: true }))
  await expect.poll(() => text.inputValue()).toBe('# 键盘合同\n押金 {押金}')
  await write(page.getByLabel('修改说明'), '键盘')
  await press(button(page, '保存'))
  await toast(page, '已保存，以后签订的合同用这一版').waitFor()

  await goTo('用户列表')
  await press(rowsOf(page).nth(3).getByRole('button', { name: '更多操作' }))
  const seals = page.getByRole('menuitem', { name: '签章', exact: true })
  await seals.waitFor()
  await keyboard.press('Tab')
  const isThere = () => seals.evaluate((element) => element === document.activeElement)
  for (let step = 0; step < 20 && !(await isThere()); step++) await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await press(button(page, '新增签章'))
  const dialog = page.getByRole('dialog', { name: '新增签章' })
  await write(dialog.getByLabel('名称'), '盖章')
  const chooser = page.waitForEvent('filechooser')
  await press(dialog.getByRole('button', { name: /上传/ }))
  await (await chooser).setFiles(await picture('seal.png', 'png'))
  await dialog.getByRole('img', { name: '图片1' }).waitFor()
  await press(button(dialog, '确定'))
  await toast(page, '新增签章成功').waitFor()
  await keyboard.press('Escape')
})
