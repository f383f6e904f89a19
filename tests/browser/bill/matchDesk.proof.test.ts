import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { browserSeat, deskSettled, pane, sharedUrl } from '../../help/staff.ts'

const seat = browserSeat()

const STRANGER = '来账人不详'

/** Two tenants owe the same odd sum, and somebody whom nothing names pays it. */
const strangersMoney = async (call: ReturnType<typeof callsAt>['call'], token: string): Promise<void> => {
  const { list } = (await call('/api/bill/index', { type: [2], from: [2], page_rows: 50 }, token)).data
  const [one, ...others] = list.filter((bill: { org_id: number; custom_id: number }) => bill.org_id && bill.custom_id)
  const other = others.find(({ custom_id }: { custom_id: number }) => custom_id !== one.custom_id)
  const sum = { from: 2, from_id: one.from_id, price: 432_109, start_date: '2026-01-01', end_date: '2026-01-31' }
  for (const { org_id, custom_id, custom_name } of [one, other]) {
    const whose = {
      org_id,
      custom_id,
      custom_name,
      contract_id: 0,
      type: 2,
      payer: 1,
      payment_ratio: 100,
      late: 0,
      bill_date: '2026-01-05',
    }
    expect(await call('/api/bill/create', { ...sum, ...whose }, token)).toMatchObject({ code: 200 })
  }
  const paid = { type: 1, way: 3, custom_name: STRANGER, deal_time: Math.floor(Date.now() / 1000) - 60, note: '跨行转入' }
  expect(await call('/api/flow/add', { ...sum, ...paid }, token)).toMatchObject({ code: 200 })
}

test('money is cleared at the desk by keyboard alone: what is offered, another offer, two together, one looked for, and back again', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('caiwu')
  await strangersMoney(call, token)
  const { page } = await seat('caiwu', { at: '核销台' })
  const money = pane(page).getByRole('listbox', { name: /未核销收款/ })
  const owed = pane(page).getByRole('listbox', { name: /应收/ })
  const offers = pane(page).getByRole('toolbar', { name: '建议' })
  const told = pane(page).locator('.desk-told')
  const sums = pane(page).locator('.desk-sums')
  const press = (key: string) => page.keyboard.press(key)
  const marked = owed.getByRole('option', { selected: true })
  const chosen = money.locator('[data-chosen=true]')
  const nameOf = async () => (await chosen.locator('span').nth(1).innerText()).trim()
  const count = async () => (await call('/api/open_receipt/index', { sums: 1 }, token)).data.count
  await chosen.waitFor()
  const before = await count()
  /** Down to the first money of which the surest offer says so. */
  const goTo = async (pattern: RegExp) => {
    for (let row = 0; row < before; row++) {
      await deskSettled(page)
      if (pattern.test(await offers.innerText())) return nameOf()
      const name = await chosen.getAttribute('id')
      await press('ArrowDown')
      await expect.poll(() => chosen.getAttribute('id')).not.toBe(name)
    }
    return expect.unreachable(`no money with ${pattern}`)
  }

  // What is sure is marked already: one key settles it.
  const name = await goTo(/^1\s*9\d%[^%]*户名一致、等于/)
  await expect.poll(() => sums.innerText()).toContain('相等')
  // What the rows say is below them, whole: whose money it is, and who owes it.
  for (const side of [0, 1]) expect(await pane(page).locator('.desk-whole').nth(side).innerText()).toContain(name)
  // Pressed again before its row is gone, it is not done to anything.
  const waiting: (() => void)[] = []
  await page.route('**/api/open_receipt/match', async (route) => {
    await new Promise<void>((go) => waiting.push(go))
    await route.continue()
  })
  await press('Enter')
  await expect.poll(() => waiting.length).toBe(1)
  await press('Enter')
  for (const go of waiting) go()
  await expect.poll(() => told.innerText()).toBe(`刚才：核销：${name}`)
  await expect.poll(count).toBe(before - 1)
  const [match] = (await call('/api/match/index', { page_rows: 1 }, token)).data.list
  expect(match).toMatchObject({ kind: 1, payer_name: name, debtor_name: name, status: 1 })

  await deskSettled(page)
  expect(waiting).toHaveLength(1)
  await page.unroute('**/api/open_receipt/match')

  // A key takes it back.
  await press('u')
  await expect.poll(() => told.innerText()).toBe('刚才：撤销核销')
  await expect.poll(count).toBe(before)

  // Nothing names a payer: another offer by its digit, or a row by hand, and the bar says how much is missing.
  await deskSettled(page)
  const unknown = await goTo(/^1\s*\d+%\s*¥4,321\.09[^%]*仅金额相同/)
  expect(unknown).toBe(STRANGER)
  await expect.poll(() => marked.count()).toBe(0)
  await press('Enter')
  await expect.poll(() => told.innerText()).toBe(`核销：${unknown} 现在不能`)
  await press('1')
  await expect.poll(() => marked.count()).toBe(1)
  // What is offered has changed when it is read anew, as when a deed comes too late: it takes nothing back of what is marked by hand.
  await page.route('**/api/open_receipt/match', (route) => route.fulfill({ json: { code: 409, msg: '账单已变', data: null } }))
  await page.route('**/api/open_receipt/offers', async (route) => {
    const answer = await (await route.fetch()).json()
    answer.data.offers[0].sure = 42
    await route.fulfill({ json: answer })
  })
  await press('Enter')
  await expect.poll(() => offers.innerText()).toMatch(/^1\s*42%/)
  await deskSettled(page)
  expect(await marked.count()).toBe(1)
  await page.unroute('**/api/open_receipt/match')
  await page.unroute('**/api/open_receipt/offers')
  await press('ArrowRight')
  await press('ArrowDown')
  await press('Space')
  await expect.poll(() => marked.count()).toBe(2)
  await expect.poll(() => sums.innerText()).toContain('少 ¥')
  await press('Space')
  await expect.poll(() => sums.innerText()).toContain('相等')

  // Whoever is looked for is offered instead.
  await press('/')
  await page.keyboard.type(name)
  await expect.poll(() => offers.innerText()).toContain('按查找')
  await expect.poll(() => owed.innerText()).toContain(name)
  await press('Escape')
  await expect.poll(() => offers.innerText()).toContain('仅金额相同')

  // Two payments together.
  await press('ArrowLeft')
  await press('Space')
  await press('ArrowUp')
  await press('Space')
  await expect.poll(() => sums.innerText()).toMatch(/未核销收款 2 条/)
})
