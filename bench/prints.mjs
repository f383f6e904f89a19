// 5,000 receipts as PDF in five jobs, how many a minute, and what other people's list pages cost meanwhile, in turns with quiet times.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { call, login } from './lib/client.mjs'
import { fixed, print, target } from './lib/figures.mjs'
import { pages, printPages } from './lib/pages.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'

const JOBS = Number(process.env.BENCH_ROUNDS ?? 5)
/** As many as one job takes. */
const EACH = 1000
const A_MINUTE = 5000

/** Flows that have no receipt yet: each job draws all of its own. */
const unprinted = async (url, token, page) => {
  const { list } = await call(url, '/api/flow/index', { type: [1], page, page_rows: EACH, order: 'deal_time' }, token)
  return list.filter(({ state }) => state === 1).map(({ flow_id }) => flow_id)
}

/** Begins a job and gives its seconds and its papers once it is done. */
const printed = async (url, token, ids, round) => {
  const start = performance.now()
  const { id } = await call(url, '/api/flow/receipt', { ids, request_id: `${process.pid}-${round}` }, token)
  for (;;) {
    const { list } = await call(url, '/api/message/index', { page: 1, page_rows: 1 }, token)
    const [record] = list
    if (record.id !== id) throw new Error('not the job that was begun')
    if (record.state === 'done') return { seconds: (performance.now() - start) / 1000, papers: record.total }
    if (record.state !== 'queued' && record.state !== 'running') throw new Error(record.error)
    await wait(100)
  }
}

await bench(`打印 ${JOBS * EACH} 张收据`, async () => {
  const dir = mkdtempSync(join('/var/tmp', 'anju-bench-prints-'))
  const server = await startServer({ dir, sample: 'small' })
  try {
    const token = await login(server.url)
    await pages(server.url, token, 100)
    const [quiet, meanwhile] = [[], []]
    let [seconds, papers] = [0, 0]
    for (let round = 1; round <= JOBS; round++) {
      const ids = await unprinted(server.url, token, round)
      quiet.push(...(await pages(server.url, token, 200)))
      let isPrinting = true
      const printing = printed(server.url, token, ids, round).finally(() => {
        isPrinting = false
      })
      meanwhile.push(...(await pages(server.url, token, 50, () => !isPrinting)))
      const made = await printing
      seconds += made.seconds
      papers += made.papers
    }
    const rate = (papers * 60) / seconds
    print(`${papers} 张，${fixed(seconds, 1)} 秒`)
    const ratio = printPages({ 没有打印: quiet, 打印时: meanwhile })
    target(`收据每分钟 ≥ ${A_MINUTE}`, rate >= A_MINUTE, fixed(rate, 0))
    target('打印时别人的列表页 ≤ 2 ×', ratio <= 2, `${fixed(ratio)} ×`)
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
