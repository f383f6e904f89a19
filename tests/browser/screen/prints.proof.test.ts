import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { addPaper, publish } from '../../help/designer.ts'
import { textOf } from '../../help/pdf.ts'
import { PASSWORD } from '../../help/realServer.ts'
import { browserSeat, openScreen, rowsOf, sharedUrl, toast } from '../../help/staff.ts'
import { md5 } from '../../help/testServer.ts'

const seat = browserSeat()

test('an admin adds a paper to a screen, writes its text with fields from the list, publishes, and prints it from the row', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const { data } = await call('/api/screen/add', { name: 'umbrella', label: '雨伞借用' }, token)
  const { data: now } = await call('/api/screen/draft', { screen_id: data.screen_id }, token)
  const columns = { ...now.draft.columns, fee: { label: '押金', is: 'fen' } }
  const declaration = JSON.stringify({ ...now.draft, columns, form: ['title', 'fee'] })
  await call('/api/screen/save', { screen_id: data.screen_id, version: now.version, declaration }, token)
  const { page } = await seat('admin', { at: '页面配置' })
  await rowsOf(page).filter({ hasText: 'umbrella' }).getByRole('button', { name: '设计' }).click()

  await addPaper(page, { label: '借用单', code: 'slip', letters: 'JYD' }, (dialog) =>
    dialog.getByRole('radio', { name: 'A5' }).press('Space'),
  )

  const text = page.getByRole('textbox', { name: '打印的正文' })
  await expect.poll(() => text.inputValue()).toBe('名称：{名称}\n押金：{押金}')
  await text.fill('借用人 ')
  await page.getByRole('group', { name: '字段' }).getByRole('button', { name: '名称', exact: true }).click()
  await text.press('End')
  await text.pressSequentially('，大写：{押金大写}，{押斤}')
  await page.getByRole('alert').getByText("没有列 '押斤'").waitFor()
  for (let signs = '，{押斤}'.length; signs > 0; signs--) await text.press('Backspace')
  await expect.poll(() => text.inputValue()).toBe('借用人 {名称}，大写：{押金大写}')
  const sample = page.getByRole('listitem', { name: '借用单' })
  await sample.getByText('借用人 名称1，大写：壹仟贰佰元整').waitFor()
  await publish(page, '借用单')

  await call('/api/umbrella/add', { title: '张三', fee: 2_050 }, token)
  await openScreen(page, '雨伞借用')
  const opening = page.context().waitForEvent('request', (request) => request.url().includes('/files/prints/'))
  await rowsOf(page).filter({ hasText: '张三' }).getByRole('button', { name: '打印借用单' }).click()
  const file = await page.context().request.get((await opening).url())
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
  const said = await textOf(await file.body())
  for (const each of ['借用单', 'JYD00000001', '借用人张三，大写：贰拾元伍角整']) expect(said).toContain(each)
  await toast(page, '已打印 JYD00000001').waitFor()
})

proof('an admin puts a list of the detail into a paper’s text as a table; the sample and the paper have it', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const make = async (name: string, label: string, columns: object, form: string[]): Promise<number> => {
    const { data } = await call('/api/screen/add', { name, label }, token)
    const { data: now } = await call('/api/screen/draft', { screen_id: data.screen_id }, token)
    const declaration = JSON.stringify({ ...now.draft, columns: { ...now.draft.columns, ...columns }, form })
    const saving = await call('/api/screen/save', { screen_id: data.screen_id, version: now.version, declaration }, token)
    const published = await call('/api/screen/publish', { screen_id: data.screen_id, version: saving.data.version, note: '始' }, token)
    expect([published.code, published.msg]).toEqual([200, ''])
    return data.screen_id
  }
  await make('locker', '储物柜', {}, ['title'])
  const columns = { locker_id: { label: '柜', is: 'ref', of: 'locker', required: true }, price: { label: '价值', is: 'fen' } }
  await make('stored', '存放物品', columns, ['title', 'locker_id', 'price'])

  const { page } = await seat('admin', { at: '页面配置' })
  await rowsOf(page).filter({ hasText: 'locker' }).getByRole('button', { name: '设计' }).click()
  await addPaper(page, { label: '存物单', code: 'slip', letters: 'CWD' })
  const text = page.getByRole('textbox', { name: '打印的正文' })
  await text.press('Control+End')
  await text.press('Enter')
  await page.getByRole('group', { name: '字段' }).getByRole('button', { name: '表：存放物品' }).click()
  const written = '名称：{名称}\n{存放物品：名称、登记时间、价值（合计）}'
  await expect.poll(() => text.inputValue()).toBe(written)
  await text.fill('{nobody.here:title}')
  await page.getByRole('alert').getByText("详情里没有列表 'nobody.here'，可用：stored.locker_id").waitFor()
  await text.fill(written.replace('登记时间、', ''))
  const sample = page.getByRole('listitem', { name: '存物单' }).getByRole('table')
  await expect
    .poll(() => sample.getByRole('row').allInnerTexts())
    .toEqual(['名称\t价值', '名称1\t1,200.00', '名称2\t2,400.00', '合计\t3,600.00'])
  await publish(page, '存物单')

  const { data: locker } = await call('/api/locker/add', { title: '一号柜' }, token)
  for (const [title, price] of [['雨伞', 2_050] as const, ['水壶', 100] as const])
    await call('/api/stored/add', { title, locker_id: locker.locker_id, price }, token)
  await openScreen(page, '储物柜')
  const opening = page.context().waitForEvent('request', (request) => request.url().includes('/files/prints/'))
  await rowsOf(page).filter({ hasText: '一号柜' }).getByRole('button', { name: '打印存物单' }).click()
  const file = await page.context().request.get((await opening).url())
  expect(await textOf(await file.body())).toContain('名称：一号柜名称价值水壶1.00雨伞20.50合计21.50')

  // Who may not read what the paper has a table of would be refused it, and is not offered it.
  const seen = async (userName: string, ...more: string[]): Promise<number> => {
    const permission = ['/api/locker/index', '/api/locker/detail', '/api/locker/slip', ...more]
    const role = await call('/api/role/add', { name: userName, permission, access: ['screen_locker'] }, token)
    const account = { user_name: userName, name: userName, role_id: role.data.role_id, reach: 1, projects: [], password: md5(PASSWORD) }
    expect((await call('/api/admin/add', account, token)).msg).toBe('')
    const theirs = await seat(userName, { at: '房源列表' })
    await openScreen(theirs.page, '储物柜')
    await rowsOf(theirs.page).filter({ hasText: '一号柜' }).waitFor()
    return rowsOf(theirs.page).getByRole('button', { name: '打印存物单' }).count()
  }
  expect([await seen('guili'), await seen('guiwai', '/api/stored/index')]).toEqual([0, 1])
})
