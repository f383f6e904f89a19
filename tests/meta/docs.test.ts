import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileResources } from '../../src/declared/declared.ts'
import { proof } from '../help/depth.ts'

/** Where each block of docs/declaring.md would stand, in the order of the page. */
const homes = [
  'src/resources/docs_vehicle.ts',
  'src/resources/docs_vehicles.ts',
  'src/resources/docs_parkingDesk.ts',
  'src/schemas/docs_visit.ts',
  'src/resources/settings/docs_parking.ts',
  'server/domain/docs/calls.ts',
  'server/domain/docs/linkCalls.ts',
  'src/resources/permit.ts',
  'server/domain/docs/effects.ts',
  'server/domain/docs/expire.ts',
  'server/domain/docs/jobs.ts',
  'src/resources/docs_keylending.ts',
  'server/domain/docs/prints.ts',
  'src/resources/waiver.ts',
  'server/domain/docs/tellOwner.ts',
  'server/domain/docs/outbounds.ts',
]
const folder = resolve('.cache/docs-code')
const blocks = [...readFileSync('docs/declaring.md', 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? '')

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  for (const [index, home] of homes.entries()) {
    const depth = home.split('/').length - 1
    const file = resolve(folder, home)
    mkdirSync(resolve(file, '..'), { recursive: true })
    // The block's imports are those of its home; here they lead back to the real tree, but for what another block declares.
    const text = (blocks[index] ?? '').replaceAll(/from '((?:\.\.\/)+)([^']+)'/g, (whole, ups: string, rest: string) => {
      const level = ups.length / 3
      const base = home
        .split('/')
        .slice(0, depth - level)
        .map((part) => `${part}/`)
        .join('')
      return homes.includes(base + rest) ? whole : `from '../../../${'../'.repeat(depth - 1)}${base}${rest}'`
    })
    writeFileSync(file, text)
  }
  writeFileSync(resolve(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', include: ['.'] }))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('docs/declaring.md has a block for each home', () => expect(blocks).toHaveLength(homes.length))

proof('every block of docs/declaring.md compiles', () => {
  let output = ''
  try {
    execFileSync('npx', ['tsc', '-p', folder], { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    output = String((error as { stdout?: string }).stdout)
  }
  expect(output).toBe('')
})

test('docs/rules.md explains every rule that a declaration can break, and no other', () => {
  const sources = [...readdirSync('src/core/check').map((file) => `src/core/check/${file}`), 'server/calls/registry.ts']
  const used = sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'(R[12]\d\d)'/g)])
  const explained = [...readFileSync('docs/rules.md', 'utf8').matchAll(/^## (R\d{3}) /gm)].map(([, id]) => id)
  expect(explained).toEqual([...new Set(used.map(([, id]) => id))].sort())
})

const commandsOf = (readme: string): string[] => [...readme.matchAll(/^npm (\w+) +#/gm)].map(([, command = '']) => command)
const exampleOf = (readme: string): string => /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''

test('README.en.md is the twin of README.md: linked on its first line, the same commands and example; what each names is there', () => {
  const [chinese, english] = ['README.md', 'README.en.md'].map((file) => readFileSync(file, 'utf8')) as [string, string]
  expect(chinese.split('\n')[0]).toContain('(README.en.md)')
  expect(commandsOf(english)).toEqual(['start', 'test'])
  expect(commandsOf(chinese)).toEqual(commandsOf(english))
  expect(exampleOf(english)).toBe(exampleOf(chinese))
  for (const readme of [chinese, english]) {
    const named = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  }
  const pictures = [...english.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => path)
  expect(pictures.filter((path) => !path?.endsWith('-en.png'))).toEqual([])
  expect(readdirSync('docs/screens').filter((file) => file.endsWith('-en.png'))).toHaveLength(pictures.length)
})

test('docs/words.md names every resource as its declaration does, and no other', () => {
  const [, words = ''] = readFileSync('docs/words.md', 'utf8').split('## 每个资源')
  const named = [...words.matchAll(/^\| (\w+) \| (.+) \| (\w+) \|$/gm)].map(([, ...row]) => row.join(' '))
  expect(named.sort()).toEqual(fileResources.map(({ name, label, key }) => `${name} ${label} ${key}`).sort())
})

test.each(['docs/architecture.md', 'CONTRIBUTING.md', 'docs/decisions/019-refine-spine.md'])('what %s names is there', (page) => {
  const named = [...readFileSync(page, 'utf8').matchAll(/`((?:src|server|tests|scripts|bench)\/[\w./-]+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})
