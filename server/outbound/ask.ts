import axios, { type AxiosResponse } from 'axios'
import { useAgent as filteringAgent } from 'request-filtering-agent'
import type { Config } from '../config.ts'

/** What is asked of a service outside. */
export interface Question {
  url: string
  method: 'GET' | 'POST' | 'PUT'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** When no answer is waited for any more, in ms since the epoch, where that is sooner than ten seconds from now. */
  until?: number
}

/** What it answered. */
export interface Reply {
  status: number
  /** The body as JSON; null where it is none. */
  body: unknown
}

/** Thrown where an address may not be asked; its message is for who typed it. */
export class NotAllowed extends Error {
  override name = 'NotAllowed'
}

/** Longer than a service takes, shorter than staff's patience. */
const PATIENCE_MS = 10_000
/** No answer that we understand is longer. */
const MAX_BYTES = 256 * 1024

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}

/** Whether the operator himself has said that this host may be asked, whatever its address and without TLS. */
const isNamed = ({ outboundHosts }: Pick<Config, 'outboundHosts'>, { host, hostname }: URL): boolean =>
  outboundHosts.includes(host) || outboundHosts.includes(hostname)

/** What is said of an address in a private network. */
export const PRIVATE = '外部接口不能是内网地址；确需连接的须由运维写进 OUTBOUND_HOSTS'

/** Gives where a question goes, and whether the operator himself has allowed it. Throws NotAllowed for an address without TLS that he has not. */
export const allowed = (config: Pick<Config, 'outboundHosts'>, url: string): { target: URL; isOwn: boolean } => {
  const target = new URL(url)
  const isOwn = isNamed(config, target)
  if (!isOwn && target.protocol !== 'https:') throw new NotAllowed('外部接口须用 https；内网或不加密的地址须由运维写进 OUTBOUND_HOSTS')
  return { target, isOwn }
}

/** The agent's refusal of an address, which is all that it says of itself. */
export const isFiltered = (error: unknown): boolean => error instanceof Error && / is not allowed\. Because/.test(error.message)

/** What comes back of a question, as it came; at most so many bytes. */
const answerTo = async <T extends string | Buffer>(
  config: Pick<Config, 'outboundHosts'>,
  { url, method, headers = {}, body, until = Number.POSITIVE_INFINITY }: Question,
  { most, as }: { most: number; as: T extends string ? 'text' : 'arraybuffer' },
): Promise<AxiosResponse<T>> => {
  const { isOwn } = allowed(config, url)
  const agent = isOwn ? undefined : filteringAgent(url)
  const patience = Math.max(1, Math.min(PATIENCE_MS, until - Date.now()))
  const asked: Promise<AxiosResponse<T>> = axios.request({
    url,
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    data: body,
    httpsAgent: agent,
    httpAgent: agent,
    proxy: false,
    maxRedirects: 0,
    maxContentLength: most,
    timeout: patience,
    // A server that sends a letter a second is not waited for either.
    signal: AbortSignal.timeout(patience),
    responseType: as,
    transformRequest: (data) => data,
    transformResponse: (data: T) => data,
    validateStatus: () => true,
  })
  return asked.catch((error: unknown) => {
    throw isFiltered(error) ? new NotAllowed(PRIVATE) : error
  })
}

/**
 * The one way in which anju asks another machine (docs/security.md): https to public addresses, each connection's own address looked at
 * after it was resolved, unless OUTBOUND_HOSTS names the host; no redirects, no proxy of the environment, ten seconds and 256 kB at most.
 * Throws NotAllowed for an address that may not be asked, and any other error where no answer came.
 */
export const ask = async (config: Pick<Config, 'outboundHosts'>, question: Question): Promise<Reply> => {
  const answer = await answerTo<string>(config, question, { most: MAX_BYTES, as: 'text' })
  return { status: answer.status, body: parsed(answer.data) }
}

/** Fetches a file of at most `most` bytes, by the rules of `ask`. Throws as `ask` does. */
export const fetchFile = async (
  config: Pick<Config, 'outboundHosts'>,
  question: Question,
  most: number,
): Promise<{ status: number; bytes: Buffer }> => {
  const answer = await answerTo<Buffer>(config, question, { most, as: 'arraybuffer' })
  return { status: answer.status, bytes: Buffer.from(answer.data) }
}
