import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeQueue } from '../../server/load/queue.ts'
import { adminServer } from '../help/adminServer.ts'
import { partOf, proof } from '../help/depth.ts'
import { upload } from '../help/files.ts'

const at = adminServer()
const { call } = at

const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'white' } })
const idle = async (): Promise<number> => {
  // What holds a transaction open while it reckons.
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
    at.server.db,
  )
  return rows[0]?.n ?? 0
}

test('twelve uploads of a small file with 49 million pixels: refused, and all other calls answer', async () => {
  const bomb = await blank(7000, 7000).png({ compressionLevel: 9 }).toBuffer()
  const uploads = Array.from({ length: 12 }, () => upload(at.server, at.admin, bomb, 'bomb.png'))
  const others = await Promise.all(Array.from({ length: 40 }, () => call('/api/cost/index', { page: 1 })))
  expect(others.map(({ code }) => code)).toEqual(others.map(() => 200))
  for (const answer of await Promise.all(uploads))
    expect(answer).toMatchObject({ status: 200, code: 400, msg: '图片超过 25 百万像素，请缩小后再上传', data: { field: 'file' } })
})

proof('twelve that take long to read hold no connection while they wait and are read', async () => {
  const slow = await blank(5000, 4900).png({ compressionLevel: 9 }).toBuffer()
  let answered = 0
  const uploads = Array.from({ length: 12 }, async () => {
    const answer = await upload(at.server, at.admin, slow, 'slow.png')
    answered++
    return answer
  })
  const held: number[] = []
  while (answered < 3) {
    expect((await call('/api/cost/index', { page: 1 })).code).toBe(200)
    held.push(await idle())
  }
  // Only the end of an upload is a transaction: at most one of them is seen in it.
  expect(Math.max(...held)).toBeLessThanOrEqual(2)
  const codes = new Set((await Promise.all(uploads)).map(({ code, status }) => `${status} ${code}`))
  expect(['200 200', '200 429']).toEqual(expect.arrayContaining([...codes]))
})

describe('what a phone makes is taken', () => {
  const pictures = [
    ['its whole sensor, 48 million pixels', 8064, 6048, {}, 200],
    ['twelve million, progressive', 4032, 3024, { progressive: true }, 200],
    ['its whole sensor, progressive: it has to be held whole', 8064, 6048, { progressive: true }, 400],
    ['more than any', 9000, 6000, {}, 400],
  ] as const
  test.each(partOf(pictures, 3))('%s', async (_what, width, height, how, code) => {
    expect((await upload(at.server, at.admin, await blank(width, height).jpeg(how).toBuffer())).code).toBe(code)
  })
})

describe('the queue', () => {
  const gate = () => {
    let open = (): void => {}
    const opened = new Promise<void>((done) => {
      open = done
    })
    return { open, opened }
  }
  const full = { code: 429, message: '请稍后再试', data: { seconds: 5 } }

  test('runs so many at once, keeps so many waiting, and refuses the rest at once', async () => {
    const queue = makeQueue({ atOnce: 2, waiting: 3, seconds: 60, full: '请稍后再试' })
    const { open, opened } = gate()
    let [running, most] = [0, 0]
    const work = async (): Promise<string> => {
      most = Math.max(most, ++running)
      await opened
      running--
      return 'done'
    }
    const taken = Array.from({ length: 5 }, () => queue(work))
    await expect(queue(work)).rejects.toMatchObject(full)
    open()
    expect(await Promise.all(taken)).toEqual(Array(5).fill('done'))
    expect(most).toBe(2)
    expect(await queue(work)).toBe('done')
  })

  test('who waited too long is refused, and the turn is another’s; a work that fails gives its turn back', async () => {
    const queue = makeQueue({ atOnce: 1, waiting: 3, seconds: 0.02, full: '请稍后再试' })
    const { open, opened } = gate()
    const first = queue(() => opened)
    await expect(queue(async () => 'never')).rejects.toMatchObject(full)
    open()
    await first
    await expect(
      queue(async () => {
        throw new Error('broken')
      }),
    ).rejects.toThrow('broken')
    expect(await queue(async () => 'next')).toBe('next')
  })
})
