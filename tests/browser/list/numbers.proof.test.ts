import { expect, test } from 'vitest'
import { proof } from '../../help/depth.ts'
import { browserSeat, pane, rowsOf, toast } from '../../help/staff.ts'

const seat = browserSeat()

test('someone is found by the end of a number, a part of one finds nobody and says so; who may sees the whole, who may not has no button', async () => {
  const { page } = await seat('admin', { at: '用户列表' })
  const first = rowsOf(page).first()
  await first.waitFor()
  const shown = await first.innerText()
  const [, end = ''] = /\d{3}\*{4}(\d{4})/.exec(shown) ?? []
  const phone = pane(page).getByLabel('手机号')
  await phone.fill('138')
  await phone.press('Enter')
  await toast(page, '手机号请填写完整号码，或末四位').waitFor()
  expect(
    await pane(page)
      .getByText(/^手机号：/)
      .count(),
  ).toBe(0)
  await phone.fill(end)
  await pane(page).getByText(`手机号：${end}`).waitFor()
  await expect.poll(async () => (await rowsOf(page).allInnerTexts()).every((text) => text.includes(`****${end}`))).toBe(true)
  await rowsOf(page).first().getByRole('button').first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: '显示完整的手机号' }).click()
  await drawer.getByText(new RegExp(`^1\\d{6}${end}$`)).waitFor()
  await drawer.getByText(/^\d{17}[\dX]\s*\d{4}-\d{2}-\d{2} 出生$/).waitFor()
  expect(await drawer.getByRole('button', { name: /^显示完整的/ }).count()).toBe(0)
  await drawer.getByRole('button', { name: '历史' }).click()
  await drawer.getByText('显示完整号码').first().waitFor()

  const { page: other } = await seat('guanjia', { at: '用户列表' })
  await rowsOf(other).first().getByRole('button').first().click()
  await other
    .getByRole('dialog')
    .getByText(/\d{3}\*{4}\d{4}/)
    .first()
    .waitFor()
  expect(
    await other
      .getByRole('dialog')
      .getByRole('button', { name: /^显示完整的/ })
      .count(),
  ).toBe(0)
})

proof('a card number says whose it is as it is typed, and a wrong one at once that it is none', async () => {
  const { page } = await seat('admin', { path: '/#/preQualificationList' })
  await pane(page).getByRole('button', { name: '新增准入资格' }).click()
  const card = page.getByRole('dialog').getByLabel('身份证号')
  await card.fill('31010119900307001')
  expect(await page.getByText('请检查身份证号').count()).toBe(0)
  await card.pressSequentially('1')
  await page.getByText('请检查身份证号').waitFor()
  expect(await card.getAttribute('aria-invalid')).toBe('true')
  await card.press('Backspace')
  await card.pressSequentially('9')
  await page.getByText(/^男，1990-03-07 出生，\d+ 岁$/).waitFor()
})

proof('the numbers of those who live with an applicant are shown in full on the applicant’s page', async () => {
  const { page } = await seat('admin', { path: '/#/preQualificationList' })
  await pane(page).getByLabel('申请人').waitFor()
  const family = rowsOf(page).filter({ has: page.locator('td:nth-child(6)', { hasText: /^[2-9]( 人)?$/ }) })
  await family.first().getByRole('button').first().click()
  const members = page.getByRole('dialog').locator('table.related tbody tr')
  await page.getByRole('navigation', { name: '相关记录' }).getByRole('button', { name: '家庭成员' }).click()
  const number = members.first().getByRole('button', { name: '显示完整的身份证号' })
  await number.click()
  await members
    .first()
    .getByText(/\d{17}[\dX]\s*\d{4}-\d{2}-\d{2} 出生/)
    .waitFor()
})
