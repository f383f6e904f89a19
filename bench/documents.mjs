// What other people's list pages cost while the longest PDFs are made without a pause, in turns with quiet times.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { call, login } from './lib/client.mjs'
import { fixed, median, print, target } from './lib/figures.mjs'
import { pages, printPages } from './lib/pages.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const PDFS = 5

/** As much as a template holds, of as many different signs as there are. */
const LONGEST = Array.from({ length: 20_000 }, (_, index) =>
  index % 500 === 499 ? '\n' : String.fromCodePoint(0x4e00 + (index % 8000)),
).join('')

await bench('不停地生成最长的 PDF', async () => {
  const dir = mkdtempSync(join('/var/tmp', 'anju-bench-documents-'))
  const server = await startServer({ dir, sample: 'small' })
  try {
    const token = await login(server.url)
    await pages(server.url, token, 100)
    const [quiet, meanwhile, seconds] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(...(await pages(server.url, token, 200)))
      let isMaking = true
      const making = (async () => {
        for (let n = 0; n < PDFS; n++) {
          const start = performance.now()
          await call(server.url, '/api/template/preview', { content: LONGEST }, token)
          seconds.push((performance.now() - start) / 1000)
        }
        isMaking = false
      })()
      meanwhile.push(...(await pages(server.url, token, 50, () => !isMaking)))
      await making
    }
    print(`${ROUNDS} 轮各 ${PDFS} 份，一份 ${fixed(median(seconds), 1)} 秒`)
    const ratio = printPages({ 没有生成: quiet, 生成时: meanwhile })
    target('生成 PDF 时别人的列表页 ≤ 2 ×', ratio <= 2, `${fixed(ratio)} ×`)
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
