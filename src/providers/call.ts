import axios, { type AxiosResponse } from 'axios'
import md5 from 'md5'
import { nowSeconds, setServerTime } from '../protocol/clock.ts'
import { type Envelope, UNSIGNED_PATHS } from '../protocol/envelope.ts'
import { signOf } from '../protocol/sign.ts'
import { toWire } from '../protocol/wire.ts'
import { clientConfig } from './clientConfig.ts'
import { newReport } from './errorReports.ts'
import { endSession, getToken, noteRefusal } from './session.ts'
import { said, t } from './spoken.ts'

type Params = Readonly<Record<string, unknown>>

/** A refusal, or a failure on the way, in words that staff can act on and in their language. `field` names the input that is meant. */
export class CallFailure extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data: unknown = null) {
    super(message)
    this.name = 'CallFailure'
    this.code = code
    this.data = data
  }
  get field(): string | null {
    const { data } = this
    return typeof data === 'object' && data !== null && 'field' in data ? String(data.field) : null
  }
}

/** Gives what to tell whoever's deed failed: the refusal's own words, or that it failed. */
export const failureText = (error: unknown): string => (error instanceof CallFailure ? error.message : t`操作失败，请重试`)

const signedParams = (path: string, params: Params, signKey: string): Params => {
  const token = getToken()
  const base = { ...params, ...(token ? { token } : {}) }
  if (UNSIGNED_PATHS.has(path)) return base
  const full = { ...base, stime: nowSeconds() }
  return { ...full, sign: signOf(toWire(full), md5, signKey) }
}

interface Options {
  file?: File
  signal?: AbortSignal
  /** Told how much of what is sent has left, from 0 to 1. */
  onProgress?: (share: number) => void
}

const MB = 1024 * 1024
/** So long a file may take for each MB, as the server lets it. */
const FILE_MS_A_MB = 10_000

const post = async (path: string, params: Params, { file, signal, onProgress }: Options = {}): Promise<AxiosResponse<Envelope>> => {
  const config = await clientConfig()
  const sent = signedParams(path, params, config.signKey)
  const isJson = UNSIGNED_PATHS.has(path)
  const wire = { ...toWire(sent), ...(sent.sign ? { sign: String(sent.sign) } : {}) }
  let body: unknown = isJson ? sent : new URLSearchParams(wire)
  if (file) {
    const form = new FormData()
    for (const [name, value] of Object.entries(wire)) form.append(name, value)
    form.append('file', file)
    body = form
  }
  const host = path.startsWith('/broker/') ? config.brokerHost || config.host : config.host
  return axios.post<Envelope>(host + path, body, {
    timeout: config.timeoutMs + (file ? Math.ceil(file.size / MB) * FILE_MS_A_MB : 0),
    // None is ever set here (a call carries its token in its body), and axios would send a call only when the cookies had been read.
    xsrfCookieName: '',
    validateStatus: () => true,
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onUploadProgress: ({ progress }) => onProgress(progress ?? 0) } : {}),
  })
}

const failureOf = (error: unknown): CallFailure => {
  if (axios.isCancel(error)) return new CallFailure(0, '')
  if (axios.isAxiosError(error) && error.code === 'ECONNABORTED') return new CallFailure(0, t`等待超时，请检查网络后重试`)
  return new CallFailure(0, t`网络不通，请检查网络后重试；已填写的内容不会丢失`)
}

/** From here on an HTTP response is a failed one; refusals come with 200 and a code of their own. */
const FAILED = 400

const report = (path: string, status: number, message: string): void => {
  if (path === '/save_error_logger') return
  const sent = newReport({ type: 'ajax', code: String(status), mes: message, url: path })
  if (sent) void post('/save_error_logger', sent).catch(() => {})
}

/**
 * Makes a call and gives its data (design.md, Protocol). Throws CallFailure for every refusal. A wrong PC clock is corrected once from
 * the server's own time; a session that is gone ends here and leads to the login page; a
 * right that is gone is noted, so that the menu and the buttons follow.
 */
export const call = async <T>(path: string, params: Params = {}, options: Options = {}): Promise<T> => {
  const token = getToken()
  const send = (): Promise<AxiosResponse<Envelope>> =>
    post(path, params, options).catch((error: unknown) => {
      throw failureOf(error)
    })
  let response = await send()
  const time = (response.data?.data as { time?: unknown } | null)?.time
  if (response.data?.code === 401 && typeof time === 'number') {
    setServerTime(time)
    response = await send()
  }
  const { data: envelope, status } = response
  if (typeof envelope?.code !== 'number') {
    report(path, status, `HTTP ${status}`)
    throw new CallFailure(status, t`服务器没有正确回答，请稍后再试`)
  }
  if (envelope.code === 200) return envelope.data as T
  // Once for all places that show it: the server speaks Chinese, and its answers carry no language.
  const msg = said(envelope.msg)
  if (status >= FAILED) report(path, status, envelope.msg)
  if (envelope.code === 302) endSession(msg, token)
  if (envelope.code === 403) noteRefusal(path)
  throw new CallFailure(envelope.code, msg, envelope.data)
}

/** Gives the md5 in which passwords travel (spec.md section 5). */
export const hashed = (password: string): string => md5(password)
