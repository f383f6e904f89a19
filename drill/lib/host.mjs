import { spawn, spawnSync } from 'node:child_process'
import { openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const BRIDGE = 'sites'
/** Where the drill itself stands on the network of its machines. */
const HERE = '10.77.0.1'

/** Runs a program of the system to its end. Throws what it said where it fails. */
const done = (program, ...args) => {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`)
}

/** Makes the network that the machines are on: a bridge that nothing of the outside is on. */
export const makeNetwork = () => {
  done('ip', 'link', 'set', 'lo', 'up')
  done('ip', 'link', 'add', BRIDGE, 'type', 'bridge')
  done('ip', 'addr', 'add', `${HERE}/24`, 'dev', BRIDGE)
  done('ip', 'link', 'set', BRIDGE, 'up')
}

const everyProcess = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)

const parentOf = (pid) => Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

const quietly = (work) => {
  try {
    return work()
  } catch {
    // It ended meanwhile.
    return undefined
  }
}

/** One machine of the site: a namespace of the network with an address and what runs there. */
export class Host {
  #holder
  #logs

  constructor(number, logs) {
    this.number = number
    this.name = `pg${number}`
    this.address = `10.77.0.1${number}`
    this.#logs = logs
  }

  async open() {
    this.#holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' })
    const { pid } = this.#holder
    const here = readlinkSync('/proc/self/ns/net')
    while (quietly(() => readlinkSync(`/proc/${pid}/ns/net`)) === here) await wait(20)
    const plug = this.plug
    done('ip', 'link', 'add', plug, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid))
    done('ip', 'link', 'set', plug, 'master', BRIDGE, 'up')
    this.#inside('ip', 'addr', 'add', `${this.address}/24`, 'dev', 'eth0')
    this.#inside('ip', 'link', 'set', 'eth0', 'up')
    this.#inside('ip', 'link', 'set', 'lo', 'up')
  }

  get plug() {
    return `plug${this.number}`
  }

  #inside(program, ...args) {
    done('nsenter', '-t', String(this.#holder.pid), '-n', program, ...args)
  }

  /** Starts a program there, as the system's user of PostgreSQL, which runs as nobody's root. */
  start(name, program, ...args) {
    const log = openSync(join(this.#logs, `${name}.log`), 'a')
    const user = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--']
    return spawn('nsenter', ['-t', String(this.#holder.pid), '-n', ...user, program, ...args], {
      stdio: ['ignore', log, log],
      cwd: '/',
      detached: true,
    })
  }

  /** Nothing of it is heard any more, and it hears nothing: no connection is closed by that. */
  cut() {
    done('ip', 'link', 'set', this.plug, 'nomaster')
  }

  join() {
    done('ip', 'link', 'set', this.plug, 'master', BRIDGE)
  }

  /** What runs there now, by its ids. */
  processes() {
    const net = readlinkSync(`/proc/${this.#holder.pid}/ns/net`)
    return everyProcess().filter((pid) => pid !== this.#holder.pid && quietly(() => readlinkSync(`/proc/${pid}/ns/net`)) === net)
  }

  /** Of these those whose name is so; `isFirst`: only the one whose parent is none of them, as PostgreSQL's first. */
  named(name, isFirst = false) {
    const those = this.processes().filter((pid) => quietly(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()) === name)
    return isFirst ? those.filter((pid) => !those.includes(quietly(() => parentOf(pid)))) : those
  }

  signal(pids, signal) {
    for (const pid of pids) quietly(() => process.kill(pid, signal))
  }
}
