import { randomUUID } from 'node:crypto'
import outboxSetting from '../../../src/resources/settings/outbox.ts'
import { type Context, defineCall, noParams } from '../../calls/defineCall.ts'
import { Unsent } from '../../outbox/defineOutbound.ts'
import { readSetting } from '../setting/index.ts'
import { sendMail } from './mail.ts'
import { sendPush } from './push.ts'

/** How a trial went, in words for staff. */
interface Outcome {
  ok: boolean
  msg: string
}

const tried = async (send: () => Promise<string>, done: string): Promise<Outcome> => {
  try {
    await send()
    return { ok: true, msg: done }
  } catch (error) {
    if (!(error instanceof Unsent)) throw error
    return { ok: false, msg: error.message }
  }
}

/** Sends a message of no matter by each way that carries any: an e-mail to its own sender, a push of the type `trial`. */
const tryOut = async ({ db, config, now }: Context): Promise<Outcome> => {
  const { mail_by, mail_from = '', push_by } = await readSetting(db, outboxSetting)
  const ground = { db, config }
  const outcomes: Outcome[] = []
  if (mail_by === 2) {
    const trial = { key: randomUUID(), receiver: mail_from, subject: '安居 试发', content: '这是一封试发的邮件，收到即外发设置正常。' }
    outcomes.push(await tried(() => sendMail(ground, trial), '邮件已发到发件地址'))
  }
  if (push_by === 2) {
    const body = { type: 'trial', timestamp: new Date(now * 1000).toISOString(), data: {} }
    const trial = { key: randomUUID(), receiver: null, subject: '', content: JSON.stringify(body) }
    outcomes.push(await tried(() => sendPush(ground, trial), '推送接口已接受'))
  }
  if (outcomes.length === 0) return { ok: true, msg: '不向外发送：都写进发件箱，由员工告知' }
  return { ok: outcomes.every(({ ok }) => ok), msg: outcomes.map(({ msg }) => msg).join('；') }
}

export default [
  // No transaction is held while the other side is waited for.
  defineCall({ path: '/api/outboxSetting/test', label: '试发', group: outboxSetting.label, can: 'self', params: noParams('试发') }, tryOut),
]
