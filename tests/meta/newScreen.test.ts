import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = resolve('.cache/new-screen')
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/new-screen.mjs', '--folder', folder, ...args], { encoding: 'utf8' })

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('npm run new:screen writes a declaration that compiles', () => {
  const made = run(
    '--name',
    'vehicle',
    '--label',
    "老王's 车",
    '--field',
    'plate:车牌号:text!',
    '--field',
    'fee:月停车费:fen',
    '--field',
    'since:起:date',
  )
  expect(made.stdout).toContain('已写')
  const text = readFileSync(resolve(folder, 'vehicle.ts'), 'utf8')
  expect(text).toContain("plate: { label: '车牌号', required: true, filter: true }")
  writeFileSync(resolve(folder, 'vehicle.ts'), text.replace('../core/', '../../src/core/'))
  writeFileSync(resolve(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', include: ['.'] }))
  expect(spawnSync('npx', ['tsc', '-p', folder], { encoding: 'utf8' }).stdout).toBe('')
})

test('what is wrong is said, and no file is overwritten', () => {
  expect(run('--name', 'Vehicle', '--label', '车', '--field', 'a:甲:text')).toMatchObject({ status: 1 })
  expect(run('--name', 'other', '--label', '车', '--field', 'aa:甲:texte').stdout).toContain("没有种类 'texte'")
  writeFileSync(resolve(folder, 'kept.ts'), '// mine')
  expect(run('--name', 'kept', '--label', '车', '--field', 'aa:甲:text')).toMatchObject({ status: 1 })
  expect(readFileSync(resolve(folder, 'kept.ts'), 'utf8')).toBe('// mine')
})
