// 5,000 receipts as PDF in five jobs, how many a minute, and what other people's list pages cost meanwhile, in turns with quiet times.
import { call } from './lib/client.mjs'
import { benchPrinting } from './lib/printing.mjs'

/** As many as one job takes. */
const EACH = 1000

/** Flows that have no receipt yet: each job draws all of its own. */
const unprinted = async (url, token, page) => {
  const { list } = await call(url, '/api/flow/index', { type: [1], page, page_rows: EACH, order: 'deal_time' }, token)
  return list.filter(({ state }) => state === 1).map(({ flow_id }) => flow_id)
}

await benchPrinting({
  ...{ of: '收据', name: 'prints', path: '/api/flow/receipt', aMinute: 5000 },
  jobs: Number(process.env.BENCH_ROUNDS ?? 5),
  idsOf: unprinted,
})
