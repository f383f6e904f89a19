import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemsAmong } from '../../src/declared/problems.ts'
import { designKinds } from '../../src/derive/designer/kinds.ts'
import { startOf } from '../../src/derive/designer/startOf.ts'
import { proof } from '../help/depth.ts'

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
    '--field',
    'site:主页:url',
    '--field',
    'payee:收款账号:bank',
  )
  expect(made.stdout).toContain('已写')
  const text = readFileSync(resolve(folder, 'vehicle.ts'), 'utf8')
  expect(text).toContain("plate: { label: '车牌号', required: true, filter: true }")
  writeFileSync(resolve(folder, 'vehicle.ts'), text.replace('../core/', '../../src/core/'))
  writeFileSync(resolve(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', include: ['.'] }))
  expect(spawnSync('npx', ['tsc', '-p', folder], { encoding: 'utf8' }).stdout).toBe('')
})

test('offers every kind of which a name is all that has to be said, and no other', () => {
  const { stdout } = run('--name', 'other', '--label', '车', '--field', 'aa:甲:texte')
  const start = startOf('probe', '试')
  const isEnough = (is: string) => problemsAmong({ ...start, columns: { ...start.columns, aa: { label: '甲', is } } }, []).length === 0
  const enough = designKinds.map(({ is }) => is).filter(isEnough)
  expect(enough).toContain('url')
  expect(stdout.trim().split('可用：')[1]?.split(' ').sort()).toEqual(enough.sort())
})

proof('what is wrong is said, and no file is overwritten', () => {
  expect(run('--name', 'Vehicle', '--label', '车', '--field', 'a:甲:text')).toMatchObject({ status: 1 })
  expect(run('--name', 'other', '--label', '车', '--field', 'aa:甲:texte').stdout).toContain("没有种类 'texte'")
  writeFileSync(resolve(folder, 'kept.ts'), '// mine')
  expect(run('--name', 'kept', '--label', '车', '--field', 'aa:甲:text')).toMatchObject({ status: 1 })
  expect(readFileSync(resolve(folder, 'kept.ts'), 'utf8')).toBe('// mine')
})
