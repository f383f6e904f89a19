import pg from 'pg'
import { StoreClient } from './client.ts'
import { type Database, directOf, optionsOf } from './database.ts'

const AGAIN_MS = 1_000
const BEAT_MS = 5_000

/** Hears what any node announces with pg_notify; ends with `close`. */
export interface Listener {
  /** Settles when the first try to connect has come to its end. */
  tried: Promise<void>
  close(): Promise<void>
}

/**
 * Listens to channels, each with what hears its payloads, on a connection of its own. A connection that breaks is opened anew after a second, for as long as it takes;
 * `onBack` is told when it is there after that, since what was announced meanwhile has been missed. Who only listens hears nothing of a host that is gone either, so
 * it asks each beat, and one without an answer within a beat is a break.
 */
export const listenTo = (
  db: Database,
  channels: Readonly<Record<string, (payload: string) => void>>,
  onBack: () => void,
  beatMs = BEAT_MS,
): Listener => {
  let client: StoreClient | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let hasFailed = false
  const connect = async (): Promise<void> => {
    const next = new StoreClient(optionsOf(directOf(db)))
    const ask = (text: string) => next.query({ text, query_timeout: beatMs } as pg.QueryConfig)
    let beat: NodeJS.Timeout | undefined
    let isGone = false
    const goOn = (): void => {
      if (isGone) return
      isGone = true
      hasFailed = true
      clearInterval(beat)
      if (client === next) client = null
      next.end().catch(() => {})
      if (!isClosed) timer = setTimeout(connect, AGAIN_MS)
    }
    next.on('error', goOn)
    next.on('end', goOn)
    next.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''))
    try {
      await next.connect()
      for (const channel of Object.keys(channels)) await ask(`listen ${pg.escapeIdentifier(channel)}`)
      client = next
      if (isClosed) return goOn()
      beat = setInterval(() => ask('select 1').catch(goOn), beatMs)
      if (hasFailed) onBack()
    } catch {
      goOn()
    }
  }
  const tried = connect()
  return {
    tried,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await tried
      await client?.end().catch(() => {})
    },
  }
}
