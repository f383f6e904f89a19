import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { movePast } from '../../../server/calls/lapse.ts'
import { forgetUnsent } from '../../../server/domain/applying/drafts.ts'
import { draftTerm } from '../../../server/domain/applying/jobs.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { adminServer } from '../../help/adminServer.ts'
import { applicantsAt } from '../../help/applicants.ts'
import { fetchFile } from '../../help/exports.ts'
import { textOf } from '../../help/pdf.ts'
import { phoneAt, setSite } from '../../help/phones.ts'
import { cardOf } from '../../help/store/ground.ts'
import { tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { signed } = tenanciesOn(at)
const { newCard, set, proven, open, opened, household, submit, photo, applied, detail, materials } = applicantsAt(at)

describe('an application on a telephone', () => {
  test('goes from the digits to 待审核, with its household and its photographs, and staff see who acted', async () => {
    const { data } = await ask('/api/material_rule/add', { name: '收入证明', nature: 1, need: 1, valid_months: 6 })
    const one = await proven()
    const view = await open(one)
    expect(view).toMatchObject({ stage: { name: 'filling' }, phone: `139****${one.number.slice(7)}`, typed: { p_id: 1 } })
    const paper = view.papers.find((each: { name: string; nature: number }) => each.name === '收入证明' && each.nature === 1)
    expect(paper).toMatchObject({ paper: data.rule_id, isRequired: true })
    const taken = await photo(one)
    expect([taken.code, taken.msg]).toEqual([200, ''])
    const values = household({
      members: [{ name: '欧阳大明', relation: 3, card: newCard() }],
      photos: [{ paper: data.rule_id, file_id: taken.data.file_id }],
    })
    expect(await submit(one, values)).toMatchObject({ code: 200 })

    const draft = await applied(one)
    expect(draft).toMatchObject({ status: 3, p_id: 1 })
    const record = await detail(draft.apply_id)
    expect(record).toMatchObject({ custom_name: '欧阳小明', status: 1, source: 2, family_size: 2, created_by: null, phone: view.phone })
    const asked = (await materials(draft.apply_id)).find((each: { name: string }) => each.name === '收入证明')
    expect(asked).toMatchObject({ status: 2, files: [taken.data.file_id] })
    expect(asked.expires_on).toMatch(/^20\d\d-\d\d-\d\d$/)
    expect((await ask('/api/member/index', { apply_id: [draft.apply_id] })).data.list).toMatchObject([{ name: '欧阳大明', relation: 3 }])
    expect((await ask('/api/qualification/reveal', { apply_id: draft.apply_id })).data).toMatchObject({ phone: one.number })
    expect((await open(one)).stage).toMatchObject({ name: 'waiting', title: '已提交，待审核' })
    const { rows } = await sql<{ via: string }>`
      select distinct via from operation_log where resource = 'qualification' and record_id = ${draft.apply_id} and via is not null
    `.execute(at.server.db)
    expect(rows).toEqual([{ via: `申请人 ${view.phone}（链接）` }])
    expect(await submit(one, values)).toMatchObject({ code: 409 })
  })

  test('is left and taken up again, on the same telephone or another that shows whose the number is; the first is out then', async () => {
    const one = await opened()
    const typed = JSON.stringify({ custom_name: '未填完', card: cardOf(1) })
    expect(await one.phone.call('/api/apply/save', { code: one.code, typed })).toMatchObject({ code: 200 })
    expect((await open(one)).typed).toEqual(JSON.parse(typed))
    const { rows } = await sql<{ row: string }>`select d::text as row from application_draft d`.execute(at.server.db)
    expect(rows.some(({ row }) => row.includes(cardOf(1)) || row.includes('未填完') || row.includes(one.number))).toBe(false)
    await sql`update digit_check set sent_at = sent_at - 61`.execute(at.server.db)
    const again = await proven(one.number)
    expect((await open(again)).typed).toEqual(JSON.parse(typed))
    expect(await one.phone.call('/api/apply/open', { code: one.code })).toMatchObject({ code: 403, data: { why: 'replaced' } })
    expect(await phoneAt(at.server).call('/api/apply/open', { code: again.code })).toMatchObject({ code: 403, data: { why: 'device' } })
  })

  test('that is sent back is mended where it was made: numbers left masked stay, who is gone is gone, a new paper takes the place of the bad one', async () => {
    const one = await opened()
    const { list } = (await ask('/api/material_rule/index', { nature: [1] })).data
    const rule_id = list[0].rule_id as number
    const first = (await photo(one)).data.file_id as number
    const [card, kept, gone] = [newCard(), newCard(), newCard()]
    const members = [
      { name: '留下', relation: 1, card: kept },
      { name: '离开', relation: 2, card: gone },
    ]
    expect(await submit(one, household({ card, members, photos: [{ paper: rule_id, file_id: first }] }))).toMatchObject({ code: 200 })
    const { apply_id } = await applied(one)
    const [paper] = await materials(apply_id)
    expect(await ask('/api/material/refuse', { material_id: paper.material_id, reason: '看不清' })).toMatchObject({ code: 200 })
    expect(await ask('/api/qualification/return', { apply_id, reason: '收入不对' })).toMatchObject({ code: 200 })

    const view = await open(one)
    expect(view).toMatchObject({ stage: { name: 'returned', said: '收入不对' }, typed: { income: 600_000 } })
    expect(view.papers[0]).toMatchObject({ paper: paper.material_id, state: '不合格', reason: '看不清', handed: 1 })
    expect(JSON.stringify(view)).not.toContain(card)
    const second = (await photo(one)).data.file_id as number
    const { photos: _, ...before } = view.typed
    const mended = {
      ...before,
      income: 700_000,
      p_id: 2,
      members: [view.typed.members[0], { name: '新来', relation: 2, card: newCard() }],
      photos: [{ paper: paper.material_id, file_id: second }],
    }
    expect(await submit(one, mended)).toMatchObject({ code: 200, msg: '' })
    expect(await detail(apply_id)).toMatchObject({ status: 1, income: 700_000, p_id: 1, family_size: 3, reason: null })
    expect((await materials(apply_id))[0]).toMatchObject({ status: 2, files: [second], reason: null })
    expect((await ask('/api/member/index', { apply_id: [apply_id] })).data.list.map(({ name }: { name: string }) => name)).toEqual([
      '留下',
      '新来',
    ])
    expect((await ask('/api/qualification/reveal', { apply_id })).data).toMatchObject({ card })
    expect(await submit(one, mended)).toMatchObject({ code: 409, msg: '申请已提交，现在不用补正' })
  })

  test('says how it stands until it is decided; one that was refused can be begun anew', async () => {
    const one = await opened()
    await submit(one, household())
    const { apply_id } = await applied(one)
    expect(await ask('/api/qualification/reject', { apply_id, reason: '不在本市' })).toMatchObject({ code: 200 })
    expect((await open(one)).stage).toEqual({ name: 'decided', title: '没有通过', said: '不在本市' })
    await sql`update digit_check set sent_at = sent_at - 61`.execute(at.server.db)
    const again = await proven(one.number)
    expect((await open(again)).stage.name).toBe('filling')
    await submit(again, household())
    const other = await applied(again)
    expect(other.apply_id).not.toBe(apply_id)
    await ask('/api/qualification/pass', { apply_id: other.apply_id, exception: '材料后补' })
    expect((await open(again)).stage).toMatchObject({ name: 'decided', title: '审核通过' })
    await ask('/api/qualification/queue', { apply_id: other.apply_id })
    expect(await open(again)).toMatchObject({ may: 'nothing', stage: { said: expect.stringMatching(/^目前排在第 \d+ 位/) } })
    // They got a home: as long as they have it the page says so, and afterwards they may apply as anybody may.
    const contract_id = await signed()
    const { wait_id } = (await ask('/api/Waiting/index', { apply_id: [other.apply_id] })).data.list[0]
    await sql`update waiting set status = 4 where wait_id = ${wait_id}`.execute(at.server.db)
    await sql`update contract set wait_id = ${wait_id} where contract_id = ${contract_id}`.execute(at.server.db)
    expect(await open(again)).toMatchObject({ may: 'nothing', stage: { said: '轮候状态：已签约。' } })
    await sql`update contract set status = 7 where contract_id = ${contract_id}`.execute(at.server.db)
    expect((await open(again)).may).toBe('again')
    await sql`update waiting set status = 5 where wait_id = ${wait_id}`.execute(at.server.db)
    expect(await open(again)).toMatchObject({ may: 'again', stage: { title: '轮候已作废' } })
    await sql`update digit_check set sent_at = sent_at - 61`.execute(at.server.db)
    expect((await open(await proven(one.number))).stage.name).toBe('filling')
  })

  test('is taken back by whoever made it until it is decided; staff see by whom, and another can be begun', async () => {
    const one = await opened()
    const withdraw = () => one.phone.call('/api/apply/withdraw', { code: one.code })
    expect(await withdraw()).toMatchObject({ code: 409, msg: '还没有提交，不用撤回' })
    expect((await open(one)).may).toBe('nothing')
    const { list } = (await ask('/api/material_rule/index', { nature: [1] })).data
    const { file_id } = (await photo(one)).data
    const values = household({ photos: [{ paper: list[0].rule_id, file_id }] })
    await submit(one, values)
    const { apply_id, draft_id } = await applied(one)
    expect((await open(one)).may).toBe('withdraw')
    await ask('/api/qualification/return', { apply_id, reason: '收入不对' })
    expect(await open(one)).toMatchObject({ may: 'withdraw', stage: { name: 'returned' } })
    const answers = await Promise.all([withdraw(), withdraw()])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])

    expect(await detail(apply_id)).toMatchObject({ status: 7, reason: '申请人在手机上撤回' })
    expect((await ask('/api/qualification/index', { custom_name: '欧阳小明', status: [7] })).data.count).toBe(1)
    const { rows } = await sql<{ via: string }>`
      select distinct via from operation_log where resource = 'qualification' and record_id = ${apply_id} and label = '撤回手机申请'
    `.execute(at.server.db)
    expect(rows).toEqual([{ via: expect.stringMatching(/^申请人 .*（链接）$/) }])
    // What was photographed stays with the application, as that of one that was refused does.
    expect((await materials(apply_id)).flatMap(({ files }: { files: number[] }) => files)).toContain(file_id)
    expect(await open(one)).toMatchObject({ may: 'again', stage: { name: 'decided', title: '已撤回' } })
    for (const path of ['/api/apply/submit', '/api/apply/save'])
      expect(await one.phone.call(path, { code: one.code, ...(path.endsWith('save') ? { typed: '{}' } : values) })).toMatchObject({
        code: 409,
        msg: '申请已办结，不能再补正，请刷新页面',
      })
    const deeds = { pass: { exception: '试' }, reject: { reason: '试' }, resubmit: {}, queue: {} }
    for (const [deed, asked] of Object.entries(deeds))
      expect(await ask(`/api/qualification/${deed}` as '/api/qualification/pass', { apply_id, ...asked })).toMatchObject({ code: 409 })

    await sql`update digit_check set sent_at = sent_at - 61`.execute(at.server.db)
    const again = await proven(one.number)
    expect((await open(again)).stage.name).toBe('filling')
    // Of another household's he takes nothing back, and of his own nothing that is decided.
    expect(await submit(again, household())).toMatchObject({ code: 200, msg: '' })
    const other = (await ask('/api/application_draft/index', { phone: one.number, status: [3] })).data.list
    const second = other.find((draft: { draft_id: number }) => draft.draft_id !== draft_id).apply_id
    await ask('/api/qualification/pass', { apply_id: second, exception: '材料后补' })
    expect(await again.phone.call('/api/apply/withdraw', { code: again.code })).toMatchObject({
      code: 409,
      msg: '申请正在复核或已办结，现在不能撤回',
    })
    expect((await open(again)).may).toBe('nothing')
    expect(await phoneAt(at.server).call('/api/apply/withdraw', { code: again.code })).toMatchObject({ code: 403 })
  })

  test('that is not submitted is in the list of such, with its number masked and until when it is kept', async () => {
    const one = await opened()
    const { data } = await ask('/api/application_draft/index', { phone: one.number, status: [1, 2] })
    expect(data.list).toMatchObject([{ phone: `139****${one.number.slice(7)}`, p_id: 1, status: 2 }])
    expect(data.list[0].keep_until).toMatch(/^20\d\d-\d\d-\d\d$/)
    expect(Object.keys(data.list[0])).not.toContain('typed')
    await submit(one, household())
    expect((await ask('/api/application_draft/index', { phone: one.number, status: [1, 2] })).data.count).toBe(0)
  })

  test('that nobody finishes lapses: what was typed and taken is gone', async () => {
    const one = await opened()
    const { file_id } = (await photo(one)).data
    await one.phone.call('/api/apply/save', { code: one.code, typed: '{"custom_name":"甲"}' })
    const { draft_id } = await applied(one)
    await sql`update application_draft set keep_until = current_date - 2 where draft_id = ${draft_id}`.execute(at.server.db)
    await inTransaction(at.server.db, null, (tx) => movePast(tx, Math.floor(Date.now() / 1000), draftTerm))
    const { rows } = await sql`
      select status, typed, photos, (select is_used from file where img_id = ${file_id}) as used from application_draft where draft_id = ${draft_id}
    `.execute(at.server.db)
    expect(rows).toEqual([{ status: 4, typed: null, photos: [], used: false }])
    expect(await one.phone.call('/api/apply/open', { code: one.code })).toMatchObject({ code: 403, data: { why: 'withdrawn' } })
  })

  test('what was typed to mend it and never sent counts for nothing once it is decided, and is forgotten', async () => {
    const one = await opened()
    await submit(one, household())
    const { apply_id, draft_id } = await applied(one)
    // What a page still sends of a form that is submitted would stand in the way of mending it.
    expect(await one.phone.call('/api/apply/save', { code: one.code, typed: '{"custom_name":"晚"}' })).toMatchObject({ code: 409 })
    expect(await photo(one)).toMatchObject({ code: 409 })
    await ask('/api/qualification/return', { apply_id, reason: '收入不对' })
    const { file_id } = (await photo(one)).data
    await one.phone.call('/api/apply/save', { code: one.code, typed: '{"custom_name":"甲"}' })
    expect((await open(one)).typed).toEqual({ custom_name: '甲' })
    await ask('/api/qualification/resubmit', { apply_id })
    expect((await open(one)).typed).toMatchObject({ custom_name: '欧阳小明' })
    await sql`update application_draft set keep_until = current_date - 2 where draft_id = ${draft_id}`.execute(at.server.db)
    await inTransaction(at.server.db, null, (tx) => forgetUnsent(tx, Math.floor(Date.now() / 1000)))
    const { rows } = await sql`
      select status, typed, photos, (select is_used from file where img_id = ${file_id}) as used from application_draft where draft_id = ${draft_id}
    `.execute(at.server.db)
    expect(rows).toEqual([{ status: 3, typed: null, photos: [], used: false }])
  })
})

test('the paper with the code says where it leads; without an address of this system there is none', async () => {
  expect(await ask('/api/project/poster', { p_id: 1 })).toMatchObject({ code: 409, msg: expect.stringContaining('网签设置') })
  await setSite(at)
  const { data } = await ask('/api/project/poster', { p_id: 1 })
  const file = await (await fetchFile(at.server, data.handle, at.admin)).arrayBuffer()
  expect(await textOf(new Uint8Array(file))).toMatch(/申请住房[\s\S]*用手机扫一扫[\s\S]*请带身份证/)
  await set({ apply_notice: '改了' })
  expect((await ask('/api/project/poster', { p_id: 1 })).data.number).not.toBe(data.number)
})
