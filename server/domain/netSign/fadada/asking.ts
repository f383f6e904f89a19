import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../../config.ts'
import { ask, NotAllowed, type Question, type Reply } from '../../../outbound/ask.ts'
import { ServiceFault } from '../provider.ts'
import { fadadaSign } from './sign.ts'

/** What 法大大 is reached with. */
export interface Fadada {
  host: string
  app_id: string
  app_secret: string
  /** The operator's openCorpId, in whose name tasks are begun. */
  open_corp_id: string
  /** By it the operator's seal is put without anybody's hand (免验证签); '' where there is none. */
  business_id: string
}

/** Where it is asked from, and until when an answer is of use, in ms since the epoch. */
export interface Asking {
  config: Pick<Config, 'outboundHosts'>
  keys: Fadada
  until: number
}

/** The codes by which it says that all is well, and that the token has lapsed. */
const DONE = '100000'
const LAPSED = '100002'
/** What else staff can do something about (FASC OpenAPI, 错误码). Those of `never` are not tried again. */
const MEANINGS: Readonly<Record<string, string>> = {
  '100016': '本机的出口地址不在法大大的 IP 白名单里',
  '211058': '法大大的签署任务用量不足',
  '211118': '免验证签场景码不对',
  '211126': '法大大那里已签完或已结束，不能撤销',
}
const NEVER: ReadonlySet<string> = new Set(['211126'])

/** A token is good for two hours from its last use; it is asked for anew before that. */
const TOKEN_MS = 100 * 60_000

const tokens = new Map<string, { token: string; until: number }>()

const placeOf = ({ host, app_id, app_secret }: Fadada): string =>
  createHash('sha256')
    .update(JSON.stringify([host, app_id, app_secret]))
    .digest('hex')

/** What it answers with: of its answer only the code is ever shown, for the address is what someone typed. */
const codeIn = (status: number, code: unknown): string => (typeof code === 'string' && /^\d{1,8}$/.test(code) ? code : `HTTP ${status}`)

/** What it answered, where that is an answer. */
interface Answer {
  status: number
  code: unknown
  data: Readonly<Record<string, unknown>>
}

const answerIn = ({ status, body }: Reply): Answer => {
  const { code, data } = (body ?? {}) as { code?: unknown; data?: unknown }
  return { status, code, data: typeof data === 'object' && data !== null ? (data as Answer['data']) : {} }
}

/** Asks as `ask` does; throws ServiceFault where nobody answers. */
export const reached = async ({ config, until }: Asking, question: Question): Promise<Reply> =>
  ask(config, { ...question, until }).catch((error: unknown) => {
    throw new ServiceFault(error instanceof NotAllowed ? error.message : '连不上法大大，请检查接口地址与网络', 'closed')
  })

const send = async (asking: Asking, path: string, own: Readonly<Record<string, string>>, content: string | null): Promise<Answer> => {
  const { host, app_id, app_secret } = asking.keys
  const timestamp = String(Date.now())
  const headers = {
    'X-FASC-App-Id': app_id,
    'X-FASC-Sign-Type': 'HMAC-SHA256',
    'X-FASC-Timestamp': timestamp,
    'X-FASC-Nonce': randomBytes(16).toString('hex'),
    'X-FASC-Api-SubVersion': '5.1',
    ...own,
  }
  const signature = fadadaSign(content === null ? headers : { ...headers, bizContent: content }, timestamp, app_secret)
  const reply = await reached(asking, {
    url: `${host.replace(/\/$/, '')}${path}`,
    method: 'POST',
    headers: { ...headers, 'X-FASC-Sign': signature, 'content-type': 'application/x-www-form-urlencoded' },
    body: content === null ? '' : new URLSearchParams({ bizContent: content }).toString(),
  })
  return answerIn(reply)
}

/** Throws ServiceFault for an answer that says that it was not done. */
const refuse = ({ status, code }: Answer): never => {
  const shown = codeIn(status, code)
  const meaning = MEANINGS[shown]
  throw new ServiceFault(`法大大没有接受，代码 ${shown}${meaning ? `：${meaning}` : ''}`, NEVER.has(shown) ? 'never' : 'later')
}

/** Gives an access token, the one that is still good or a new one. Throws ServiceFault. */
export const tokenFor = async (asking: Asking, isAnew = false): Promise<string> => {
  const place = placeOf(asking.keys)
  const kept = tokens.get(place)
  if (kept && !isAnew && kept.until > Date.now()) return kept.token
  const answer = await send(asking, '/service/get-access-token', { 'X-FASC-Grant-Type': 'client_credential' }, null)
  const token = answer.data.accessToken
  if (answer.code !== DONE || typeof token !== 'string' || token === '')
    throw new ServiceFault(`法大大没有接受，代码 ${codeIn(answer.status, answer.code)}`, 'closed')
  tokens.set(place, { token, until: Date.now() + TOKEN_MS })
  return token
}

/** Asks 法大大 to do something and gives its data. A token that has lapsed is asked for anew, once. Throws ServiceFault. */
export const asked = async (asking: Asking, path: string, content: object): Promise<Answer['data']> => {
  const text = JSON.stringify(content)
  const tried = async (isAnew: boolean): Promise<Answer> =>
    send(asking, path, { 'X-FASC-AccessToken': await tokenFor(asking, isAnew) }, text)
  const first = await tried(false)
  const answer = first.code === LAPSED ? await tried(true) : first
  return answer.code === DONE ? answer.data : refuse(answer)
}

/** Gives a text of an answer; throws ServiceFault where it has none, which no later asking mends. */
export const textIn = (data: Readonly<Record<string, unknown>>, name: string): string => {
  const value = data[name]
  if (typeof value === 'string' && value !== '') return value
  throw new ServiceFault('法大大的答复里缺少需要的内容', 'later')
}
