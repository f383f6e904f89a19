import { describe, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { phoneAt } from '../../help/phones.ts'
import { type Begun, signTasksAt } from '../../help/signTasks.ts'
import { tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer({ OUTBOUND_HOSTS: '127.0.0.1' })
const { ask } = at
const { detail, sign: signOnPaper } = tenanciesOn(at)
const { outside, state, send, follow, rows, due, again, taskOf, invited, begun, told, both } = signTasksAt(at)

describe('not signed at the service', () => {
  test.each([
    ['rejected', '对方在法大大拒签', (one: Begun) => outside.reject(one.id)],
    ['cancelled', '已在法大大撤销', (one: Begun) => Object.assign(one.task, { status: 'task_terminated' })],
    ['expired', '过期未签，已在法大大作废', (one: Begun) => Object.assign(one.task, { status: 'expired' })],
  ])('%s there, the task says why, the link ends, the contract still waits and is sent anew', async (_how, reason, ends) => {
    const one = await begun()
    ends(one)
    await told(one, 'sign-task-canceled')()
    await follow()
    expect(await taskOf(one.contract_id)).toMatchObject({ state: 5, reason })
    expect(await detail(one.contract_id)).toMatchObject({ status: 3 })
    expect(await phoneAt(at.server).call('/api/signing/open', { code: one.code })).toMatchObject({ data: { why: 'withdrawn' } })
    expect(await ask('/api/contract/send_sms', { contract_id: one.contract_id })).toMatchObject({ code: 200 })
    await send()
    expect(state.tasks.at(-1)?.key).not.toBe(one.key)
  })

  test('voided, signed on paper or sent anew, it is ended there, too, and what is told later changes nothing', async () => {
    const voided = await begun()
    expect(await ask('/api/contract/void', { contract_id: voided.contract_id, reason: '不租了' })).toMatchObject({ code: 200 })
    const onPaper = await begun()
    expect(await signOnPaper(onPaper.contract_id)).toMatchObject({ code: 200 })
    const anew = await begun()
    expect(await ask('/api/contract/qr_sign', { contract_id: anew.contract_id })).toMatchObject({ code: 200 })
    await send()
    for (const { task } of [voided, onPaper, anew]) expect(task.status).toBe('task_terminated')
    const before = await rows('select * from sign_task order by sign_task_id')
    voided.task.status = 'task_finished'
    expect((await told(voided, 'sign-task-finished')()).status).toBe(200)
    await follow()
    expect(await rows('select * from sign_task order by sign_task_id')).toEqual(before)
    expect(await detail(voided.contract_id)).toMatchObject({ status: 8 })
    expect(await taskOf(voided.contract_id)).toMatchObject({ state: 6, reason: '合同已作废' })
  })

  test('withdrawn while the service makes it, it is ended there', async () => {
    const { contract_id } = await invited()
    let go = (): void => {}
    state.held['/sign-task/create'] = new Promise((done) => {
      go = done
    })
    const sending = send()
    await expect.poll(() => state.asked.at(-1)).toBe('/sign-task/create')
    expect(await ask('/api/contract/void', { contract_id, reason: '不租了' })).toMatchObject({ code: 200 })
    go()
    await sending
    await send()
    expect(state.tasks.at(-1)?.status).toBe('task_terminated')
  })

  test('withdrawn after a try whose answer was lost, it is looked for there and ended', async () => {
    const { contract_id } = await invited()
    state.answers['/sign-task/actor/get-url'] = 'down'
    await send()
    state.answers = {}
    expect(await ask('/api/contract/void', { contract_id, reason: '不租了' })).toMatchObject({ code: 200 })
    await again()
    await send()
    expect(state.tasks.at(-1)?.status).toBe('task_terminated')
  })

  test('withdrawn when it was signed there by then, staff are told to end it there', async () => {
    const one = await begun()
    both(one)
    expect(await ask('/api/contract/void', { contract_id: one.contract_id, reason: '不租了' })).toMatchObject({ code: 200 })
    await send()
    expect(await taskOf(one.contract_id)).toMatchObject({ state: 6, reason: '已撤销，但双方在签署服务那里已签完：须到那里作废' })
    expect(await detail(one.contract_id)).toMatchObject({ status: 8 })
  })

  test('with another provider in force what is under way says that its keys are gone', async () => {
    const one = await begun()
    await outside.use(at, { provider: 1 })
    await due()
    await follow()
    expect(await taskOf(one.contract_id)).toMatchObject({ state: 2, reason: expect.stringMatching(/网签设置里已不是法大大/) })
    expect((await told(one, 'sign-task-finished')()).status).toBe(401)
    await outside.use(at)
    both(one)
    await due()
    await follow()
    expect(await detail(one.contract_id)).toMatchObject({ status: 4 })
  })
})
