import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('whatever is struck of a site of three, once each: nothing is lost or doubled, nobody is logged out, all goes on, and the books agree', {
  timeout: 1_200_000,
}, () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'drill:failover', '--', '--install', '--rounds', '8'], { encoding: 'utf8' })
  expect(stdout, stderr).toMatch(/丢 0 笔，重 0 笔；被登出 0 次/)
  expect(status, stdout).toBe(0)
})
