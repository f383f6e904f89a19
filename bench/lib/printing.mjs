import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { call, login } from './client.mjs'
import { fixed, print, target } from './figures.mjs'
import { pages, printPages } from './pages.mjs'
import { bench } from './run.mjs'
import { startServer } from './server.mjs'

/** Begins a job and gives its seconds and its papers once it is done. */
const printed = async (url, token, path, ids, round) => {
  const start = performance.now()
  const { id } = await call(url, path, { ids, request_id: `${process.pid}-${round}` }, token)
  for (;;) {
    const { list } = await call(url, '/api/message/index', { page: 1, page_rows: 1 }, token)
    const [record] = list
    if (record.id !== id) throw new Error('not the job that was begun')
    if (record.state === 'done') return { seconds: (performance.now() - start) / 1000, papers: record.total }
    if (record.state !== 'queued' && record.state !== 'running') throw new Error(record.error)
    await wait(100)
  }
}

/**
 * Measures how many papers a minute jobs make, and what other people's list pages cost meanwhile, in turns with quiet times. `idsOf(url, token, round)` gives the
 * records of a job, which have no paper yet; `aMinute` is what must be reached.
 */
export const benchPrinting = ({ of, name, path, jobs, aMinute, idsOf }) =>
  bench(`打印${of}`, async () => {
    const dir = mkdtempSync(join('/var/tmp', `anju-bench-${name}-`))
    const server = await startServer({ dir, sample: 'small' })
    try {
      const token = await login(server.url)
      await pages(server.url, token, 100)
      const [quiet, meanwhile] = [[], []]
      let [seconds, papers] = [0, 0]
      for (let round = 1; round <= jobs; round++) {
        const ids = await idsOf(server.url, token, round)
        quiet.push(...(await pages(server.url, token, 200)))
        let isPrinting = true
        const printing = printed(server.url, token, path, ids, round).finally(() => {
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
      target(`${of}每分钟 ≥ ${aMinute}`, rate >= aMinute, fixed(rate, 0))
      target('打印时别人的列表页 ≤ 2 ×', ratio <= 2, `${fixed(ratio)} ×`)
    } finally {
      await server.stop()
      rmSync(dir, { recursive: true, force: true })
    }
  })
