// The room map of 100,000 rooms: bytes on the wire, time against counting the same rooms, and the server's heap.

import http from 'node:http'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { FORM, login, signedBody, timeInTurns } from './lib/client.mjs'
import { fixed, median, print, printTable, quantile, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'

const MB = 1_000_000

/** fetch unpacks in silence; node's own client gives the bytes as they came. */
const raw = (url, path, body) =>
  new Promise((resolve, reject) => {
    const request = http.request(url + path, { method: 'POST', headers: { ...FORM, 'accept-encoding': 'gzip' } }, (response) => {
      const parts = []
      response
        .on('data', (part) => parts.push(part))
        .on('end', () => resolve(Buffer.concat(parts)))
        .on('error', reject)
    })
    request.on('error', reject).end(body)
  })

const heap = async (url) => {
  const text = await (await fetch(`${url}/metrics`)).text()
  const figure = (name) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
  return { used: figure('nodejs_heap_size_used_bytes'), rss: figure('process_resident_memory_bytes') }
}

await bench('房态图数据：100,000 间', async () => {
  const server = await startServer()
  const token = await login(server.url)
  const before = await heap(server.url)
  const packed = await raw(server.url, '/api/org/map', signedBody({}, token))
  const text = gunzipSync(packed).toString()
  const { buildings } = JSON.parse(text).data
  const rooms = buildings.reduce((sum, building) => sum + building.org_id.length, 0)

  const client = new pg.Client(server.connection())
  await client.connect()
  const map = () => raw(server.url, '/api/org/map', signedBody({}, token))
  const count = () => client.query('select count(*) from org')
  const states = () => client.query('select state, count(*) from org group by state')
  const one = buildings[0].community_id
  const community = () => raw(server.url, '/api/org/map', signedBody({ community_id: one }, token))
  const [mapTimes, countTimes, stateTimes, oneTimes] = await timeInTurns([map, count, states, community], 15, 2)
  await client.end()
  const after = await heap(server.url)

  printTable([
    ['每项 15 次，轮流', '中位 ms', 'p95 ms', '与 count(*) 之比'],
    ...[
      ['/api/org/map 全部（gzip）', mapTimes],
      ['/api/org/map 一个小区', oneTimes],
      ['参照：各房态计数（同一视图）', stateTimes],
      ['参照：select count(*) from org', countTimes],
    ].map(([label, times]) => [
      label,
      fixed(median(times), 1),
      fixed(quantile(times, 0.95), 1),
      fixed(median(times) / median(countTimes), 1),
    ]),
  ])
  print()
  printTable([
    ['量', '值'],
    ['房间', rooms],
    ['楼栋', buildings.length],
    ['未压缩', `${fixed(text.length / MB)} M 字符`],
    ['gzip', `${fixed(packed.length / MB)} MB`],
    ['服务堆，之前 → 之后', `${fixed(before.used / MB, 1)} → ${fixed(after.used / MB, 1)} MB`],
    ['服务 RSS，之前 → 之后', `${fixed(before.rss / MB, 1)} → ${fixed(after.rss / MB, 1)} MB`],
    ['全部 ÷ 各房态计数', `${fixed(median(mapTimes) / median(stateTimes))} 倍`],
  ])
  print()
  target('gzip ≤ 1.5 MB', packed.length <= 1.5 * MB, `${fixed(packed.length / MB)} MB`)
})
