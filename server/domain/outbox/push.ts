import { createHmac } from 'node:crypto'
import { resourceNamed } from '../../../src/declared/declared.ts'
import outboxSetting from '../../../src/resources/settings/outbox.ts'
import { ask, NotAllowed } from '../../outbound/ask.ts'
import { type Leaving, type OutboundGround, Unsent } from '../../outbox/defineOutbound.ts'
import { readNumbers } from '../../store/sealing/numbers.ts'
import { readSecrets, readSetting } from '../setting/index.ts'

const SECRET_MARK = 'whsec_'

/** The signature of a push (standard-webhooks, v1): HMAC-SHA256 of its key, the time in seconds and its body, by the bytes of the secret. */
const signatureOf = (secret: string, key: string, at: number, body: string): string => {
  const bytes = Buffer.from(secret.slice(SECRET_MARK.length), 'base64')
  return `v1,${createHmac('sha256', bytes).update(`${key}.${at}.${body}`).digest('base64')}`
}

/** The body with the number of whom it is for, which stays sealed until now; throws Unsent where the record has none any more. */
const bodyOf = async ({ db }: OutboundGround, { content, dials, resource, record_id }: Leaving): Promise<string> => {
  if (!dials || !resource || !record_id) return content
  const number = (await readNumbers(db, resourceNamed(resource), record_id, null))?.numbers[dials]
  if (!number) throw new Unsent('记录里已没有对方的号码', 'never')
  const body = JSON.parse(content) as { data: object }
  return JSON.stringify({ ...body, data: { ...body.data, [dials]: number } })
}

/** Sends a push to the address that is set, signed; its key is the webhook-id. Gives the address. Throws Unsent. */
export const sendPush = async (ground: OutboundGround, leaving: Leaving): Promise<string> => {
  const { db, config } = ground
  const { key } = leaving
  const { push_url = '' } = await readSetting(db, outboxSetting)
  const { push_secret = '' } = await readSecrets(db, outboxSetting, config)
  const body = await bodyOf(ground, leaving)
  const at = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'webhook-id': key,
    'webhook-timestamp': String(at),
    'webhook-signature': signatureOf(push_secret, key, at, body),
  }
  const { status } = await ask(config, { url: push_url, method: 'POST', headers, body }).catch((error: unknown) => {
    throw new Unsent(error instanceof NotAllowed ? error.message : '连不上推送接口，请检查接口地址与网络', 'closed')
  })
  if (status < 200 || status > 299) throw new Unsent(`推送接口没有接受，HTTP ${status}`, 'later')
  return push_url
}
