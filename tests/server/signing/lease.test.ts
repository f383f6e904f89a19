import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { followTasks } from '../../../server/domain/signing/jobs.ts'
import { sendDue } from '../../../server/outbox/sendDue.ts'
import { today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { fetchFile } from '../../help/exports.ts'
import { fadada } from '../../help/fadada.ts'
import { upload } from '../../help/files.ts'
import { leasesOn } from '../../help/leases.ts'
import { textOf } from '../../help/pdf.ts'
import { pdfsig } from '../../help/pdfsig.ts'
import { drawn, phoneAt, sentCode, sentDigits, setSite } from '../../help/phones.ts'
import { picture } from '../../help/pictures.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'
import '../../../server/wiring.ts'

const at = adminServer({ OUTBOUND_HOSTS: '127.0.0.1' })
const { ask } = at
const { room, bills } = tenanciesOn(at)
const { withRoom, contracts, sign: signOnPaper } = leasesOn(at)
const outside = fadada()
const by = { signatory: '王经理', signatory_post: '总经理' }

beforeAll(() => setSite(at))

const detail = async (lease_id: number) => done(await ask('/api/lease/detail', { lease_id })).data
const toSign = async (): Promise<number> => {
  const lease_id = await withRoom([await room({ area: 40 }), await room({ area: 50.5 })])
  done(await ask('/api/lease/submit', { lease_id }))
  return lease_id
}
let many = 200
const imageOf = async (): Promise<number> =>
  (await upload(at.server, at.admin, (await picture('签名.png', 'png', ++many)).buffer)).data.img_id
const signedFile = async (lease_id: number): Promise<Buffer> => {
  const { data } = done(await ask('/api/lease/signed_paper', { lease_id }))
  return Buffer.from(await (await fetchFile(at.server, data.handle, at.admin)).arrayBuffer())
}
const invited = async () => {
  const lease_id = await toSign()
  done(await ask('/api/lease/send_sms', { lease_id }))
  return { lease_id, code: await sentCode(at.server), phone: phoneAt(at.server) }
}
const inForce = async (lease_id: number): Promise<void> => {
  expect(await detail(lease_id)).toMatchObject({ status: 4, signed_on: today() })
  for (const { contract_id, status } of await contracts(lease_id)) {
    expect(status).toBe(4)
    expect((await bills(contract_id)).map(({ from }) => from)).toEqual([3, 1])
  }
}
const run = async (work: (context: Parameters<typeof sendDue>[0]) => Promise<unknown>): Promise<void> => {
  const own = await at.server.open()
  try {
    await work({ own, config: at.server.config, signal: new AbortController().signal })
  } finally {
    own.cut()
  }
}

describe('a whole lease', () => {
  test('is signed by the company’s contact on a phone: who, with which position, and the file says it', async () => {
    const { lease_id, code, phone } = await invited()
    const view = (await phone.call('/api/signing/open', { code })).data
    expect(view).toMatchObject({
      noun: '整租合同',
      isForCompany: true,
      tenant: expect.stringMatching(/^企业/),
      phone: '138****5678',
      rent: '2,000.00',
    })
    expect(JSON.stringify(view)).not.toContain('13812345678')
    expect(view.parts.at(-1)).toMatchObject({ is: 'table', heads: ['序号', '房屋', '面积（平方米）', '月租金（元）', '押金（元）'] })
    expect(view.parts.at(-1).rows).toHaveLength(2)
    const before = await phone.get(`/t/${code}/contract.pdf`)
    expect(await textOf(new Uint8Array(await before.arrayBuffer()))).toContain('共2间（见附表）')
    await phone.call('/api/signing/send_check', { code })
    const [sms, image] = [await sentDigits(at.server), await drawn()]
    expect(await phone.call('/api/signing/sign', { code, sms, image })).toMatchObject({
      code: 400,
      msg: '签字人的姓名必填',
      data: { field: 'signatory' },
    })
    expect(await phone.call('/api/signing/sign', { code, sms, image, signatory: '王经理', signatory_post: '  ' })).toMatchObject({
      code: 400,
    })
    expect(await phone.call('/api/signing/sign', { code, sms, image, ...by })).toMatchObject({ code: 200 })
    await inForce(lease_id)
    expect(await detail(lease_id)).toMatchObject({ sign_way: 1, ...by })
    const file = new Uint8Array(await (await phone.get(`/t/${code}/contract.pdf`)).arrayBuffer())
    expect(pdfsig(file)).toMatch(/ETSI\.CAdES\.detached[\s\S]*Total document signed[\s\S]*Signature is Valid/)
    expect(await textOf(file)).toContain('由总经理王经理签字')
    expect((await signedFile(lease_id)).equals(Buffer.from(file))).toBe(true)
    expect((await detail(lease_id)).paper_sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is signed at the counter, on paper, and printed: with the template that it was finalized with', async () => {
    const { template_id } = done(await ask('/api/template/add', { name: '整租合同', kind: 2 })).data
    done(
      await ask('/api/template/save', {
        template_id,
        no: 1,
        content: '# 整租\n{合同号} {企业名称} {月租金} {面积}\n{付款计划}\n{甲方盖章}{乙方签名}',
      }),
    )
    const lease_id = await toSign()
    done(await ask('/api/template/save', { template_id, no: 2, content: '# 改过的\n{合同号}' }))
    const { data } = done(await ask('/api/lease/paper', { lease_id }))
    const text = await textOf(Buffer.from(await (await fetchFile(at.server, data.handle, at.admin)).arrayBuffer()))
    expect(text).toMatch(/整租.*2,000\.0090\.50/)
    expect(await ask('/api/lease/manual_sign', { lease_id, sign_img: [await imageOf()] })).toMatchObject({ code: 400 })
    done(await ask('/api/lease/manual_sign', { lease_id, sign_img: [await imageOf()], ...by }))
    await inForce(lease_id)
    const said = pdfsig(await signedFile(lease_id))
    expect(said).toContain('Signature is Valid')
    const onPaper = await toSign()
    done(await signOnPaper(onPaper))
    expect(await detail(onPaper)).toMatchObject({ status: 4, sign_way: 2 })
    expect(await ask('/api/lease/signed_paper', { lease_id: onPaper })).toMatchObject({ code: 409 })
    const [{ contract_id }] = await contracts(lease_id)
    expect(await ask('/api/contract/signed_paper', { contract_id })).toMatchObject({ code: 409 })
  })

  test('signed otherwise or voided, its link permits no more', async () => {
    const onPaper = await invited()
    done(await signOnPaper(onPaper.lease_id))
    const voided = await invited()
    done(await ask('/api/lease/void', { lease_id: voided.lease_id, reason: '不租了' }))
    for (const { phone, code } of [onPaper, voided])
      expect(await phone.call('/api/signing/open', { code })).toMatchObject({ code: 403, data: { why: 'withdrawn' } })
    const { list } = (await ask('/api/sign_task/index', { resource: 'lease' })).data
    expect(list.slice(0, 2).map(({ state, reason }: { state: number; reason: string }) => [state, reason])).toEqual([
      [6, '整租已作废'],
      [6, '整租已签订'],
    ])
  })

  test('a link of one lease signs no contract of the same number, nor another lease', async () => {
    const { lease_id, code, phone } = await invited()
    await phone.call('/api/signing/open', { code })
    await phone.call('/api/signing/send_check', { code })
    const sms = await sentDigits(at.server)
    const before = (
      await sql`select contract_id, status from contract where lease_id is distinct from ${lease_id} order by 1`.execute(at.server.db)
    ).rows
    expect(await phone.call('/api/signing/sign', { code, sms, image: await drawn(), ...by, lease_id: 1 })).toMatchObject({ code: 400 })
    expect(await phone.call('/api/signing/sign', { code, sms, image: await drawn(), ...by })).toMatchObject({ code: 200 })
    expect(
      (await sql`select contract_id, status from contract where lease_id is distinct from ${lease_id} order by 1`.execute(at.server.db))
        .rows,
    ).toEqual(before)
  })

  test('is signed at a service outside by the company itself, with its seal', async () => {
    await outside.use(at)
    const { lease_id } = await invited()
    await run(sendDue)
    const task = outside.state.tasks.at(-1)
    if (!task) throw new Error('no task was made')
    expect(task.content).toMatchObject({
      actors: [
        {
          actor: { actorType: 'corp', actorName: expect.stringMatching(/^企业/), certNoForMatch: expect.stringMatching(/^[0-9A-Z]{18}$/) },
        },
        {},
      ],
      docs: [{ docFields: [{ fieldType: 'corp_seal' }, { fieldType: 'corp_seal' }] }],
    })
    expect(await textOf(task.pdf)).toContain('附表房屋明细')
    outside.sign(task.id, 'tenant')
    outside.sign(task.id, 'operator')
    await sql`update sign_task set ask_at = epoch_now() where ask_at is not null`.execute(at.server.db)
    await run(followTasks)
    await inForce(lease_id)
    expect(await detail(lease_id)).toMatchObject({ sign_way: 4, signatory: null })
    expect((await signedFile(lease_id)).toString('latin1')).toContain(`${outside.signedMark} of ${task.id}`)
  })
})
