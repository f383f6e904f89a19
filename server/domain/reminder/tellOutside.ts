import { groupBy, uniqBy } from 'es-toolkit'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type rentSetting from '../../../src/resources/settings/rent.ts'
import { addOutbound, type Outbound } from '../../outbox/addOutbound.ts'
import type { Tx } from '../../store/connection/database.ts'

/** A reminder that someone has just been given. */
export interface Told {
  subject: 'contract' | 'cap' | 'arrears' | 'vacancy' | 'viewing'
  reminder_id: number
  account_id: number
  email: string | null
  object_id: number
  since: string
  days: number
  title: string
  content: string
  /** When a viewing begins: at another hour it is another matter. */
  at: number | null
}

/** What a reminder's object is a record of. */
const RESOURCE = { contract: 'contract', cap: 'contract', arrears: 'bill', vacancy: 'org', viewing: 'reserve' } as const

/** More lines nobody reads in a mail; 发件箱 holds 20,000 characters. */
const MOST_LINES = 100
const MOST_IN_LINE = 190

const textOf = (told: readonly Told[]): string => {
  const lines = told.slice(0, MOST_LINES).map(({ content }) => content.slice(0, MOST_IN_LINE))
  const left = told.length - lines.length
  return [...lines, ...(left > 0 ? [`另有 ${left} 条，请登录系统查看。`] : [])].join('\n')
}

/** One mail for each person who has an address, with all that is new to them. */
const mailsOf = (told: readonly Told[]): Outbound[] =>
  Object.values(groupBy(told, ({ account_id }) => account_id)).flatMap((own) => {
    const [first] = own
    if (!first?.email) return []
    const { account_id, reminder_id, email } = first
    return {
      channel: 1,
      receiver: email,
      subject: `房态提醒 ${own.length} 条`,
      content: textOf(own),
      once: `remind.${account_id}.${reminder_id}`,
      resource: 'account',
      recordId: account_id,
    } as const
  })

/** One push for each matter, however many people hear of it. */
const pushesOf = (told: readonly Told[], now: number): Outbound[] => {
  const onceOf = ({ subject, object_id, since, days, at }: Told): string =>
    `remind.${subject}.${object_id}.${since}.${days}${at === null ? '' : `.${at}`}`
  return uniqBy(told, onceOf).map((one) => {
    const { subject, object_id, since, days, title, content } = one
    const { name, key } = resourceNamed(RESOURCE[subject])
    const data = { title, content, since, days, resource: name, [key]: object_id }
    return {
      channel: 2,
      receiver: null,
      subject: title,
      content: JSON.stringify({ type: `reminder.${subject}`, timestamp: new Date(now).toISOString(), data }),
      once: onceOf(one),
      resource: name,
      recordId: object_id,
    }
  })
}

/** Has new reminders leave the house too, where 房态提醒设置 says so: with the messages, or with none of them. */
export const tellOutside = async (
  tx: Tx,
  { by_mail, by_push }: Pick<FormValue<typeof rentSetting.form>, 'by_mail' | 'by_push'>,
  told: readonly Told[],
): Promise<void> => {
  const mails = by_mail === 1 ? mailsOf(told) : []
  const pushes = by_push === 1 ? pushesOf(told, Date.now()) : []
  if (mails.length + pushes.length > 0) await addOutbound(tx, [...mails, ...pushes])
}
