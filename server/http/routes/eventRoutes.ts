import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { CallError } from '../../../src/core/errors.ts'
import { findSession } from '../../domain/account/sessions.ts'
import { type Listener, listenTo } from '../../store/connection/listen.ts'
import { sendRefusal } from '../answer.ts'
import { cookieToken } from '../request/cookieToken.ts'
import type { Ground } from '../runCall.ts'

/** Shorter than a proxy's patience with a silent line (nginx: 60 s). */
const BEAT_MS = 25_000
/** Lines of one account on this node; a browser holds one, whatever its tabs. */
const LINES = 20

/** What everyone is told of: that a setting was changed, that screens were. */
const FOR_ALL = ['setting', 'declared']

/** An open line to someone's browser. */
interface Line {
  userId: number
  token: string
  to: ServerResponse
}

/**
 * Adds GET /events: server-sent events for whoever the cookie's session is. `event: message` says that this person's messages changed:
 * the browser asks /message/init; `event: setting` and `event: declared`, to everyone, that a setting or a screen made at run time
 * was changed. The node hears it from PostgreSQL on one connection, so it does not matter which node made it. A line whose session has ended is closed at the next word or beat.
 */
export const addEventRoutes = (app: FastifyInstance, { db }: Ground): void => {
  const lines = new Set<Line>()
  let listener: Listener | null = null
  /** Asked before each word: who has just lost the session hears nothing more, least of all in the middle of being logged out. */
  const say = (line: Line, text: string): void => {
    const { to } = line
    const write = (): void => {
      if (!to.writableEnded) to.write(text)
    }
    // A store that is away for a moment ends nobody's line.
    findSession(db, line.token, '').then((found) => (found ? write() : void to.end()), write)
  }
  const tell = (line: Line, event: string): void => say(line, `event: ${event}\ndata: {}\n\n`)
  const tellAll = (event: string): void => {
    for (const line of lines) tell(line, event)
  }
  /** From the first line on; a line is told of nothing before that. */
  const listen = (): Promise<void> => {
    listener ??= listenTo(
      db,
      {
        anju_message: (account) => {
          for (const line of lines) if (String(line.userId) === account) tell(line, 'message')
        },
        ...Object.fromEntries(FOR_ALL.map((event) => [`anju_${event}`, () => tellAll(event)])),
      },
      () => {
        for (const event of ['message', ...FOR_ALL]) tellAll(event)
      },
    )
    return listener.tried
  }
  const beat = setInterval(() => {
    for (const line of lines) say(line, ': beat\n\n')
  }, BEAT_MS)
  beat.unref()

  app.get('/events', { logLevel: 'warn' }, async (request, reply) => {
    const token = cookieToken(request)
    const found = await findSession(db, token, '')
    if (!found) return sendRefusal(reply, new CallError(302), 401)
    if ([...lines].filter(({ userId }) => userId === found.userId).length >= LINES) return sendRefusal(reply, new CallError(429), 429)
    await listen()
    reply.hijack()
    const to = reply.raw
    // Who has left while it was asked who he is has closed already: nothing would take his line away any more.
    if (to.destroyed) return
    const line: Line = { userId: found.userId, token, to }
    to.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      // A line that has ended is not kept for another call: it would hold the stop up.
      connection: 'close',
    })
    lines.add(line)
    to.on('close', () => lines.delete(line))
    // Told at once: what came while the line was down is asked for now.
    to.write('retry: 5000\n\n')
    tell(line, 'message')
  })
  // Open lines would hold the stop up for ever.
  app.addHook('preClose', async () => {
    clearInterval(beat)
    for (const { to } of lines) to.end()
    await listener?.close()
  })
}
