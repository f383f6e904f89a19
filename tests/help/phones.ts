import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { callsOfSetting } from '../../src/derive/settings.ts'
import netSign from '../../src/resources/settings/netSign.ts'
import type { AdminServer } from './adminServer.ts'
import type { Answer, TestServer } from './testServer.ts'

type Params = Record<string, unknown>

/** A phone with a browser of its own, which keeps its cookies. */
export interface Phone {
  call: (path: string, params: Params) => Promise<Answer>
  /** Makes a call that takes a file. */
  send: (path: string, params: Record<string, string>, file: Buffer) => Promise<Answer>
  /** Fetches a file as its browser does. */
  get: (path: string) => Promise<Response>
  /** The cookies that its browser sends. */
  cookie: () => string
  /** Forgets all that it keeps: another phone. */
  forget: () => void
}

export const phoneAt = ({ url }: Pick<TestServer, 'url'>): Phone => {
  const jar = new Map<string, string>()
  const headers = (): Record<string, string> => ({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') })
  const keep = (response: Response): Response => {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return response
  }
  return {
    call: async (path, params) => {
      const body = JSON.stringify({ request_id: randomUUID(), ...params })
      const response = await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers() }, body })
      return { status: keep(response).status, ...(await response.json()) }
    },
    send: async (path, params, file) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(params)) body.append(name, value)
      body.append('file', new Blob([new Uint8Array(file)]), 'photo.jpg')
      const response = await fetch(url + path, { method: 'POST', headers: headers(), body })
      return { status: keep(response).status, ...(await response.json()) }
    },
    get: async (path) => keep(await fetch(url + path, { headers: headers() })),
    cookie: () => headers().cookie ?? '',
    forget: () => jar.clear(),
  }
}

/** A name as a finger leaves it on the phone's sheet, as a PNG in base64; of one dot where it is hardly any. */
export const drawn = async (what: 'name' | 'dot' | 'nothing' | 'all' = 'name'): Promise<string> => {
  const strokes = {
    name: '<path d="M60 60 L300 90 M180 40 L170 260 M320 80 C420 20 460 260 620 200" stroke="#111" stroke-width="5" fill="none"/>',
    dot: '<circle cx="300" cy="160" r="3" fill="#111"/>',
    nothing: '',
    all: '<rect width="700" height="320" fill="#111"/>',
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="320">${strokes[what]}</svg>`
  return (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64')
}

/** Says at which address tenants reach the server, and for how many hours links are good. */
export const setSite = async ({ ask, server }: AdminServer, link_hours = 72): Promise<void> => {
  const { detail, save } = callsOfSetting(netSign)
  const { version, values } = (await ask(detail)).data
  const { code, msg } = await ask(save, { ...values, site: server.url, link_hours, version })
  if (code !== 200) throw new Error(msg)
}

const contentOf = async (server: TestServer, type: string): Promise<Params> => {
  const { rows } = await sql<{ content: string }>`
    select content from outbox where content::jsonb ->> 'type' = ${type} order by outbox_id desc limit 1
  `.execute(server.db)
  return JSON.parse(rows[0]?.content ?? '{"data":{}}').data
}

/** The code of the link that was sent last, as its message has it. */
export const sentCode = async (server: TestServer): Promise<string> =>
  String((await contentOf(server, 'contract.sign')).url).split('/t/')[1] ?? ''
/** The digits that were sent last. */
export const sentDigits = async (server: TestServer): Promise<string> => String((await contentOf(server, 'contract.check')).code)
/** The digits that were sent last to whoever applies. */
export const sentApplyDigits = async (server: TestServer): Promise<string> => String((await contentOf(server, 'apply.check')).code)
/** The digits that were sent last to a tenant who comes in to report a repair. */
export const sentRepairDigits = async (server: TestServer): Promise<string> => String((await contentOf(server, 'tenant_repair.check')).code)
