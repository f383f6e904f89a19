import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fileResources } from '../../src/declared/declared.ts'

const page = readFileSync('docs/growth.md', 'utf8')
const stored = fileResources.filter(({ isStored }) => isStored)
const tables = stored.map(({ table }) => table)
const withProject = new Set(stored.filter(({ column }) => column.p_id?.isStored).map(({ table }) => table))

/** What stands in the page's list of tables that no project has. */
const listed = [...(page.match(/<!-- 没有项目的表 -->\n([\s\S]*?)\n<!-- 到此为止 -->/)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(
  ([, table]) => table,
)

test('docs/growth.md tells which tables have no project, and how many have one', () => {
  const without = tables.filter((table) => !withProject.has(table)).sort()
  expect([...listed].sort()).toEqual(without)
  expect(page).toContain(`${withProject.size} 张有 \`p_id\``)
  expect(without.length).toBeGreaterThan(0)
})

test('docs/growth.md tells how many tables are unique by what no project is part of', () => {
  const across = stored.filter(({ unique }) => unique.some((group) => !group.includes('p_id')))
  expect(page).toContain(`${across.length} 张声明了不含 \`p_id\` 的唯一`)
})
