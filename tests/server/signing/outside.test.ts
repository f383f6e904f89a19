import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { settleSignedOutside } from '../../../server/domain/signing/settle.ts'
import { today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { fetchFile } from '../../help/exports.ts'
import { textOf } from '../../help/pdf.ts'
import { phoneAt } from '../../help/phones.ts'
import { signTasksAt } from '../../help/signTasks.ts'
import { tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer({ OUTBOUND_HOSTS: '127.0.0.1' })
const { ask } = at
const { detail, bills } = tenanciesOn(at)
const { outside, state, send, follow, rows, due, again, tasksOf, taskOf, invited, begun, told, both } = signTasksAt(at)

describe('a contract is sent to the service', () => {
  test('after its commit, by our key: whole text, who signs, until when, where it tells; the page leads there', async () => {
    const before = state.tasks.length
    const { contract_id, code } = await invited()
    expect(state.tasks).toHaveLength(before)
    expect(await taskOf(contract_id)).toMatchObject({ state: 1, provider: 2, holder: '租客 欧阳小明' })
    const phone = phoneAt(at.server)
    expect((await phone.call('/api/signing/open', { code })).data).toMatchObject({ service: { is: 'preparing', url: null }, phone: null })
    await send()
    expect(state.tasks).toHaveLength(before + 1)
    const { content, pdf, id } = state.tasks.at(-1) as (typeof state.tasks)[0]
    expect(content).toMatchObject({
      initiator: { idType: 'corp', openId: 'corp-1' },
      callbackUrl: `${at.server.url}/signing/callback`,
      ...{ autoStart: true, autoFinish: true, signInOrder: true },
      actors: [
        { actor: { actorId: 'tenant', actorType: 'person', identNameForMatch: '欧阳小明', accountName: '13812345678' } },
        { actor: { actorId: 'operator', actorOpenId: 'corp-1' } },
      ],
    })
    const text = await textOf(pdf)
    expect(text).toContain('13812345678')
    expect(text).toContain('【甲方盖章处】')
    expect(text).toContain('【乙方签署处】')
    expect(await taskOf(contract_id)).toMatchObject({ state: 2, reason: null })
    expect((await phone.call('/api/signing/open', { code })).data).toMatchObject({
      service: { is: 'open', url: `${state.url}/sign/${id}` },
    })
    expect(await phone.call('/api/signing/sign', { code, image: 'x' })).toMatchObject({ code: 409 })
    expect((await taskOf(contract_id)).opened_at).not.toBeNull()
    expect(await detail(contract_id)).toMatchObject({ status: 3 })
  })

  test('once, though the answer was lost: the next try finds the task by its key', async () => {
    const { contract_id } = await invited()
    state.answers['/sign-task/actor/get-url'] = 'down'
    await send()
    const count = state.tasks.length
    expect(await taskOf(contract_id)).toMatchObject({ state: 1, reason: '连不上法大大，请检查接口地址与网络' })
    state.answers = {}
    await again()
    await send()
    expect(state.tasks).toHaveLength(count)
    expect(await taskOf(contract_id)).toMatchObject({ state: 2, reason: null })
  })

  test('not at all where it is rolled back, and with the same key by the node that comes after one that died', async () => {
    const { contract_id } = await invited()
    const before = state.tasks.length
    // The node dies between the commit and the sending: nothing but what is written knows of it.
    const [row] = await rows<{ key: string }>(`select key from sign_task where record_id = ${contract_id}`)
    await send()
    expect(state.tasks).toHaveLength(before + 1)
    expect(state.tasks.at(-1)?.key).toBe(row?.key)
    await send()
    expect(state.tasks).toHaveLength(before + 1)
  })

  test('with wrong keys or out of reach staff are told and it is tried again; at last it failed, and can be sent anew', async () => {
    await outside.use(at, { app_secret: 'wrong' })
    const { contract_id } = await invited()
    await send()
    expect(await taskOf(contract_id)).toMatchObject({ state: 1, reason: '法大大没有接受，代码 100012' })
    for (let tries = 0; tries < 6; tries++) {
      await again()
      await send()
    }
    await follow()
    expect(await taskOf(contract_id)).toMatchObject({ state: 5, reason: '法大大没有接受，代码 100012' })
    expect(await detail(contract_id)).toMatchObject({ status: 3 })
    await outside.use(at)
    expect(await ask('/api/contract/send_sms', { contract_id })).toMatchObject({ code: 200 })
    await send()
    expect((await tasksOf(contract_id)).map((task) => task.state)).toEqual([2, 5])
  })

  test('its token is kept, and asked for anew when it has lapsed', async () => {
    await begun()
    state.token = 'token-2'
    state.asked = []
    const { contract_id } = await begun()
    expect(state.asked.filter((path) => path === '/service/get-access-token')).toHaveLength(1)
    expect(await taskOf(contract_id)).toMatchObject({ state: 2 })
  })
})

describe('signed at the service', () => {
  test('it is told, asked for, and does what a signature does: in force, its bills, the file kept as it came', async () => {
    const one = await begun()
    const { contract_id, id, code } = one
    outside.read(id)
    expect(await told(one, 'sign-task-read', { actorId: 'tenant' })()).toEqual({ status: 200, text: '{"msg":"success"}' })
    outside.sign(id, 'tenant')
    await told(one, 'sign-task-signed', { actorId: 'tenant' })()
    expect(await taskOf(contract_id)).toMatchObject({ state: 3, sealed_at: null })
    expect(await detail(contract_id)).toMatchObject({ status: 3 })
    outside.sign(id, 'operator')
    await told(one, 'sign-task-finished')()
    expect(await detail(contract_id)).toMatchObject({ status: 3 })
    await follow()
    expect(await detail(contract_id)).toMatchObject({ status: 4, sign_way: 4, signed_on: today(), sign_img: [] })
    expect((await bills(contract_id)).map(({ from }) => from)).toEqual([3, 1])
    expect(await taskOf(contract_id)).toMatchObject({ state: 4, reason: null })
    const { data } = await ask('/api/contract/signed_paper', { contract_id })
    const file = Buffer.from(await (await fetchFile(at.server, data.handle, at.admin)).arrayBuffer())
    expect(file.toString('latin1')).toContain(`${outside.signedMark} of ${id}`)
    expect((await detail(contract_id)).paper_sha256).toBe(createHash('sha256').update(file).digest('hex'))
    const phone = phoneAt(at.server)
    expect(await phone.call('/api/signing/open', { code })).toMatchObject({ code: 403, data: { why: 'device' } })
    const [{ state: link }] = (await ask('/api/link/index', { record_id: contract_id })).data.list
    expect(link).toBe(3)
  })

  test('though nothing is told: the job asks', async () => {
    const one = await begun()
    both(one)
    await follow()
    expect(await detail(one.contract_id)).toMatchObject({ status: 3 })
    await due()
    await follow()
    expect(await detail(one.contract_id)).toMatchObject({ status: 4, sign_way: 4 })
  })

  test('by two nodes at once it is once', async () => {
    const one = await begun()
    both(one)
    await Promise.all([told(one, 'sign-task-finished')(), told(one, 'sign-task-finished')()])
    await Promise.all([follow(), follow()])
    await due()
    await follow()
    expect(await bills(one.contract_id)).toHaveLength(2)
    expect(await rows(`select from print where name = 'contract_signed' and record_id = ${one.contract_id}`)).toHaveLength(1)
  })

  test('what two nodes fetched at once is kept once, and neither says that it was too late', async () => {
    const one = await begun()
    both(one)
    const { sign_task_id } = await taskOf(one.contract_id)
    const ground = { db: at.server.db, dataDir: at.server.config.dataDir }
    const keep = () => settleSignedOutside(ground, Number(sign_task_id), {}, Buffer.from('%PDF-1.7 /ByteRange'))
    await Promise.all([keep(), keep(), keep()])
    await keep()
    expect(await taskOf(one.contract_id)).toMatchObject({ state: 4, reason: null })
    expect(await bills(one.contract_id)).toHaveLength(2)
    expect(await rows(`select from print where name = 'contract_signed' and record_id = ${one.contract_id}`)).toHaveLength(1)
  })

  test('a file that is none is not taken: it is asked for again later, and staff see why', async () => {
    const one = await begun()
    both(one)
    one.task.pdf = Buffer.from('<html>')
    await due()
    await follow()
    expect(await taskOf(one.contract_id)).toMatchObject({ state: 3, reason: '法大大给的不是签过的 PDF 文件' })
    one.task.pdf = Buffer.from('%PDF-1.7')
    await due()
    await follow()
    expect(await taskOf(one.contract_id)).toMatchObject({ state: 4, reason: null })
  })

  test('before our own note of its number it is told all the same', async () => {
    const one = await begun()
    await rows(`update sign_task set state = 1, outside_id = null, url = null where record_id = ${one.contract_id}`)
    await told(one, 'sign-task-signed', { actorId: 'tenant' })()
    both(one)
    await follow()
    expect(await detail(one.contract_id)).toMatchObject({ status: 4 })
  })
})
