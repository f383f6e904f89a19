// What other people's list pages cost while fifty photographs arrive at once, in turns with quiet times.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { login, signedBody } from './lib/client.mjs'
import { fixed, median, print, target } from './lib/figures.mjs'
import { pages, printPages } from './lib/pages.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const PICTURES = 50

/** As phones make them: 12 million pixels mostly, 24 and 48 now and then; each another picture. */
const SIZES = [
  [4032, 3024],
  [4032, 3024],
  [4032, 3024],
  [5712, 4284],
  [8064, 6048],
]

const photographs = async () => {
  const grain = await sharp({
    create: { width: 1000, height: 750, channels: 3, background: 'white', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
    .png()
    .toBuffer()
  return Promise.all(SIZES.map(([width, height]) => sharp(grain).resize(width, height, { fit: 'fill' }).jpeg({ quality: 82 }).toBuffer()))
}

const upload = async (url, bytes, token, index) => {
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(signedBody({ key: 'fang', request_id: `${process.pid}-${index}` }, token)))
    form.append(name, value)
  form.append('file', new Blob([bytes]), `${index}.jpg`)
  const response = await fetch(`${url}/api/upload/index`, { method: 'POST', body: form })
  return (await response.json()).code
}

await bench('五十张照片同时到达', async () => {
  const dir = mkdtempSync(join('/var/tmp', 'anju-bench-uploads-'))
  const server = await startServer({ dir, sample: 'small' })
  try {
    const token = await login(server.url)
    const made = await photographs()
    await pages(server.url, token, 100)
    const [quiet, meanwhile, codes, seconds] = [[], [], {}, []]
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(...(await pages(server.url, token, 200)))
      let left = PICTURES
      const start = performance.now()
      const sent = Array.from({ length: PICTURES }, async (_, index) => {
        const code = await upload(server.url, made[index % made.length], token, `${round}-${index}`)
        codes[code] = (codes[code] ?? 0) + 1
        left--
      })
      meanwhile.push(...(await pages(server.url, token, 50, () => left === 0)))
      await Promise.all(sent)
      seconds.push((performance.now() - start) / 1000)
    }
    print(
      `照片：${made.map((bytes) => `${fixed(bytes.length / 1e6, 1)} MB`).join('、')}；${ROUNDS} 轮各 ${PICTURES} 张，每轮 ${fixed(median(seconds), 1)} 秒`,
    )
    print(
      `回答：${Object.entries(codes)
        .map(([code, count]) => `${code} × ${count}`)
        .join('，')}`,
    )
    const ratio = printPages({ 没有上传: quiet, 照片到达时: meanwhile })
    target('照片到达时别人的列表页 ≤ 2 ×', ratio <= 2, `${fixed(ratio)} ×`)
    target('没有一个 500', !codes[500], Object.keys(codes).join('、'))
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
