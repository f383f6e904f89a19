import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleOf, unpackImage } from '../help/imageRuns.ts'
import { mustLeaveNetwork, NEW_PROJECT, startIsolated, workAt } from '../help/installed.ts'
import { PASSWORD } from '../help/realServer.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const MOST_BYTES = 350e6
const MOST_SECONDS = 30

const work = mkdtempSync(join('/var/tmp', 'anju-image-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

beforeAll(() => {
  mustLeaveNetwork()
  for (const program of ['mmdebstrap', 'buildah', 'crun'])
    if (spawnSync(program, ['--version']).status !== 0) throw new Error(`this proof needs ${program}: apt-get install ${program}`)
})

test('the image is small and runs as its own user on a root that it cannot write: first page, login, a row, a paper; another container of the volume has it all', async () => {
  chmodSync(work, 0o711)
  execFileSync(process.execPath, ['scripts/image.mjs', '--out', work], { stdio: ['ignore', 'inherit', 'inherit'] })
  const image = unpackImage(join(work, `anju-${version}-${process.platform}-${process.arch}.oci.tar`), work)
  expect(image.size).toBeLessThan(MOST_BYTES)
  expect(image.config.User).not.toMatch(/^(0|root)\b|^$/)
  expect(readdirSync(join(image.rootfs, 'root')).concat(readdirSync(join(image.rootfs, 'home')))).toEqual([])

  const bundle = bundleOf(image, work, { ADMIN_PASSWORD: PASSWORD })
  const runs = ['crun', '--cgroup-manager=disabled', '--root', join(work, 'state'), 'run', '--bundle', bundle, 'anju-proof']
  // Machines that mix both kinds of control groups are refused by crun: here it sees the newer kind, and makes none.
  const before = ['unshare', '--mount', 'sh', '-c', 'mount -t cgroup2 none /sys/fs/cgroup && exec "$@"', 'sh']
  const how = { scratch: work, before, env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }, cwd: work }
  const first = await startIsolated(runs, how)
  process.stdout.write(`镜像 ${Math.round(image.size / 1e6)} MB，首页 ${first.seconds.toFixed(1)} 秒\n`)
  expect(first.seconds).toBeLessThan(MOST_SECONDS)
  const rows = await workAt(first.url)
  expect(await first.stop()).toBe(0)
  const second = await startIsolated(runs, how)
  expect(await rows(second.url)).toEqual([NEW_PROJECT])
  expect(await second.stop()).toBe(0)
}, 900_000)
