import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'

const folder = resolve('.cache/setup-stack')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('tells where a setup of a whole suite failed, though what suites make of sources is kept', async () => {
  mkdirSync(folder, { recursive: true })
  const files = {
    'vitest.config.ts': `import { ownModules } from '../../scripts/lib/ownModules.ts'
export default { plugins: [ownModules()], test: { globalSetup: 'setup.ts', include: ['any.test.ts'], experimental: { fsModuleCachePath: 'made' } } }`,
    'setup.ts': `export default (): void => console.log(new Error('told').stack)`,
    'any.test.ts': `import { it } from 'vitest'\nit('passes', () => {})`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(resolve(folder, name), text)
  const args = [resolve('node_modules/vitest/vitest.mjs'), 'run', '--experimental.fsModuleCache']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } })
  expect(stdout).toMatch(/Error: told\n\s+at .*setup\.ts:1:/)
  expect(stdout).toContain('1 passed')
})
