import { setTimeout as wait } from 'node:timers/promises'
import { call, FORM, login, signedBody } from '../../bench/lib/client.mjs'
import { PASSWORD } from './nodes.mjs'

const WRITERS = 4
/** Milliseconds within which a call is given up by whoever waits for it. */
const PATIENCE = 30_000
const LOGGED_OUT = [302, 401, 403]

const fresh = () => ({ errors: new Map(), longest: 0, done: [], heard: [[], []] })

/** People at work on two nodes: they write money, read lists and keep a line open; whoever is not answered sends the same again to the other node. */
export class Office {
  /** When each row was acknowledged at last: how often it was sent, and when it was sent for the last time, by the clock. */
  acknowledged = new Map()
  asked = 0
  loggedOut = 0
  lineEnds = 0
  seen = fresh()
  #isOver = false
  #works = []
  #number = 0
  #item

  constructor(urls, mark) {
    this.urls = urls
    this.mark = mark
  }

  async open() {
    this.token = await login(this.urls[0], 'admin', PASSWORD)
    const { id } = await call(this.urls[0], '/api/cost/add', { name: '演练' }, this.token)
    this.#item = id
    this.#works = [...Array.from({ length: WRITERS }, (_, index) => this.#write(index)), ...this.urls.map((_, index) => this.#read(index))]
    this.urls.forEach((_, index) => void this.#listen(index))
  }

  /** From now on what is seen is seen anew. */
  anew() {
    this.seen = fresh()
  }

  /** One call, whatever comes of it. */
  async ask(index, path, params) {
    const at = performance.now()
    try {
      const body = signedBody(params, this.token)
      const response = await fetch(this.urls[index] + path, { method: 'POST', headers: FORM, body, signal: AbortSignal.timeout(PATIENCE) })
      return await response.json()
    } catch (error) {
      return { code: -1, msg: error.cause?.code ?? error.name }
    } finally {
      this.seen.longest = Math.max(this.seen.longest, performance.now() - at)
    }
  }

  #refused({ code, msg }) {
    if (LOGGED_OUT.includes(code)) this.loggedOut++
    const kind = `${code} ${String(msg).replace(/（编号.*/, '')}`
    this.seen.errors.set(kind, (this.seen.errors.get(kind) ?? 0) + 1)
  }

  async #write(writer) {
    while (!this.#isOver) {
      const name = `${this.mark}-${writer}-${this.#number++}`
      const price = 100 + (this.#number % 1000)
      const days = { start_date: '2026-11-01', end_date: '2026-11-30' }
      const row = { type: 1, from: 2, from_id: this.#item, price, custom_name: name, way: 3, ...days, request_id: name }
      this.asked++
      for (let index = writer % 2, tries = 1; !this.#isOver; index = 1 - index, tries++) {
        const sentAt = Date.now()
        const answer = await this.ask(index, '/api/flow/add', row)
        if (answer.code === 200) {
          this.acknowledged.set(name, { tries, sentAt })
          this.seen.done.push({ at: performance.now(), index })
          break
        }
        this.#refused(answer)
        await wait(100)
      }
      await wait(60)
    }
  }

  async #read(index) {
    while (!this.#isOver) {
      const answer = await this.ask(index, '/api/flow/index', { page: 1 })
      if (answer.code !== 200) this.#refused(answer)
      await wait(150)
    }
  }

  async #listen(index) {
    while (!this.#isOver) {
      try {
        const { body } = await fetch(`${this.urls[index]}/events`, { headers: { cookie: `token=${this.token}` } })
        for await (const text of body.pipeThrough(new TextDecoderStream()))
          if (text.includes('event: setting')) this.seen.heard[index].push(performance.now())
      } catch {
        // Its node ended: the browser, too, asks again.
      }
      if (!this.#isOver) this.lineEnds++
      await wait(500)
    }
  }

  /** Begins to export; gives the answer. */
  exportFlows(index, request_id) {
    return this.ask(index, '/api/flow/export', { format: 1, request_id })
  }

  /** Everyone goes home when what they last began is answered. */
  async close() {
    this.#isOver = true
    await Promise.race([Promise.all(this.#works), wait(PATIENCE + 5000)])
  }
}
