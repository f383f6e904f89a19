import { expect, test } from 'vitest'
import { pages, resources } from '../../src/declared/declared.ts'
import { menuOf, screensOf } from '../../src/derive/menu.ts'
import { codesInRow, heldByNobody, NO_SCREEN, roleMatrix, withGroupKeys } from '../../src/derive/roleMatrix.ts'

const groups = [
  { group: '全部', calls: [{ path: '*', label: '全部接口' }] },
  {
    group: '流水列表',
    calls: [
      { path: '/api/flow/add', label: '新增流水' },
      { path: '/api/flow/index', label: '查看流水列表' },
      { path: '/api/flow/detail', label: '流水列表详情' },
      { path: '/api/flow/export', label: '导出流水列表' },
      { path: '/api/flow/reverse', label: '红冲' },
    ],
  },
  { group: '发票设置', calls: [{ path: '/api/invoice/save', label: '修改发票设置' }] },
  { group: '图片', calls: [{ path: '/api/upload/index', label: '上传图片' }] },
  { group: '家庭成员', calls: [{ path: '/api/member/export', label: '导出家庭成员' }] },
]
const rows = roleMatrix(groups, resources, pages)
const rowOf = (label: string) => rows.find((row) => row.label === label)

test('a screen has its codes by what they do, and its deeds by name', () => {
  const { cells, keys, group } = rowOf('流水列表') ?? {}
  expect([group, keys]).toEqual(['财务管理', ['flow']])
  expect(Object.fromEntries(Object.entries(cells ?? {}).map(([column, codes]) => [column, codes.map(({ code }) => code)]))).toEqual({
    read: ['/api/flow/index', '/api/flow/detail'],
    add: ['/api/flow/add'],
    edit: [],
    del: [],
    export: ['/api/flow/export'],
    other: ['/api/flow/reverse'],
  })
  expect(rowOf('发票设置')?.cells.edit).toEqual([{ code: '/api/invoice/save', label: '修改发票设置', subject: '发票设置' }])
})

test('rows stand in the order of the menu, what belongs to no screen at the end, and no code is left out', () => {
  const inMenu = menuOf(screensOf(resources, pages), [...new Set(rows.flatMap(({ keys }) => keys)), 'finance', 'setting'], [])
  const order = inMenu.flatMap(({ id, path, children }) => (path === null ? children.map((child) => child.id) : [id]))
  expect(
    rows
      .filter((row) => row.isInMenu)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...order].sort())
  const ends = rows.filter(({ group }) => group === NO_SCREEN)
  expect(rows.slice(-ends.length)).toEqual(ends)
  expect(ends.map(({ label }) => label)).toEqual(['图片', '家庭成员'])
  expect(ends[1]?.cells.export).toHaveLength(1)
  const all = groups.flatMap(({ calls }) => calls.map(({ path }) => path)).filter((path) => path !== '*')
  expect([...new Set(rows.flatMap(codesInRow))].sort()).toEqual(all.sort())
})

test('a group’s key comes with the first of its screens and goes with the last: what a role may open stands in its menu', () => {
  expect(withGroupKeys(['build', 'flow'], rows)).toEqual(['build', 'flow', 'finance'])
  expect(withGroupKeys(['build', 'flow', 'finance'], rows)).toEqual(['build', 'flow', 'finance'])
  expect(withGroupKeys(['finance', 'build', 'setting'], rows)).toEqual(['build'])
  for (const screen of screensOf(resources, pages).filter(({ menu, access }) => menu && access.length > 0)) {
    const found = menuOf([screen], withGroupKeys(screen.access, rows), [])
    expect([screen.label, found.flatMap(({ id, path, children }) => (path === null ? children.map((child) => child.id) : [id]))]).toEqual([
      screen.label,
      [screen.id],
    ])
  }
})

test('what no role has by name is told apart: a code, a screen’s key, and nothing of what one of them has', () => {
  const all = new Set(rows.flatMap(codesInRow))
  const keys = new Set(rows.flatMap((row) => row.keys))
  expect(heldByNobody(rows, { codes: all, keys })).toEqual([])
  const free = heldByNobody(rows, { codes: new Set([...all].filter((code) => code !== '/api/flow/reverse')), keys })
  expect(free.map(({ label }) => label)).toEqual(['流水列表'])
  expect(free.flatMap(codesInRow)).toEqual(['/api/flow/reverse'])
  // Who may do everything has nothing by name.
  expect(heldByNobody(rows, { codes: new Set(['*']), keys }).flatMap(codesInRow).length).toBe(rows.flatMap(codesInRow).length)
  expect(heldByNobody(rows, { codes: all, keys: new Set() }).every((row) => row.keys.length > 0)).toBe(true)
})
