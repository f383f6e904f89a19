import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { adminServer } from '../help/adminServer.ts'
import { applicantsAt } from '../help/applicants.ts'
import { proof, rounds } from '../help/depth.ts'
import { tenanciesOn } from '../help/tenancies.ts'
import { type Answer, signed } from '../help/testServer.ts'

const MB = 1024 * 1024
const LIMIT = 20
const CHUNK = Buffer.alloc(64 * 1024, '%PDF-1.4 ')
const EDGE = 'anju-edge'

const at = adminServer()
const { toSign, detail } = tenanciesOn(at)
const { opened } = applicantsAt(at)

interface Sent {
  answer: Answer
  /** Of the file, when the answer had come. */
  bytes: number
  /** The most that the process held beyond what it did before, of bytes outside its heap. */
  grown: number
}

/**
 * Sends a PDF of so many bytes behind params, a piece at a time, each the same bytes: this side holds nothing of it. It stops when it is answered. `isStated`: the request
 * says how long it is.
 */
const send = async (path: string, params: Record<string, unknown>, size: number, isStated: boolean, headers = {}): Promise<Sent> => {
  const fields = Object.entries(params).map(
    ([name, value]) => `--${EDGE}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${EDGE}\r\nContent-Disposition: form-data; name="file"; filename="合同.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
  const [head, tail] = [Buffer.from(fields.join('') + file), Buffer.from(`\r\n--${EDGE}--\r\n`)]
  const stated = isStated ? { 'content-length': head.length + size + tail.length } : {}
  const type = { 'content-type': `multipart/form-data; boundary=${EDGE}` }
  const out = request(at.server.url + path, { method: 'POST', headers: { ...type, ...stated, ...headers } })
  let [answer, bytes, grown] = [null as Answer | null, 0, 0]
  const before = process.memoryUsage().arrayBuffers
  const answered = once(out, 'response').then(async ([response]) => {
    let text = ''
    for await (const part of response) text += part
    answer = { status: response.statusCode, ...JSON.parse(text) }
  })
  out.on('error', () => {})
  out.write(head)
  while (bytes < size && !answer) {
    const goesOn = out.write(CHUNK.subarray(0, size - bytes))
    bytes += Math.min(CHUNK.length, size - bytes)
    if (!goesOn) await Promise.race([once(out, 'drain'), answered])
    await turn()
    grown = Math.max(grown, process.memoryUsage().arrayBuffers - before)
  }
  if (!answer) out.end(tail)
  await answered
  out.destroy()
  return { answer: answer ?? expect.unreachable('no answer'), bytes, grown }
}

const REFUSED = { status: 413, code: 413, msg: `文件超过 ${LIMIT} MB，没有上传`, data: { field: 'file' } }

/** A scan of a contract, as staff upload it at 线下签. */
const scanned = (size: number, isStated: boolean) =>
  send('/api/attachment/index', signed({}, at.admin, at.server.config.signKey), size, isStated)

test('a scan of 50 MB for a contract that is signed on paper is refused before a byte of it is kept, where its length is said', async () => {
  const contract_id = await toSign()
  const { answer, bytes, grown } = await scanned(50 * MB, true)
  expect(answer).toMatchObject(REFUSED)
  expect(bytes).toBeLessThan(10 * MB)
  expect(grown).toBeLessThan(10 * MB)
  // The server goes on, and the contract is as it was.
  expect(await detail(contract_id)).toMatchObject({ status: 3, papers: [] })
})

test('where its length is not said it is kept as far as a file may be long: whoever sends on takes no more room', async () => {
  for (const size of [50 * MB, rounds(120, 300) * MB]) {
    const { answer, grown } = await scanned(size, false)
    expect(answer).toMatchObject(REFUSED)
    expect(grown).toBeLessThan(3 * LIMIT * MB)
  }
  expect((await at.ask('/api/contract/index', { page: 1 })).code).toBe(200)
})

test.each([true, false])(
  'an applicant’s material of 50 MB is refused on the phone, and the application stays as it was (length said: %s)',
  async (isStated) => {
    const one = await opened()
    const cookie = one.phone.cookie()
    const sent = await send('/api/apply/photo', { code: one.code, request_id: randomUUID() }, 50 * MB, isStated, { cookie })
    expect(sent.answer).toMatchObject(REFUSED)
    expect(sent.grown).toBeLessThan(3 * LIMIT * MB)
    expect((await one.phone.call('/api/apply/open', { code: one.code })).code).toBe(200)
  },
)

proof(
  'several at once from one address: those that there is room for are refused for their size, the others for now, and then there is room again',
  async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => scanned(50 * MB, false)))
    for (const { answer } of all) expect([413, 429]).toContain(answer.code)
    expect(Math.max(...all.map(({ grown }) => grown))).toBeLessThan(260 * MB)
    expect((await scanned(50 * MB, true)).answer).toMatchObject(REFUSED)
  },
)
