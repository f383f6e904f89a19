// What a backup that is made while people work costs them: fifty who record money, each four times a second, in turns with and without; and how long a backup, and bringing it back, take.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { call, login } from './lib/client.mjs'
import { fixed, median, print, printTable, quantile, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'

const PEOPLE = 50
const EVERY_MS = 250
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const MOST = 1.3

const receipt = (item, name) => ({
  ...{ type: 1, price: 12_345, custom_name: name, from: 2, from_id: item, way: 3, request_id: name },
  ...{ start_date: '2026-11-01', end_date: '2026-11-30' },
})

/** Milliseconds of each call of people who record money for so many seconds. */
const people = async (url, item, token, mark) => {
  const times = []
  const end = performance.now() + SECONDS * 1000
  await Promise.all(
    Array.from({ length: PEOPLE }, async (_, person) => {
      await wait((EVERY_MS * person) / PEOPLE)
      for (let n = 0; performance.now() < end; n++) {
        const start = performance.now()
        await call(url, '/api/flow/add', receipt(item, `${mark}-${person}-${n}`), token)
        times.push(performance.now() - start)
        await wait(Math.max(0, EVERY_MS - (performance.now() - start)))
      }
    }),
  )
  return times
}

/** Has the node back up again and again until it is told that it is enough; gives how often. */
const backUp = async (url, token, bases, isOver) => {
  const { list } = await call(url, '/api/job_kind/index', { page: 1, page_rows: 200 }, token)
  const { job_kind_id } = list.find(({ label }) => label === '备份数据库')
  const made = () => (existsSync(bases) ? readdirSync(bases) : []).filter((name) => !name.endsWith('.part')).toString()
  let times = 0
  while (!isOver()) {
    const before = made()
    await call(url, '/api/job_kind/run', { job_kind_id, request_id: crypto.randomUUID() }, token).catch(() => null)
    while (made() === before && !isOver()) await wait(50)
    times++
  }
  return times
}

await bench('备份时记账', async () => {
  const dir = mkdtempSync(join('/var/tmp', 'anju-bench-backups-'))
  const folder = mkdtempSync(join('/var/tmp', 'anju-bench-backups-to-'))
  const env = { BACKUP_DIR: folder, BACKUP_KEEP: '2', BACKUP_PASSPHRASE: 'bench-passphrase' }
  const server = await startServer({ dir, sample: 'small', env })
  try {
    const token = await login(server.url)
    const item = (await call(server.url, '/api/cost/add', { name: '备份压测' }, token)).id
    while (readdirSync(folder).length < 4) await wait(200)
    const p95 = { without: [], with: [] }
    let backups = 0
    for (let round = -1; round < ROUNDS; round++)
      for (const way of round % 2 === 0 ? ['without', 'with'] : ['with', 'without']) {
        let isOver = false
        const made = way === 'with' ? backUp(server.url, token, join(folder, 'base'), () => isOver) : 0
        const times = await people(server.url, item, token, `${way}${round}`)
        isOver = true
        backups += round < 0 ? 0 : await made
        await made
        if (round >= 0) p95[way].push(quantile(times, 0.95))
      }
    await server.stop()
    const start = performance.now()
    const said = spawnSync(process.execPath, ['dist/server/main.js', '--restore', '--from', folder, '--check'], {
      env: { PATH: process.env.PATH, DATA_DIR: dir, LOG_LEVEL: 'warn', ...env },
      encoding: 'utf8',
    })
    const seconds = (performance.now() - start) / 1000
    const [without, during] = [median(p95.without), median(p95.with)]
    printTable([
      [`${PEOPLE} 人，每秒 ${(PEOPLE * 1000) / EVERY_MS} 笔`, 'p95 ms'],
      ['没有备份', fixed(without)],
      [`备份着（${ROUNDS} 轮，共 ${backups} 次）`, fixed(during)],
    ])
    print()
    target(`备份时 p95 ≤ ${MOST} ×`, during / without <= MOST, `${fixed(during / without, 2)} ×`)
    target('恢复、对账、核对文件', said.status === 0, `${fixed(seconds)} 秒：${said.stdout.split('\n')[0]}`)
  } finally {
    await server.stop()
    for (const made of [dir, folder]) rmSync(made, { recursive: true, force: true })
  }
})
