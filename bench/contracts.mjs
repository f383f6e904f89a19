// 1,000 contracts as PDF in jobs, how many a minute, and what other people's list pages cost meanwhile, in turns with quiet times.
import { call } from './lib/client.mjs'
import { benchPrinting } from './lib/printing.mjs'

const EACH = 500

const contracts = async (url, token, page) => {
  const { list } = await call(url, '/api/contract/index', { kind: [1], page, page_rows: EACH, order: 'contract_id' }, token)
  return list.map(({ contract_id }) => contract_id)
}

await benchPrinting({
  ...{ of: '合同', name: 'contracts', path: '/api/contract/paper', aMinute: 1000 },
  jobs: Number(process.env.BENCH_ROUNDS ?? 2),
  idsOf: contracts,
})
