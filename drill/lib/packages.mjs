import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGES = ['postgresql', 'patroni', 'etcd-server', 'haproxy', 'iproute2']
const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/sbin/ip', '/usr/bin/nsenter', '/usr/bin/setpriv']
const VERSIONS = '/usr/lib/postgresql'
const POLICY = '/usr/sbin/policy-rc.d'

/** The folder of the newest PostgreSQL's programs; null where none is installed. */
export const postgresPrograms = () => {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number).filter(Number.isFinite) : []
  return versions.length === 0 ? null : join(VERSIONS, String(Math.max(...versions)), 'bin')
}

/** What is missing of what the site is made of. */
export const missing = () => [...PROGRAMS.filter((path) => !existsSync(path)), ...(postgresPrograms() ? [] : [VERSIONS])]

/** Installs Debian's packages, none of which is started or given a cluster of its own by that. Throws where apt does not. */
export const install = () => {
  // Debian asks this file whether a package that it installs may start its service.
  const isOurs = !existsSync(POLICY)
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const { status } = spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...PACKAGES], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) throw new Error(`装不上 ${PACKAGES.join(' ')}`)
  } finally {
    if (isOurs) rmSync(POLICY)
  }
}
