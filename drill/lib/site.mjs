import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Host, makeNetwork } from './host.mjs'

/** Seconds, as docs/operating.md says for a real site: after `ttl` without a word of the primary another takes its place. */
const TIMES = { ttl: 10, loop_wait: 2, retry_timeout: 3, primary_start_timeout: 0 }
const [REST, STORE, PEERS, CLIENTS] = [8008, 5432, 2380, 2379]
/** Where the primary is to be found, whichever it is. */
export const PRIMARY = { host: '127.0.0.1', port: 5400, user: 'anju', password: 'anju', database: 'anju' }
export const urlOf = ({ host, port, user, password, database }) => `postgres://${user}:${password}@${host}:${port}/${database}`

const patroni = ({ host, hosts, folder, programs }) => ({
  scope: 'anju',
  name: host.name,
  restapi: { listen: `${host.address}:${REST}`, connect_address: `${host.address}:${REST}` },
  // The older interface: by the newer one Patroni 3.0 of Debian 12 lets a primary that wakes from a freeze take the lock from the one that has it.
  etcd: { hosts: hosts.map(({ address }) => `${address}:${CLIENTS}`) },
  bootstrap: {
    dcs: {
      ...TIMES,
      maximum_lag_on_failover: 1_048_576,
      synchronous_mode: true,
      postgresql: {
        use_pg_rewind: true,
        remove_data_directory_on_rewind_failure: true,
        remove_data_directory_on_diverged_timelines: true,
        parameters: {
          ...{ max_connections: 120, shared_buffers: '128MB', wal_keep_size: '256MB', wal_log_hints: 'on' },
          // When each row was committed: what was sent again is told from it.
          track_commit_timestamp: 'on',
        },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { 'locale-provider': 'icu' }, { 'icu-locale': 'zh-CN' }, 'data-checksums'],
    post_bootstrap: join(folder, 'made.sh'),
  },
  postgresql: {
    listen: `${host.address}:${STORE}`,
    connect_address: `${host.address}:${STORE}`,
    data_dir: join(folder, host.name),
    bin_dir: programs,
    pgpass: join(folder, `${host.name}.pass`),
    // The machines have one file system, but not one socket.
    parameters: { unix_socket_directories: '' },
    pg_hba: ['local all all trust', 'host all all 10.77.0.0/24 scram-sha-256', 'host replication replicator 10.77.0.0/24 scram-sha-256'],
    basebackup: [{ checkpoint: 'fast' }],
    authentication: {
      superuser: { username: 'postgres', password: 'su' },
      replication: { username: 'replicator', password: 're' },
      rewind: { username: 'rewinder', password: 'rw' },
    },
  },
})

const haproxy = (hosts) => `
global
  maxconn 400
defaults
  mode tcp
  retries 1
  timeout connect 1s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind ${PRIMARY.host}:${PRIMARY.port}
  option httpchk GET /primary
  http-check expect status 200
  option clitcpka
  option srvtcpka
  default-server inter 500ms fastinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${hosts.map(({ name, address }) => `  server ${name} ${address}:${STORE} check port ${REST}`).join('\n')}
`

const asked = async (url) => (await fetch(url, { signal: AbortSignal.timeout(1500) })).json()

const UP = ['running', 'streaming']
const leaderIn = (members) => members.find(({ role, state }) => role === 'leader' && state === 'running')?.name
const isSound = (members) =>
  members.filter(({ state }) => UP.includes(state)).length === 3 &&
  new Set(members.map(({ timeline }) => timeline)).size === 1 &&
  members.some(({ role }) => role === 'sync_standby') &&
  leaderIn(members) !== undefined

/** Three machines with PostgreSQL under Patroni and etcd, and HAProxy in front. */
export class Site {
  constructor(folder, programs) {
    this.folder = folder
    this.programs = programs
    this.logs = join(folder, 'logs')
    this.hosts = [1, 2, 3].map((number) => new Host(number, this.logs))
  }

  async open() {
    mkdirSync(this.logs)
    makeNetwork()
    for (const host of this.hosts) await host.open()
    const made = `psql -v ON_ERROR_STOP=1 "$1" -c "create role anju login password 'anju'" -c "create database anju owner anju template template0"`
    writeFileSync(join(this.folder, 'made.sh'), `#!/bin/sh\n${made}\n`)
    chmodSync(join(this.folder, 'made.sh'), 0o755)
    for (const host of this.hosts) {
      // What YAML reads JSON is.
      writeFileSync(join(this.folder, `${host.name}.yml`), JSON.stringify(patroni({ ...this, host })))
      this.startEtcd(host)
    }
    for (const host of this.hosts) this.startPatroni(host)
    writeFileSync(join(this.folder, 'haproxy.cfg'), haproxy(this.hosts))
    const log = openSync(join(this.logs, 'haproxy.log'), 'a')
    spawn('haproxy', ['-db', '-f', join(this.folder, 'haproxy.cfg')], { stdio: ['ignore', log, log] })
    await this.untilSound(180_000)
  }

  startEtcd(host) {
    const [own, peer] = [`http://${host.address}:${CLIENTS}`, `http://${host.address}:${PEERS}`]
    const all = this.hosts.map(({ name, address }) => `${name}=http://${address}:${PEERS}`).join(',')
    host.start(
      ...[`etcd-${host.name}`, 'etcd', '--name', host.name, '--data-dir', join(this.folder, `etcd-${host.name}`)],
      ...['--listen-client-urls', own, '--advertise-client-urls', own],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', all],
      // Three members on one small machine miss their beats at the times that are meant for three machines.
      ...['--heartbeat-interval', '150', '--election-timeout', '1500', '--enable-v2', '--logger', 'zap', '--log-level', 'warn'],
    )
  }

  startPatroni(host) {
    host.start(`patroni-${host.name}`, 'patroni', join(this.folder, `${host.name}.yml`))
  }

  /** The machines' state, as each that answers knows it. */
  async views() {
    const all = await Promise.allSettled(this.hosts.map(({ address }) => asked(`http://${address}:${REST}/cluster`)))
    return all.flatMap(({ value }) => (value ? [value.members] : []))
  }

  hostOf(name) {
    return this.hosts.find((host) => host.name === name)
  }

  /** The primary that another than the machine named knows; undefined while there is none. */
  async leader(except) {
    for (const { name, address } of this.hosts) {
      if (name === except) continue
      const found = await asked(`http://${address}:${REST}/cluster`).then(
        ({ members }) => leaderIn(members),
        () => undefined,
      )
      if (found) return this.hostOf(found)
    }
    return undefined
  }

  /** Asks Patroni for a planned change of the primary. */
  async switchOver(host) {
    await fetch(`http://${host.address}:${REST}/switchover`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ leader: host.name }),
    })
  }

  /** Waits until each of the three knows all three, on one timeline, one of them a synchronous standby. Throws what they know after so many milliseconds. */
  async untilSound(patience) {
    for (const end = performance.now() + patience; ; await wait(300)) {
      const views = await this.views()
      if (views.length === 3 && views.every(isSound) && new Set(views.map(leaderIn)).size === 1) return
      if (performance.now() > end) throw new Error(`三台机器没有恢复：${JSON.stringify(views)}`)
    }
  }
}
