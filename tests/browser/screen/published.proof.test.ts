import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { newField, saved } from '../../help/designer.ts'
import { browserSeat, openScreen, rowsOf, sharedUrl, toast } from '../../help/staff.ts'

const seat = browserSeat()

proof('an open list of someone else follows a new name and a rollback at once, sorted and filtered by that very field', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const { data } = await call('/api/screen/add', { name: 'lockbox', label: '储物柜' }, token)
  const publishAs = async (change: (draft: Record<string, unknown>) => object) => {
    const { data: now } = await call('/api/screen/draft', { screen_id: data.screen_id }, token)
    const declaration = JSON.stringify(change(now.draft))
    await call('/api/screen/save', { screen_id: data.screen_id, version: now.version, declaration }, token)
    expect(await call('/api/screen/publish', { screen_id: data.screen_id }, token)).toMatchObject({ code: 200 })
  }
  const holder = { label: '使用人', filter: true, sort: true }
  await publishAs((draft) => ({ ...draft, columns: { ...(draft.columns as object), holder }, form: ['title', 'holder'] }))
  for (const [title, name] of [
    ['G-1', '张三'],
    ['G-2', '李四'],
  ])
    await call('/api/lockbox/add', { title, holder: name }, token)
  const { page } = await seat('admin', { at: '页面配置' })
  await openScreen(page, '储物柜')
  await rowsOf(page).filter({ hasText: '张三' }).waitFor()
  // Neither sorted nor filtered by it the list asks for what it has asked for already, and is answered by other names.
  await publishAs((draft) => {
    const { holder: _holder, ...rest } = draft.columns as Record<string, object>
    return { ...draft, columns: { ...rest, bearer: { ...holder, label: '持有人', was: ['holder'] } }, form: ['title', 'bearer'] }
  })
  await page.getByRole('columnheader', { name: '持有人' }).waitFor()
  await rowsOf(page).filter({ hasText: '张三' }).waitFor()
  await page.getByRole('columnheader', { name: '持有人' }).getByRole('button').click()
  await page.getByRole('textbox', { name: '持有人' }).fill('张')
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  const first = (await call('/api/screen_version/index', { screen_id: [data.screen_id] }, token)).data.list.at(-1)
  await publishAs((draft) => {
    const { bearer: _bearer, ...rest } = draft.columns as Record<string, object>
    return { ...draft, columns: { ...rest, keeper: { ...holder, label: '保管人', was: ['holder', 'bearer'] } }, form: ['title', 'keeper'] }
  })
  await page.getByRole('columnheader', { name: '保管人' }).waitFor()
  await rowsOf(page).filter({ hasText: '张三' }).waitFor()
  expect(await rowsOf(page).count()).toBe(1)
  // A link that was sent while the field had its first name.
  const link = `#/screens/lockbox?${new URLSearchParams({ filters: JSON.stringify({ holder: '李' }), sorters: '-holder' })}`
  const { page: other } = await seat('admin', { path: `/${link}` })
  await other.getByRole('button', { name: '取消筛选 保管人：李' }).waitFor()
  await expect.poll(() => rowsOf(other).count()).toBe(1)
  expect(await other.getByRole('alert').count()).toBe(0)
  expect(await call('/api/screen/rollback', { version_id: first.version_id }, token)).toMatchObject({ code: 200 })
  await page.getByRole('columnheader', { name: '使用人' }).waitFor()
  await rowsOf(page).filter({ hasText: '张三' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('publishing a field that records need and do not have says how many, and fills them with what is typed', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const { data } = await call('/api/screen/add', { name: 'keybox', label: '钥匙箱' }, token)
  expect(await call('/api/screen/publish', { screen_id: data.screen_id }, token)).toMatchObject({ code: 200 })
  for (const title of ['一号箱', '二号箱']) await call('/api/keybox/add', { title }, token)
  const { page } = await seat('admin', { at: '页面配置' })
  await rowsOf(page).filter({ hasText: 'keybox' }).getByRole('button', { name: '设计' }).click()
  const place = await newField(page, '位置', 'place', '文本')
  await place.getByRole('radio', { name: '是', exact: true }).first().press('Space')
  await saved(place)
  await page.getByRole('button', { name: '发布', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '发布' })
  await dialog.getByText('有 2 条记录没有填“位置”').waitFor()
  await dialog.getByLabel('位置').fill('门岗')
  await saved(dialog)
  await openScreen(page, '钥匙箱')
  await expect.poll(() => rowsOf(page).filter({ hasText: '门岗' }).count()).toBe(2)
})

proof('two admins at one screen: the second keeps what is typed and chooses', async () => {
  const [{ page: first }, { page: second }] = [await seat('admin', { at: '页面配置' }), await seat('admin', { path: '/#/userInfo' })]
  await first.getByRole('button', { name: '新增页面' }).click()
  const start = first.getByRole('dialog', { name: '新增页面' })
  await start.getByLabel('页面名称').fill('门禁卡')
  await start.getByLabel('代码').fill('doorcard')
  await saved(start)
  await openScreen(second, '页面配置')
  for (const [page, code] of [
    [first, 'mine'],
    [second, 'yours'],
  ] as const) {
    await rowsOf(page).filter({ hasText: 'doorcard' }).getByRole('button', { name: '设计' }).click()
    await saved(await newField(page, '卡号', code, '文本'))
  }
  await first.getByRole('button', { name: '保存', exact: true }).click()
  await toast(first, '设计稿已保存，发布后生效').waitFor()
  await second.getByRole('button', { name: '保存', exact: true }).click()
  const alert = second.getByRole('alert').filter({ hasText: '您改的内容还在' })
  await alert.waitFor()
  expect(await second.getByRole('listitem', { name: '卡号' }).getByText('yours').count()).toBe(1)
  await alert.getByRole('button', { name: '保留所填，再次保存' }).click()
  await second.getByRole('button', { name: '保存', exact: true }).click()
  await toast(second, '设计稿已保存，发布后生效').waitFor()
})
