import { expect, test } from 'vitest'
import { logEntry, logRefusal, NotPermitted } from '../../server/http/securityLog.ts'
import { CallError } from '../../src/core/errors.ts'
import { addAccount, tokenOf } from '../help/store/ground.ts'
import { startTestServer } from '../help/testServer.ts'

interface Line {
  level: 'info' | 'warn'
  fields: Record<string, unknown>
  text: string
}

const listening = () => {
  const lines: Line[] = []
  const at = (level: Line['level']) => (fields: Record<string, unknown>, text: string) => void lines.push({ level, fields, text })
  return { lines, request: { ip: '10.1.2.3', log: { info: at('info'), warn: at('warn') } } as never }
}

test('who is refused for want of a right, for a sign or a rate stands in the log, with whose session it was', () => {
  const { lines, request } = listening()
  logRefusal(request, '/api/flow/add', new NotPermitted('新增流水', 7))
  for (const code of [401, 429] as const) logRefusal(request, '/api/org/list', new CallError(code))
  for (const code of [400, 404, 409] as const) logRefusal(request, '/api/org/list', new CallError(code))
  logRefusal(request, '/login', new CallError(400, '账号或密码错误'))
  logEntry(request, '/login')
  logEntry(request, '/api/org/list')
  expect(lines).toEqual([
    { level: 'warn', fields: { path: '/api/flow/add', code: 403, address: '10.1.2.3', userId: 7 }, text: 'call refused' },
    { level: 'warn', fields: { path: '/api/org/list', code: 401, address: '10.1.2.3' }, text: 'call refused' },
    { level: 'warn', fields: { path: '/api/org/list', code: 429, address: '10.1.2.3' }, text: 'call refused' },
    { level: 'warn', fields: { path: '/login', code: 400, address: '10.1.2.3' }, text: 'login refused' },
    { level: 'info', fields: { path: '/login', address: '10.1.2.3' }, text: 'login' },
  ])
})

test('a running server writes these lines, with the address and nothing of what was sent', async () => {
  const server = await startTestServer()
  try {
    const written: string[] = []
    server.app.log.warn = ((fields: object, text: string) => void written.push(JSON.stringify({ ...fields, text }))) as never
    // Each request has a child of the server's log.
    server.app.log.child = (() => server.app.log) as never
    const token = await tokenOf(server, await addAccount(server, 'nobody', []))
    expect((await server.call('/api/flow/add', { price: 4_242_424 }, token)).code).toBe(403)
    expect((await server.send('/login', { userName: 'nobody', password: '0'.repeat(32) }, 'B')).code).toBe(400)
    const all = written.join('\n')
    expect(all).toContain('"path":"/api/flow/add"')
    expect(all).toContain('login refused')
    expect(all).toContain('"address":"127.0.0.1"')
    expect(all).not.toMatch(/4242424|0{32}/)
  } finally {
    await server.close()
  }
})
