import type { Answer, TestServer } from './testServer.ts'
import { signed } from './testServer.ts'

type Params = Record<string, unknown>

/** Sends files as a browser does: multipart, the params signed, the files not. */
export const sendFiles = async (
  server: Pick<TestServer, 'url'>,
  params: Params,
  files: readonly { name: string; bytes: Uint8Array }[],
  path = '/api/upload/index',
): Promise<Answer> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(params)) form.append(name, String(value))
  for (const { name, bytes } of files) form.append('file', new Blob([bytes.slice()]), name)
  const response = await fetch(server.url + path, { method: 'POST', body: form })
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
}

/** Uploads one picture. */
export const upload = (server: TestServer, token: string, bytes: Uint8Array, name = 'a.jpg'): Promise<Answer> =>
  sendFiles(server, signed({ key: 'fang' }, token, server.config.signKey), [{ name, bytes }])
