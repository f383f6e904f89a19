import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CallError } from '../../../src/core/errors.ts'
import { addressOf } from './address.ts'

const KB = 1024
const MB = 1024 * KB

/** How long a call's params may take to arrive: a form is a few packets. */
const PARAMS_MS = 10_000
/** A file may take so long for each MB, and as long as params besides: a line of 100 kB a second. */
const FILE_MS_A_MB = 10_000
/** What a call holds at least, and before its caller is known where a file follows: twenty fields of ten kB. */
const LEAST = 16 * KB
const FIELDS = 256 * KB

/** Counts the bytes that requests hold, of each address and of all. */
class Budget {
  private readonly held = new Map<string, number>()
  private total = 0
  private readonly anAddress: number
  private readonly all: number

  constructor(anAddress: number, all: number) {
    this.anAddress = anAddress
    this.all = all
  }

  /** Throws 429 where the address, or the node, holds as much as it may. */
  take(address: string, bytes: number): void {
    const held = (this.held.get(address) ?? 0) + bytes
    if (held > this.anAddress || this.total + bytes > this.all) throw new CallError(429, '同时提交的内容太多，请稍后再试', { seconds: 5 })
    this.held.set(address, held)
    this.total += bytes
  }

  giveBack(address: string, bytes: number): void {
    const held = (this.held.get(address) ?? 0) - bytes
    if (held > 0) this.held.set(address, held)
    else this.held.delete(address)
    this.total -= bytes
  }
}

/** A request whose body is arriving. */
interface Incoming {
  /** Who sends it may: its file may take the room and the time that files have. Throws 429 where there is no room. */
  admitFile(): void
}

const incoming = new WeakMap<FastifyRequest, Incoming>()

/** Lets the rest of a request's body, a file, in. */
export const admitFile = (request: FastifyRequest): void => incoming.get(request)?.admitFile()

/** Ends a body that does not come to its end: whoever reads it is told, and the line is closed behind the answer. */
const endLate = (request: FastifyRequest, reply: FastifyReply): void => {
  if (reply.sent || request.raw.listenerCount('error') === 0) return void request.raw.destroy()
  reply.header('connection', 'close')
  request.raw.emit('error', new CallError(400, '提交的内容没有按时传完，请重试'))
}

/** How long the longest body may take to arrive, in ms. */
export const longestArrival = (maxFile: number): number => PARAMS_MS + Math.ceil(maxFile / MB) * FILE_MS_A_MB

/**
 * Bounds what bodies hold before they are judged: the params of a call arrive within ten seconds, and all that strangers send at once is
 * a few MB of an address and of the node. Only who may send a file has more room and time. Sizes in bytes.
 */
export const addIncoming = (app: FastifyInstance, { maxBody, maxFile }: { maxBody: number; maxFile: number }): void => {
  const strangers = new Budget(8 * MB, 64 * MB)
  const files = new Budget(Math.max(128 * MB, 2 * maxFile), Math.max(256 * MB, 4 * maxFile))

  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST') return
    const { raw } = request
    const ip = addressOf(request)
    const stated = Number(request.headers['content-length'] ?? Number.NaN)
    const isFile = request.headers['content-type']?.startsWith('multipart/') === true
    let giveBack = taken(strangers, ip, isFile ? FIELDS : Math.max(LEAST, Math.min(Number.isNaN(stated) ? maxBody : stated, maxBody)))
    let timer = setTimeout(endLate, PARAMS_MS, request, reply)
    raw.once('end', () => clearTimeout(timer))
    reply.raw.once('close', () => {
      clearTimeout(timer)
      giveBack()
    })
    incoming.set(request, {
      admitFile() {
        const size = Number.isNaN(stated) ? maxFile : Math.min(stated, maxFile)
        const give = taken(files, ip, size)
        giveBack()
        giveBack = give
        if (raw.readableEnded) return
        clearTimeout(timer)
        timer = setTimeout(endLate, longestArrival(size), request, reply)
      },
    })
  })
}

const taken = (budget: Budget, address: string, bytes: number): (() => void) => {
  budget.take(address, bytes)
  return () => budget.giveBack(address, bytes)
}
