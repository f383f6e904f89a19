import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { yieldToLists } from '../../server/prints/yieldToLists.ts'

const UNIT = 'deploy/systemd/anju.service'
/** Of 10; what systemd itself calls OK ends at 4.9. */
const MOST_EXPOSED = 3

const lines = readFileSync(UNIT, 'utf8')
  .split('\n')
  .filter((line) => /^[A-Z]\w*=/.test(line))
const valuesOf = (key: string): string[] => lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))

test('the unit runs as a user of its own that may do nothing but its work, and writes only where its data are', () => {
  const wanted = {
    User: 'anju',
    NoNewPrivileges: 'yes',
    CapabilityBoundingSet: '',
    ProtectSystem: 'strict',
    ProtectHome: 'yes',
    PrivateTmp: 'yes',
    PrivateDevices: 'yes',
    PrivateUsers: 'yes',
    ProtectKernelTunables: 'yes',
    ProtectKernelModules: 'yes',
    ProtectKernelLogs: 'yes',
    ProtectControlGroups: 'yes',
    ProtectClock: 'yes',
    RestrictNamespaces: 'yes',
    RestrictSUIDSGID: 'yes',
    LockPersonality: 'yes',
    StateDirectory: 'anju',
    UMask: '0077',
  }
  expect(Object.fromEntries(Object.keys(wanted).map((key) => [key, valuesOf(key).join()]))).toEqual(wanted)
  expect(valuesOf('Environment').join()).toContain('DATA_DIR=/var/lib/anju')
  expect(valuesOf('SystemCallFilter')).toEqual(['@system-service @pkey', '~@privileged @resources', 'setpriority'])
})

test('what prints goes on where it may not step behind lists', () => {
  const refused = () => {
    throw new Error('uv_os_setpriority returned EPERM')
  }
  expect(() => yieldToLists(refused)).not.toThrow()
})

test('what would break it is left out: memory that V8 writes and runs, the sockets and shared memory of PostgreSQL', () => {
  for (const key of ['MemoryDenyWriteExecute', 'PrivateNetwork', 'PrivateIPC', 'RootDirectory']) expect(valuesOf(key), key).toEqual([])
  expect(valuesOf('RestrictAddressFamilies').join()).toMatch(/AF_UNIX AF_INET AF_INET6/)
  // PostgreSQL is stopped by the node, in order, which takes its time.
  expect(valuesOf('KillMode')).toEqual(['mixed'])
  expect(Number(valuesOf('TimeoutStopSec').join())).toBeGreaterThan(60)
})

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0

test.runIf(hasAnalyze)('systemd-analyze finds it little exposed', () => {
  const said = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', UNIT], { encoding: 'utf8' })
  expect(Number(/Overall exposure level for anju\.service: ([\d.]+)/.exec(said)?.[1])).toBeLessThanOrEqual(MOST_EXPOSED)
})

const containerfile = readFileSync('deploy/Containerfile', 'utf8')
const image = readFileSync('scripts/image.mjs', 'utf8')

test('the two ways to an image make the same: a user of its own, data in a volume, no sample, told to stop as the node wants it', () => {
  for (const [inFile, here] of [
    ['USER 10001:10001', 'const USER = 10_001'],
    ['VOLUME /var/lib/anju', "'--volume', '/var/lib/anju'"],
    ['STOPSIGNAL SIGTERM', "'--stop-signal', 'SIGTERM'"],
    ['SAMPLE_DATA=none', "SAMPLE_DATA: 'none'"],
    ['ENTRYPOINT ["/opt/anju/node/bin/node", "dist/server/main.js"]', '["/opt/anju/node/bin/node","dist/server/main.js"]'],
  ] as const) {
    expect(containerfile).toContain(inFile)
    expect(image).toContain(here)
  }
  expect(containerfile).not.toMatch(/^FROM \S+\.\S+\//m)
})

test('what a working folder has beside what is committed goes into no image', () => {
  expect(readFileSync('.dockerignore', 'utf8')).toBe(readFileSync('.gitignore', 'utf8'))
})
