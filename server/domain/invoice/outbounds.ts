import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf, codesOf } from '../../../src/core/states.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import invoice from '../../../src/resources/invoice/invoice.ts'
import invoiceSetting from '../../../src/resources/settings/invoice.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { ask, NotAllowed } from '../../outbound/ask.ts'
import { defineOutbound, type Leaving, type OutboundGround, Unsent } from '../../outbox/defineOutbound.ts'
import type { Database } from '../../store/connection/database.ts'
import { inTransaction } from '../../store/connection/transaction.ts'
import { readSecrets, readSetting } from '../setting/index.ts'
import { orderLines } from './orders.ts'

/** In a minute. */
const LIMIT = 60
const SECRET_MARK = 'whsec_'

interface Request {
  invoice_id: number
  sn: string
  kind: number
  status: number
  price: number
}

const gone = (): Unsent => new Unsent('这张申请已撤回，或已开出', 'never')

const bySystem = <T>(db: Database, label: string, work: (acting: Acting) => Promise<T>): Promise<T> =>
  inTransaction(db, { userId: null, path: 'job:send_outbox', label, address: '' }, (tx) =>
    work({ tx, session: { userId: null, scope: null }, now: Math.floor(Date.now() / 1000) }),
  )

const held = async ({ tx }: Pick<Acting, 'tx'>, invoice_id: number): Promise<Request> => {
  const { rows } = await sql<Request>`
    select invoice_id, sn, kind, status, price from invoice_request where invoice_id = ${invoice_id} for no key update
  `.execute(tx)
  if (!rows[0]) throw gone()
  return rows[0]
}

/** The request is under way from now on, as far as it was waiting. Throws Unsent where it is neither. */
const begin = (db: Database, invoice_id: number): Promise<Request> =>
  bySystem(db, '送开票接口', async (acting) => {
    const request = await held(acting, invoice_id)
    if (request.status === codeOf(invoice, 'pending')) await moveBySystem(acting, invoice.name, 'send', [invoice_id])
    else if (request.status !== codeOf(invoice, 'sending')) throw gone()
    return request
  })

/** What the service answered, as far as it is understood. */
type Verdict = { is: 'issued'; number: string; issued_on: string } | { is: 'failed'; reason: string } | { is: 'taken' }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads an answer: issued with a number, a day and the same total; failed with a reason; anything else is that it was taken and will be told later. */
const verdictOf = (body: unknown, { price, sn }: Request): Verdict => {
  const { status, number, issued_on, total, reason } = (body ?? {}) as Record<string, unknown>
  if (status === 'failed') return { is: 'failed', reason: (text(reason) || '开票接口没有说明').slice(0, 200) }
  if (status !== 'issued') return { is: 'taken' }
  const day = text(issued_on)
  if (!/^\d{20}$/.test(text(number)) || !/^\d{4}-\d{2}-\d{2}$/.test(day) || day > dateOf(Math.floor(Date.now() / 1000)))
    return { is: 'failed', reason: '开票接口给出的发票号码或日期不对，请到税务核对后登记' }
  if (total !== price) return { is: 'failed', reason: `开票接口给出的价税合计与申请 ${sn} 的 ${fenToYuan(price)} 不同，请到税务核对后登记` }
  return { is: 'issued', number: text(number), issued_on: day }
}

/** Keeps what the service said. A number that another request has is a failure of this one. */
const settle = (db: Database, invoice_id: number, verdict: Verdict): Promise<void> =>
  bySystem(db, '开票接口的结果', async (acting) => {
    if (verdict.is === 'taken') return
    const { status } = await held(acting, invoice_id)
    if (!codesOf(invoice, 'open').includes(status) || (verdict.is === 'failed' && status === codeOf(invoice, 'failed'))) return
    const { rows } = await sql<{ sn: string }>`
      select sn from invoice_request where number = ${verdict.is === 'issued' ? verdict.number : null}::text
    `.execute(acting.tx)
    const reason = verdict.is === 'failed' ? verdict.reason : rows[0] && `开票接口给出的发票号码已登记在申请 ${rows[0].sn} 上`
    if (reason !== undefined) await moveBySystem(acting, invoice.name, 'refuse', [invoice_id], { reasons: new Map([[invoice_id, reason]]) })
    else if (verdict.is === 'issued')
      await moveBySystem(acting, invoice.name, 'issue', [invoice_id], {
        given: new Map([[invoice_id, { number: verdict.number, issued_on: verdict.issued_on }]]),
      })
  })

const signed = (secret: string, key: string, body: string): Record<string, string> => {
  const at = Math.floor(Date.now() / 1000)
  const bytes = Buffer.from(secret.slice(SECRET_MARK.length), 'base64')
  return {
    'content-type': 'application/json',
    'webhook-id': key,
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,${createHmac('sha256', bytes).update(`${key}.${at}.${body}`).digest('base64')}`,
  }
}

/** Tells the service of a request, signed (standard-webhooks), and keeps what it answers. Gives the address. Throws Unsent. */
const send = async ({ db, config }: OutboundGround, { key, content }: Leaving): Promise<string> => {
  const { invoice_id } = JSON.parse(content) as { invoice_id: number }
  const { by, service_url = '' } = await readSetting(db, invoiceSetting)
  if (by !== 2) throw new Unsent('发票设置已改为本地登记', 'never')
  const { service_secret = '' } = await readSecrets(db, invoiceSetting, config)
  const request = await begin(db, invoice_id).catch((error: unknown) => {
    throw error instanceof CallError ? gone() : error
  })
  const { sn, kind, price } = request
  const body = JSON.stringify({ type: 'invoice.request', data: { sn, kind, price, lines: await orderLines(db, [invoice_id]) } })
  const { status, body: answer } = await ask(config, {
    url: service_url,
    method: 'POST',
    headers: signed(service_secret, key, body),
    body,
  }).catch((error: unknown) => {
    throw new Unsent(error instanceof NotAllowed ? error.message : '连不上开票接口，请检查接口地址与网络', 'closed')
  })
  if (status < 200 || status > 299) throw new Unsent(`开票接口没有接受，HTTP ${status}`, 'later')
  await settle(db, invoice_id, verdictOf(answer, request))
  return service_url
}

export default [defineOutbound({ channel: 4, limit: async () => LIMIT, send })]
