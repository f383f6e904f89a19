import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll } from 'vitest'

/** A mail that a mail server has taken. */
interface Mail {
  to: string[]
  text: string
}

/** Starts a real mail server for a test file. `refuse` says with which code a receiver is refused; 0 takes them. `holds`: how long before it answers. */
export const mailServer = (user = 'notice', password = 'MIYAO-mail-not-to-be-seen') => {
  const state = { mails: [] as Mail[], refuse: 0, port: 0, wrongLogins: 0, held: null as Promise<void> | null, user, password }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    hideENHANCEDSTATUSCODES: true,
    onAuth(auth, _session, done) {
      if (auth.username === state.user && auth.password === state.password) return done(null, { user: state.user })
      state.wrongLogins++
      return done(new Error('no'))
    },
    onRcptTo(_address, _session, done) {
      if (state.refuse === 0) return done()
      return done(Object.assign(new Error('not here'), { responseCode: state.refuse }))
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        state.mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(parts).toString() })
        await state.held
        done()
      })
    },
  })
  server.on('error', () => {})
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    state.port = (server.server.address() as AddressInfo).port
  })
  afterAll(() => new Promise<void>((done) => server.close(() => done())))
  return state
}

/** A push as it arrived. */
interface Push {
  headers: IncomingHttpHeaders
  body: string
}

/** Starts a real receiver of pushes for a test file; it answers `status`, after `held`. */
export const pushReceiver = () => {
  const state = { pushes: [] as Push[], status: 204, url: '', held: null as Promise<void> | null }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    state.pushes.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
    await state.held
    response.writeHead(state.status).end()
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return state
}
