// Three PostgreSQL under Patroni with etcd and HAProxy in front, two nodes of anju and people who write money, all on this machine: then what may happen to such a site happens to it.
// npm run drill:failover -- [--rounds 16] [--only kill,host,…] [--install]
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { built } from '../bench/lib/built.mjs'
import { install, missing, postgresPrograms } from './lib/packages.mjs'
import { isMet, say, saySum } from './lib/report.mjs'
import { STRIKES } from './lib/strikes.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '16' },
    only: { type: 'string', default: Object.keys(STRIKES).join() },
    install: { type: 'boolean' },
  },
})
const kinds = values.only.split(',')

/** Ends with a sentence. */
const refuse = (text) => {
  console.error(text)
  process.exit(2)
}

const unknown = kinds.find((kind) => !(kind in STRIKES))
if (unknown !== undefined) refuse(`没有 ${unknown} 这一种；有的是 ${Object.keys(STRIKES).join('、')}`)
if (process.getuid?.() !== 0) refuse('演练要自己的网络与几个用户，用 root 运行。')

if (process.env.ANJU_DRILL !== 'inside') {
  if (values.install) install()
  if (missing().length > 0) refuse(`缺 ${missing().join('、')}：加 --install 用 apt-get 装上（不启动它们的服务）。`)
  const main = join(built(), 'server', 'main.js')
  const folder = mkdtempSync(join(process.env.DRILL_DIR ?? tmpdir(), 'anju-drill-'))
  // With ids and a network of its own it reaches nothing outside, and all that it has started ends with it.
  const own = ['--net', '--pid', '--fork', '--mount', '--mount-proc', '--kill-child', '--']
  // The first process of such a set buries those whose parent is gone; one that is killed and not buried seems to live.
  // A PostgreSQL that is killed leaves its shared memory behind: that, too, is the drill's own.
  const first = ['sh', '-c', 'mount -t tmpfs tmpfs /dev/shm && "$@"; exit $?', 'sh', process.execPath]
  const { status } = spawnSync('unshare', [...own, ...first, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ANJU_DRILL: 'inside', ANJU_DRILL_FOLDER: folder, ANJU_DRILL_MAIN: main },
  })
  if (status === 0) rmSync(folder, { recursive: true })
  else console.error(`日志在 ${join(folder, 'logs')}`)
  process.exit(status ?? 1)
}

const { Site } = await import('./lib/site.mjs')
const { Nodes } = await import('./lib/nodes.mjs')
const { Office } = await import('./lib/office.mjs')
const { fillFlows, query, runRound } = await import('./lib/round.mjs')
const { judged } = await import('./lib/judged.mjs')

const idOf = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
const folder = process.env.ANJU_DRILL_FOLDER
chmodSync(folder, 0o755)
chownSync(folder, idOf('-u'), idOf('-g'))
const site = new Site(folder, postgresPrograms())
say('三台 PostgreSQL、Patroni、etcd、HAProxy 正在启动…')
await site.open()
const nodes = new Nodes(site, process.env.ANJU_DRILL_MAIN)
await nodes.open()
const office = new Office(nodes.urls, `drill${Date.now()}`)
await office.open()
await fillFlows()
const rounds = []
for (let round = 0; round < Number(values.rounds); round++) {
  const seen = await runRound({ site, nodes, office, kind: kinds[round % kinds.length], round })
  rounds.push(seen)
  say(seen)
}
await office.close()
const sum = await judged({ query, office, nodes, rounds })
await nodes.close()
saySum(sum, rounds)
process.exit(isMet(sum) ? 0 : 1)
