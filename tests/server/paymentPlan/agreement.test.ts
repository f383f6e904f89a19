import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { fenInCapitals, fenToYuan } from '../../../src/protocol/fen.ts'
import { agreementText } from '../../../src/schemas/paymentPlan/paper.ts'
import { adminServer } from '../../help/adminServer.ts'
import { fetchFile } from '../../help/exports.ts'
import { textOf } from '../../help/pdf.ts'
import { type Debtor, debtorsOn } from '../../help/plans.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { debtor, plan, enforce } = debtorsOn(at)
/** A bill of a plan, as its list gives it. */
interface Share {
  contract_id_title: string
  bill_id_title: string
  owed: number
}

const read = async (plan_id: number) => done(await ask('/api/payment_plan/detail', { plan_id })).data
const sumOf = (bills: Debtor['bills']): number => bills.reduce((sum, { owed }) => sum + owed, 0)
const print = async (plan_id: number) => {
  const { data } = done(await ask('/api/payment_plan/agreement', { plan_id }))
  return { ...data, text: await textOf(Buffer.from(await (await fetchFile(at.server, data.handle, at.admin)).arrayBuffer())) }
}
const written = async (agreement_text: string) => {
  const { values, version } = done(await ask('/api/dunningSetting/detail')).data
  return ask('/api/dunningSetting/save', { ...values, agreement_text, version })
}

test('the agreement says who owes what of which contract and bill, the parts, late fees and what a breach is', async () => {
  const who = await debtor()
  const { plan_id } = done(await plan(who.bills, { fees: 2 })).data
  const draft = await print(plan_id)
  const { number, custom_name } = await read(plan_id)
  const total = sumOf(who.bills)
  const rows = done(await ask('/api/plan_share/index', { plan_id: [plan_id] })).data.list
  const parts = done(await ask('/api/plan_part/index', { plan_id: [plan_id] })).data.list
  for (const said of [
    ...[number, '待签署', '还款协议', '甲方（出租方）', `乙方（付款方）：${custom_name}`, who.card],
    ...rows.flatMap((row: Share) => [row.contract_id_title, row.bill_id_title, fenToYuan(row.owed)]),
    ...who.bills.map(({ bill_date }) => bill_date),
    ...[`合计人民币${fenInCapitals(total)}（¥${fenToYuan(total)}）`, '2份合同', '第1期', '第3期'],
    ...parts.flatMap(({ due_day, price }: { due_day: string; price: number }) => [due_day, fenToYuan(price)]),
    ...['履行期间上列欠款不计违约金', '逾期超过7天', '履行期间未计的违约金一并补算', '乙方（签字或盖章）'],
  ])
    expect(draft.text).toContain(said)
  expect(await print(plan_id)).toMatchObject({ number: draft.number, is_again: true })

  done(await enforce(plan_id))
  const signed = await print(plan_id)
  expect(signed.number).not.toBe(draft.number)
  expect(signed.text).toContain(`已于${today()}生效`)
  expect(signed.text).not.toContain('待签署')
  done(await ask('/api/payment_plan/cancel', { plan_id, reason: '不还了' }))
  expect(await ask('/api/payment_plan/agreement', { plan_id })).toMatchObject({ code: 409 })

  const goesOn = await print(done(await plan(who.bills, { fees: 1, first_day: addDays(today(), 5) })).data.plan_id)
  expect(goesOn.text).toContain('违约金照常计算')
  expect(goesOn.text).not.toContain('补算')
})

test('it is in the words of the operator on the day of the draft; what was signed in others is printed again in those', async () => {
  const who = await debtor()
  const first = done(await plan(who.bills)).data.plan_id
  done(await enforce(first))
  const text = '在{项目}欠{单位}：\n## 甲、账\n{欠款明细}\n{各期}\n## 乙、约\n{违约金}\n{违约}\n不服的向房屋所在地人民法院起诉。'
  done(await written(text))
  const other = await debtor()
  const second = done(await plan(other.bills, { fees: 2 })).data.plan_id
  const said = (await print(second)).text
  for (const words of ['甲、账', '乙、约', '履行期间上列欠款不计违约金', '逾期超过7天', '向房屋所在地人民法院起诉', '甲方（盖章）', '小计'])
    expect(said).toContain(words)
  expect(said).not.toContain('经甲乙双方协商一致')
  const kept = (await print(first)).text
  expect(kept).toContain('经甲乙双方协商一致')
  expect(kept).not.toContain('人民法院')
  done(await written(agreementText))
})

test.each([
  ['无此词', `${agreementText}{租金}`, /^没有 \{租金\} 这样的词，可用 /],
  ['表在行内', agreementText.replace('{各期}', '各期：{各期}'), /^“\{各期\}”是一张表，须单独占一行$/],
  ['缺违约', agreementText.replace('{违约}', '从略'), /^须写明 \{违约\}：计划照此办理$/],
])('a text that would not say what the plan does is refused at its field: %s', async (_, text, msg) => {
  expect(await written(text)).toMatchObject({ code: 400, msg: expect.stringMatching(msg), data: { field: 'agreement_text' } })
})
