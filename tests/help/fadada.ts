import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { callsOfSetting } from '../../src/derive/settings.ts'
import netSign from '../../src/resources/settings/netSign.ts'
import type { AdminServer } from './adminServer.ts'

type Values = Record<string, string>
// biome-ignore lint/suspicious/noExplicitAny: what the service is sent, of every shape
type Content = any

/** A task as the service has it. */
export interface OutsideTask {
  id: string
  key: string
  status: string
  content: Content
  pdf: Buffer
  actors: Record<string, { signStatus: string; signTime?: string; readStatus: string; readTime?: string }>
}

const SIGNED = 'a signature of both'

/** By its own reckoning: the sign of some values (FASC OpenAPI 5.1), told by the rules and not by the code that is tested. */
const reckoned = (values: Values, timestamp: string, secret: string): string => {
  const text = Object.entries(values)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const key = createHmac('sha256', secret).update(timestamp).digest()
  return createHmac('sha256', key).update(createHash('sha256').update(text).digest('hex')).digest('hex')
}

const ASKED = [
  'X-FASC-AccessToken',
  'X-FASC-Api-SubVersion',
  'X-FASC-App-Id',
  'X-FASC-Grant-Type',
  'X-FASC-Nonce',
  'X-FASC-Sign-Type',
  'X-FASC-Timestamp',
]

const valuesOf = (names: readonly string[], headers: IncomingHttpHeaders): Values =>
  Object.fromEntries(names.map((name) => [name, String(headers[name.toLowerCase()] ?? '')]))

/** Stands for 法大大 on a real port: checks the sign of what it is asked, keeps tasks, and tells of them as it is told to. */
export const fadada = () => {
  const state = {
    ...{ url: '', appId: 'app-1', secret: 'MIYAO-fadada-not-to-be-seen', corp: 'corp-1' },
    tasks: [] as OutsideTask[],
    /** What it was asked, path by path. */
    asked: [] as string[],
    /** Answers so by path in place of what it would; `down` breaks the line. */
    answers: {} as Record<string, string | 'down'>,
    /** Answers to a path wait for it. */
    held: {} as Record<string, Promise<void>>,
    nonces: new Set<string>(),
    token: 'token-1',
    uploads: new Map<string, Buffer>(),
  }
  const doing: Record<string, (content: Content) => object | Promise<object>> = {
    '/file/get-upload-url': () => {
      const id = randomUUID()
      return { uploadUrl: `${state.url}/upload/${id}`, fddFileUrl: `${state.url}/file/${id}` }
    },
    '/file/process': ({ fddFileUrlList: [{ fddFileUrl }] }) => ({ fileIdList: [{ fileId: String(fddFileUrl).split('/').at(-1) }] }),
    '/sign-task/owner/get-list': ({ listFilter }) => ({
      signTasks: state.tasks
        .filter(({ content }) => content.signTaskSubject.includes(listFilter.signTaskSubject))
        .map(({ id, key }) => ({ signTaskId: id, transReferenceId: key })),
    }),
    '/sign-task/create': (content) => {
      const id = `T${state.tasks.length + 1}-${randomUUID().slice(0, 8)}`
      const pdf = state.uploads.get(content.docs[0].docFileId) ?? Buffer.alloc(0)
      const actors = Object.fromEntries(
        content.actors.map(({ actor }: Content) => [actor.actorId, { signStatus: 'wait_sign', readStatus: 'no_read' }]),
      )
      state.tasks.push({ id, key: content.transReferenceId, status: 'sign_progress', content, pdf, actors })
      return { signTaskId: id }
    },
    '/sign-task/actor/get-url': ({ signTaskId }) => ({ actorSignTaskUrl: `${state.url}/sign/${signTaskId}` }),
    '/sign-task/app/get-detail': ({ signTaskId }) => {
      const task = taskBy(signTaskId)
      const actors = Object.entries(task.actors).map(([actorId, rest]) => ({ actorInfo: { actorId }, ...rest }))
      return { signTaskId, signTaskStatus: task.status, transReferenceId: task.key, actors }
    },
    '/sign-task/cancel': ({ signTaskId }) => {
      const task = taskBy(signTaskId)
      if (task.status !== 'sign_progress') throw new Error('211126')
      task.status = 'task_terminated'
      return {}
    },
    '/sign-task/owner/get-download-url': ({ signTaskId }) => ({ downloadUrl: `${state.url}/download/${signTaskId}` }),
  }
  const taskBy = (id: string): OutsideTask => {
    const task = state.tasks.find((one) => one.id === id)
    if (!task) throw new Error('211001')
    return task
  }
  const answer = async (path: string, headers: IncomingHttpHeaders, body: Buffer): Promise<{ status: number; content: object }> => {
    const said = (code: string, data: object | null = null) => ({
      status: code === '100002' ? 401 : 200,
      content: { code, msg: '机密', data },
    })
    const forced = state.answers[path]
    if (forced) return said(forced)
    const values = valuesOf(ASKED, headers)
    const biz = new URLSearchParams(body.toString()).get('bizContent') ?? ''
    const expected = reckoned({ ...values, ...(biz ? { bizContent: biz } : {}) }, values['X-FASC-Timestamp'] ?? '', state.secret)
    if (values['X-FASC-App-Id'] !== state.appId || headers['x-fasc-sign'] !== expected) return said('100012')
    if (state.nonces.has(values['X-FASC-Nonce'] ?? '')) return said('100013')
    state.nonces.add(values['X-FASC-Nonce'] ?? '')
    if (path === '/service/get-access-token') return said('100000', { accessToken: state.token, expiresIn: '7200' })
    if (values['X-FASC-AccessToken'] !== state.token) return said('100002')
    const does = doing[path]
    if (!does) return said('100404')
    try {
      return said('100000', await does(JSON.parse(biz)))
    } catch (error) {
      return said((error as Error).message)
    }
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const path = request.url ?? ''
    state.asked.push(path)
    if (state.answers[path] === 'down') return void request.socket.destroy()
    if (path.startsWith('/upload/')) {
      state.uploads.set(path.split('/').at(-1) ?? '', Buffer.concat(parts))
      return void response.end()
    }
    if (path.startsWith('/download/')) {
      const task = taskBy(path.split('/').at(-1) ?? '')
      return void response.end(Buffer.concat([task.pdf, Buffer.from(`\n%/ByteRange [0 1 2 3] ${SIGNED} of ${task.id}\n`)]))
    }
    const { status, content } = await answer(path, request.headers, Buffer.concat(parts))
    await state.held[path]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const now = (): string => String(Date.now())
  return {
    state,
    signedMark: SIGNED,
    taskBy,
    /** Somebody reads, or signs, there. */
    read: (id: string): void => void Object.assign(taskBy(id).actors.tenant ?? {}, { readStatus: 'read', readTime: now() }),
    sign: (id: string, actor: 'tenant' | 'operator'): void => {
      const task = taskBy(id)
      Object.assign(task.actors[actor] ?? {}, { signStatus: 'signed', signTime: now() })
      if (Object.values(task.actors).every(({ signStatus }) => signStatus === 'signed')) task.status = 'task_finished'
    },
    reject: (id: string): void => {
      const task = taskBy(id)
      Object.assign(task.actors.tenant ?? {}, { signStatus: 'sign_rejected' })
      task.status = 'task_terminated'
    },
    /** Has it in force at a server, by its setting. */
    use: async ({ ask, server: ours }: Pick<AdminServer, 'ask'> & { server: { url: string } }, values: object = {}): Promise<void> => {
      const { detail, save } = callsOfSetting(netSign)
      const { version, values: before } = (await ask(detail)).data
      const keys = { provider: 2, host: state.url, app_id: state.appId, app_secret: state.secret, open_corp_id: state.corp }
      const { code, msg } = await ask(save, { ...before, site: ours.url, ...keys, ...values, version })
      if (code !== 200) throw new Error(msg)
    },
    /** The request by which it tells of an event; what is changed of it is not signed anew. */
    event: (
      url: string,
      {
        event,
        biz,
        at = Date.now(),
        secret = state.secret,
        appId = state.appId,
      }: { event: string; biz: object; at?: number; secret?: string; appId?: string },
      changed: { headers?: Values; body?: string } = {},
    ) => {
      const text = JSON.stringify(biz)
      const headers: Values = {
        ...{ 'X-FASC-App-Id': appId, 'X-FASC-Sign-Type': 'HMAC-SHA256', 'X-FASC-Timestamp': String(at) },
        ...{ 'X-FASC-Nonce': randomUUID().replaceAll('-', ''), 'X-FASC-Event': event },
      }
      const sign = reckoned({ ...headers, bizContent: text }, String(at), secret)
      const sent = {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers, 'X-FASC-Sign': sign, ...changed.headers },
        body: changed.body ?? new URLSearchParams({ bizContent: text }).toString(),
      }
      return async (): Promise<{ status: number; text: string }> => {
        const response = await fetch(`${url}/signing/callback`, sent)
        return { status: response.status, text: await response.text() }
      }
    },
  }
}
