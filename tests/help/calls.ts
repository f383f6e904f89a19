import { PASSWORD } from './realServer.ts'
import { type Answer, md5, signed } from './testServer.ts'

/** Sends calls to the server at `url` as a client would, beside the browser that a test looks through. */
export const callsAt = (url: string) => {
  const send = async (path: string, params: Record<string, unknown>): Promise<Answer> => {
    const body = JSON.stringify(params)
    const response = await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return { status: response.status, ...(await response.json()) }
  }
  return {
    send,
    call: (path: string, params: Record<string, unknown>, token: string): Promise<Answer> => send(path, signed(params, token)),
    logIn: async (userName: string): Promise<string> => (await send('/login', { userName, password: md5(PASSWORD) })).data.token,
  }
}
