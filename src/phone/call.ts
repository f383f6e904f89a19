import type { Envelope } from '../protocol/envelope.ts'

/** A call that was refused, or did not come through (code 0). `why` tells of a link why it does not permit. */
export class Refused extends Error {
  readonly code: number
  readonly why: string
  readonly field: string
  readonly seconds: number

  constructor(code: number, message: string, data: unknown) {
    super(message)
    const { why = '', field = '', seconds = 0 } = (data ?? {}) as { why?: string; field?: string; seconds?: number }
    this.code = code
    this.why = why
    this.field = field
    this.seconds = seconds
  }
}

/** Whether the same may come through a moment later: nothing came through, or too much is asked. */
export const mayTryAgain = ({ code }: Refused): boolean => code === 0 || code >= 429

/** Gives a name for a deed, by which it is done once however often it is sent. Not `randomUUID`: over plain http there is none. */
export const newRequest = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** How long an answer may take, in ms: a phone in a lift is told so, and tries again. */
const PATIENCE_MS = 30_000

/** How long a photograph may take on its way. */
const FILE_PATIENCE_MS = 120_000

type Params = Readonly<Record<string, unknown>>

const answered = async <T>(path: string, request: RequestInit, patience: number): Promise<T> => {
  let answer: Envelope<T>
  try {
    const response = await fetch(`..${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(patience),
      ...request,
    })
    answer = (await response.json()) as Envelope<T>
  } catch {
    throw new Refused(0, '网络不通，请检查手机的网络后再试', null)
  }
  if (answer.code !== 200) throw new Refused(answer.code, answer.msg, answer.data)
  return answer.data
}

/** Makes a call by a link, or as a visitor; from the page at /t/<code> the calls are one level up. Throws Refused. */
export const callByLink = <T>(path: string, params: Params): Promise<T> =>
  answered(path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(params) }, PATIENCE_MS)

/** The same for a call that takes a file, which goes behind its params. */
export const sendByLink = <T>(path: string, params: Readonly<Record<string, string>>, file: Blob): Promise<T> => {
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...params, request_id: newRequest() })) body.append(name, value)
  body.append('file', file, 'photo.jpg')
  return answered(path, { body }, FILE_PATIENCE_MS)
}
