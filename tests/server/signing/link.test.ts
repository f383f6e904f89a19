import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '../../../src/core/states.ts'
import { today } from '../../../src/protocol/dates.ts'
import outbox from '../../../src/resources/outbox/outbox.ts'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { textOf } from '../../help/pdf.ts'
import { pdfsig } from '../../help/pdfsig.ts'
import { drawn, phoneAt, sentCode, sentDigits, setSite } from '../../help/phones.ts'
import { addTenant, cardOf } from '../../help/store/ground.ts'
import { tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { toSign, detail, bills, sign } = tenanciesOn(at)
const SIGN = '/api/signing/sign'
const OPEN = '/api/signing/open'
const CHECK = '/api/signing/send_check'

let many = 900
beforeAll(() => setSite(at))
beforeEach(() => sql`delete from login_failure`.execute(at.server.db))

/** A contract to be signed, a link to it that was sent, and a phone that has not opened it yet. */
const invited = async () => {
  many += 1
  const custom_id = await addTenant(at.server, { name: '欧阳小明', card: cardOf(many) })
  const contract_id = await toSign({ custom_id })
  expect(await ask('/api/contract/send_sms', { contract_id })).toMatchObject({
    code: 200,
    data: { said: expect.stringMatching(/^短信签已发出/) },
  })
  return { contract_id, code: await sentCode(at.server), phone: phoneAt(at.server) }
}
type Invited = Awaited<ReturnType<typeof invited>>
const opened = async (): Promise<Invited> => {
  const one = await invited()
  expect(await one.phone.call(OPEN, { code: one.code })).toMatchObject({ code: 200 })
  return one
}
const checked = async (): Promise<Invited & { sms: string; image: string }> => {
  const one = await opened()
  expect(await one.phone.call(CHECK, { code: one.code })).toMatchObject({ code: 200, data: { seconds: 60 } })
  return { ...one, sms: await sentDigits(at.server), image: await drawn() }
}
const linksOf = async (contract_id: number) =>
  (await ask('/api/link/index', { record_id: contract_id, order: 'link_id' })).data.list as {
    state: number
    holder: string
    link_id: number
  }[]
const logOf = async (contract_id: number): Promise<string[]> =>
  (
    await sql<{ line: string }>`
      select l.via || ' ' || l.label as line from operation_log l
      where l.via is not null and ((l.resource = 'contract' and l.record_id = ${contract_id})
        or (l.resource = 'link' and l.record_id in (select link_id from link where record_id = ${contract_id}))) order by l.log_id
    `.execute(at.server.db)
  ).rows.map(({ line }) => line)

describe('a link', () => {
  test('leads from the message to the signed file: digits, signature, contract in force, its bills, and who did it', async () => {
    const { contract_id, code, phone, sms, image } = await checked()
    const view = (await phone.call(OPEN, { code })).data
    expect(view).toMatchObject({ isSigned: false, tenant: '欧**明', phone: '138****5678', rent: '1,280.00' })
    expect(JSON.stringify(view)).not.toMatch(/欧阳小明|13812345678|3101\d{14}/)
    expect(view.parts[0]).toEqual({ is: 'title', text: '公共租赁住房租赁合同' })
    const before = await phone.get(`/t/${code}/contract.pdf`)
    expect(before.headers.get('content-type')).toBe('application/pdf')
    expect(await textOf(new Uint8Array(await before.arrayBuffer()))).toContain('138****5678')

    expect(await phone.call(SIGN, { code, sms, image })).toMatchObject({ code: 200 })
    expect(await detail(contract_id)).toMatchObject({ status: 4, sign_way: 1, signed_on: today() })
    expect((await bills(contract_id)).map(({ from }) => from)).toEqual([3, 1])
    expect((await linksOf(contract_id)).map(({ state }) => state)).toEqual([3])
    expect((await phone.call(OPEN, { code })).data).toMatchObject({ isSigned: true })
    const file = new Uint8Array(await (await phone.get(`/t/${code}/contract.pdf`)).arrayBuffer())
    expect(await textOf(file)).toContain('13812345678')
    expect(pdfsig(file)).toMatch(/ETSI\.CAdES\.detached[\s\S]*Total document signed[\s\S]*Signature is Valid/)
    const again = new Uint8Array(await (await phone.get(`/t/${code}/contract.pdf`)).arrayBuffer())
    expect(Buffer.compare(file, again)).toBe(0)
    const staff = await ask('/api/contract/signed_paper', { contract_id })
    expect(staff).toMatchObject({ code: 200, data: { number: expect.stringMatching(/^HQ\d{8}$/) } })
    expect(new Set(await logOf(contract_id))).toEqual(
      new Set(['打开签署链接', '租客查看合同 PDF', '租客签署合同', '租客下载电子合同'].map((label) => `租客 欧阳小明（链接） ${label}`)),
    )
  })

  test('is for the phone that opened it first: another is refused, and sees nothing', async () => {
    const { code, sms, image } = await checked()
    const other = phoneAt(at.server)
    for (const [path, params] of [
      [OPEN, { code }],
      [CHECK, { code }],
      [SIGN, { code, sms, image }],
    ] as const)
      expect(await other.call(path, params)).toMatchObject({ code: 403, data: { why: 'device' } })
    expect((await other.get(`/t/${code}/contract.pdf`)).status).toBe(403)
  })

  test('of two phones that open it at once one has it', async () => {
    const { code } = await invited()
    const both = await Promise.all([phoneAt(at.server), phoneAt(at.server)].map((phone) => phone.call(OPEN, { code })))
    expect(both.map((answer) => answer.code).sort()).toEqual([200, 403])
  })

  test('used is used: a second signature is refused, the same one sent again is answered as it was', async () => {
    const { code, phone, sms, image, contract_id } = await checked()
    const first = await phone.call(SIGN, { code, sms, image, request_id: 'once' })
    expect(first.code).toBe(200)
    expect(await phone.call(SIGN, { code, sms, image, request_id: 'once' })).toEqual(first)
    expect(await phone.call(SIGN, { code, sms, image })).toMatchObject({ code: 403, data: { why: 'used' } })
    expect(await phone.call(CHECK, { code })).toMatchObject({ code: 403, data: { why: 'used' } })
    expect(await bills(contract_id)).toHaveLength(2)
  })

  test('two signatures sent at once are one', async () => {
    const { code, phone, sms, image, contract_id } = await checked()
    const both = await Promise.all([1, 2].map(() => phone.call(SIGN, { code, sms, image })))
    expect(both.map((answer) => answer.code).sort()).toEqual([200, 403])
    expect(await bills(contract_id)).toHaveLength(2)
    expect((await linksOf(contract_id)).map(({ state }) => state)).toEqual([3])
  })

  test('after its time it permits nothing', async () => {
    const { code, phone, sms, image, contract_id } = await checked()
    await sql`update link set expires_at = epoch_now() - 1 where record_id = ${contract_id}`.execute(at.server.db)
    expect(await phone.call(OPEN, { code })).toMatchObject({
      code: 403,
      data: { why: 'lapsed' },
      msg: '这个链接已过期，请联系工作人员重发',
    })
    expect(await phone.call(SIGN, { code, sms, image })).toMatchObject({ code: 403, data: { why: 'lapsed' } })
    expect(await detail(contract_id)).toMatchObject({ status: 3 })
  })

  test('sent again replaces the one before, whose message does not go any more', async () => {
    const { code, phone, contract_id } = await opened()
    expect(await ask('/api/contract/send_sms', { contract_id })).toMatchObject({ code: 200 })
    expect(await phone.call(OPEN, { code })).toMatchObject({ code: 403, data: { why: 'replaced' } })
    expect((await linksOf(contract_id)).map(({ state }) => state)).toEqual([5, 1])
    const { rows } = await sql<{ state: number }>`
      select o.state from outbox o join link l on o.once = 'link.' || l.link_id where l.record_id = ${contract_id} order by l.link_id
    `.execute(at.server.db)
    expect(rows.map(({ state }) => state)).toEqual([codeOf(outbox, 'withdrawn'), codeOf(outbox, 'waiting')])
  })

  test('of a contract that is voided, or signed on paper, while it is open permits no more', async () => {
    const voided = await checked()
    expect(await ask('/api/contract/void', { contract_id: voided.contract_id, reason: '不租了' })).toMatchObject({ code: 200 })
    const { code, sms, image } = voided
    expect(await voided.phone.call(SIGN, { code, sms, image })).toMatchObject({ code: 403, data: { why: 'withdrawn' } })
    const paper = await opened()
    expect(await sign(paper.contract_id)).toMatchObject({ code: 200 })
    expect(await paper.phone.call(OPEN, { code: paper.code })).toMatchObject({ code: 403, data: { why: 'withdrawn' } })
    expect((await linksOf(paper.contract_id)).map(({ state }) => state)).toEqual([6])
  })

  test('guessed: hundreds of codes from one address are twenty, and who has opened theirs goes on', async () => {
    const tries = rounds(200, 1000)
    const mine = await opened()
    const stranger = phoneAt(at.server)
    const guesses = Array.from({ length: tries }, (_, index) => String(index).padStart(43, 'A'))
    const codes = new Map<number, number>()
    for (const guess of guesses) {
      const { code } = await stranger.call(OPEN, { code: guess })
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
    expect(Object.fromEntries(codes)).toEqual({ 404: 20, 429: tries - 20 })
    expect(await mine.phone.call(OPEN, { code: mine.code })).toMatchObject({ code: 200 })
    const fresh = await invited()
    expect(await fresh.phone.call(OPEN, { code: fresh.code })).toMatchObject({ code: 429 })
  }, 60_000)

  test('is kept as a hash, and no log of the calls has it', async () => {
    const { code } = await opened()
    for (const table of ['link', 'digit_check', 'operation_log', 'replay']) {
      const { rows } = await sql`select from ${sql.table(table)} t where position(${code} in t::text) > 0`.execute(at.server.db)
      expect([table, rows.length]).toEqual([table, 0])
    }
  })
})

describe('the digits', () => {
  test('are five tries, ten minutes, once a minute, five times', async () => {
    const { code, phone, sms, image } = await checked()
    expect(await phone.call(CHECK, { code })).toMatchObject({ code: 429, data: { seconds: expect.any(Number) } })
    const wrong = sms === '000000' ? '000001' : '000000'
    for (const left of [4, 3, 2, 1])
      expect(await phone.call(SIGN, { code, sms: wrong, image })).toMatchObject({ code: 400, msg: `验证码不对，还可以试 ${left} 次` })
    expect(await phone.call(SIGN, { code, sms: wrong, image })).toMatchObject({ code: 400, msg: '验证码不对，请重新获取' })
    expect(await phone.call(SIGN, { code, sms, image })).toMatchObject({ code: 400, msg: '验证码已失效，请重新获取' })
  })

  test('tried at once are no more than five', async () => {
    const { code, phone, sms, image, contract_id } = await checked()
    const guesses = Array.from({ length: 12 }, (_, index) => String((Number(sms) + 1 + index) % 1_000_000).padStart(6, '0'))
    const answers = await Promise.all(guesses.map((guess) => phone.call(SIGN, { code, sms: guess, image })))
    expect(answers.filter(({ msg }) => msg.startsWith('验证码不对'))).toHaveLength(5)
    expect(await detail(contract_id)).toMatchObject({ status: 3 })
  })

  test('are over after ten minutes, and others can be had then', async () => {
    const { code, phone, sms, image, contract_id } = await checked()
    await sql`update digit_check set until = epoch_now(), sent_at = epoch_now() - 601 where about in (select 'link.' || link_id from link where record_id = ${contract_id})`.execute(
      at.server.db,
    )
    expect(await phone.call(SIGN, { code, sms, image })).toMatchObject({ code: 400, msg: '验证码已失效，请重新获取' })
    expect(await phone.call(CHECK, { code })).toMatchObject({ code: 200 })
    expect(await phone.call(SIGN, { code, sms: await sentDigits(at.server), image })).toMatchObject({ code: 200 })
  })
})

describe('the signature', () => {
  test.each(['nothing', 'dot', 'all'] as const)('of %s is refused and takes no try', async (what) => {
    const { code, phone, sms, image, contract_id } = await checked()
    expect(await phone.call(SIGN, { code, sms, image: await drawn(what) })).toMatchObject({ code: 400, data: { field: 'image' } })
    expect(await phone.call(SIGN, { code, sms, image: 'bm90IGEgcGljdHVyZQ==' })).toMatchObject({ code: 400 })
    expect(await detail(contract_id)).toMatchObject({ status: 3, sign_img: [] })
    expect(await phone.call(SIGN, { code, sms, image })).toMatchObject({ code: 200 })
  })

  test('that cannot be kept leaves nothing: no picture, no bills, and the link is open still', async () => {
    const { code, phone, sms, image, contract_id } = await checked()
    // What comes last in the deed fails, as if the node had died there.
    await sql`create function no_print() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(at.server.db)
    await sql`create trigger no_print before insert on print for each row execute function no_print()`.execute(at.server.db)
    const files = async () => (await sql<{ n: number }>`select count(*)::integer as n from file`.execute(at.server.db)).rows[0]?.n
    const before = await files()
    expect((await phone.call(SIGN, { code, sms, image })).code).not.toBe(200)
    await sql`drop trigger no_print on print`.execute(at.server.db)
    expect([await files(), (await bills(contract_id)).length]).toEqual([before, 0])
    expect(await detail(contract_id)).toMatchObject({ status: 3 })
    expect((await linksOf(contract_id)).map(({ state }) => state)).toEqual([2])
    expect(await phone.call(SIGN, { code, sms, image })).toMatchObject({ code: 200 })
  })
})

test('shown at the counter it asks for no digits, and nothing is sent', async () => {
  const contract_id = await toSign()
  const count = async () => (await sql<{ n: number }>`select count(*)::integer as n from outbox`.execute(at.server.db)).rows[0]?.n
  const before = await count()
  const { data } = await ask('/api/contract/qr_sign', { contract_id })
  expect(data.qr.link).toMatch(new RegExp(`^${at.server.url}/t/[A-Za-z0-9_-]{43}$`))
  const code = data.qr.link.split('/t/')[1]
  const phone = phoneAt(at.server)
  expect((await phone.call(OPEN, { code })).data).toMatchObject({ phone: null })
  expect(await phone.call(CHECK, { code })).toMatchObject({ code: 409 })
  expect(await phone.call(SIGN, { code, image: await drawn() })).toMatchObject({ code: 200 })
  expect(await detail(contract_id)).toMatchObject({ status: 4, sign_way: 1 })
  expect(await count()).toBe(before)
})

test('without an address of the system no message is sent, and why is said', async () => {
  await sql`insert into setting_version (setting, version, content, created_by)
    select 'netSign', max(version) + 1, '{"provider": 1, "link_hours": 72}', 1 from setting_version where setting = 'netSign'`.execute(
    at.server.db,
  )
  expect(await ask('/api/contract/send_sms', { contract_id: await toSign() })).toMatchObject({
    code: 409,
    msg: expect.stringMatching(/^还不能发短信签/),
  })
  await setSite(at)
})
