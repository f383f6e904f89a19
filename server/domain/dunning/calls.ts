import { CallError } from '../../../src/core/errors.ts'
import { unknownWords, withinLines } from '../../../src/core/prints.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { aboutSome, form } from '../../../src/derive/callParams.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import dunningSetting from '../../../src/resources/settings/dunning.ts'
import { remindForm } from '../../../src/schemas/bill/dunning.ts'
import { agreementNeeds, agreementTables, agreementWords } from '../../../src/schemas/paymentPlan/paper.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { checkSetting } from '../setting/index.ts'
import { plannedOf, planOf, unheardOf } from './plan.ts'
import { textWords } from './rules/sms.ts'

/** So many bills stand in the table. */
const SHOWN = 50

const yuan = (fen: number): string => `¥${fenToYuan(fen)}`

interface Asked {
  bill_id?: number
  ids?: readonly number[]
  way: number
}

/** Gives what reminding of the bills comes to: what is owed, at which step each is, how many SMS that is and what they cost. */
const reminding = async ({ tx, session, now }: Context, { bill_id, ids, way }: Asked): Promise<Preview> => {
  const { bills, messages, cost } = await planOf(tx, ids ?? (bill_id === undefined ? [] : [bill_id]), dateOf(now), session.scope)
  const parts = messages.reduce((sum, one) => sum + one.parts, 0)
  const today = bills.filter(({ isToday }) => isToday)
  const planned = plannedOf(bills)
  const unheard = unheardOf(bills)
  const isSms = way === 1
  const said =
    planned.length > 0
      ? `有 ${planned.length} 张在还款计划中，不催缴`
      : today.length > 0
        ? `有 ${today.length} 张今天已经催过，不能再催`
        : isSms && unheard.length > 0
          ? `有 ${unheard.length} 张的付款方没有登记手机号`
          : isSms && messages[0]
            ? `短信内容：${messages[0].text}`
            : undefined
  return {
    facts: [
      { label: '账单', value: `${bills.length}` },
      { label: '未付合计', value: yuan(bills.reduce((sum, { owed }) => sum + owed, 0)) },
      ...(isSms
        ? [
            { label: '短信', value: `${messages.length}` },
            { label: '计费条数', value: `${parts}` },
            { label: '约需费用', value: yuan(cost) },
          ]
        : []),
    ],
    table: {
      heads: ['账单号', '租客', '阶段', '逾期天数', '未付'],
      rows: bills
        .slice(0, SHOWN)
        .map(({ sn, custom_name, stage, days_late, owed }) => [sn, custom_name, stage, `${days_late}`, yuan(owed)]),
      amounts: 2,
      ...(bills.length > SHOWN ? { more: bills.length - SHOWN } : {}),
    },
    ...(said === undefined ? {} : { said }),
  }
}

const braced = (words: readonly string[]): string => words.map((word) => `{${word}}`).join('、')

/** A text of the operator's: what it may name in braces, which of those are tables, and which it may not leave out. */
interface Wording {
  words: readonly string[]
  tables?: readonly string[]
  needs?: readonly string[]
}

/** Throws 400 at the text that names what is not put in, has a table within a line, or leaves out what it has to say. */
const checkWords = (field: string, text: string | undefined, { words, tables = [], needs = [] }: Wording): void => {
  if (text === undefined) return
  const unknown = unknownWords(text, words)
  if (unknown.length > 0) throw new CallError(400, `没有 ${braced(unknown)} 这样的词，可用 ${braced(words)}`, { field })
  const [within] = withinLines(text, tables)
  if (within !== undefined) throw new CallError(400, `“${braced([within])}”是一张表，须单独占一行`, { field })
  const missing = needs.filter((word) => !text.includes(`{${word}}`))
  if (missing.length > 0) throw new CallError(400, `须写明 ${braced(missing)}：计划照此办理`, { field })
}

checkSetting(dunningSetting, ({ letter_text, agreement_text, sms_text }) => {
  checkWords('letter_text', letter_text, { words: textWords.letter, tables: ['明细'] })
  checkWords('agreement_text', agreement_text, { words: agreementWords, tables: agreementTables, needs: agreementNeeds })
  checkWords('sms_text', sms_text, { words: textWords.sms })
})

export default [
  defineCall(
    {
      path: '/api/bill/reminding',
      label: '催缴的费用',
      group: '账单',
      can: '/api/bill/remind',
      params: form('催缴的费用', { ...aboutSome(resourceNamed('bill')), way: remindForm.properties.way }, ['way']),
    },
    reminding,
  ),
]
