import pg from 'pg'
import { StoreClient } from './client.ts'
import { type Database, directOf, optionsOf } from './database.ts'

const AGAIN_MS = 1_000

/** Hears what any node announces with pg_notify; ends with `close`. */
export interface Listener {
  /** Settles when the first try to connect has come to its end. */
  tried: Promise<void>
  close(): Promise<void>
}

/**
 * Listens to channels, each with what hears its payloads, on a connection of its own. A connection that breaks is opened anew after a second, for as long as it takes;
 * `onBack` is told when it is there after that, since what was announced meanwhile has been missed.
 */
export const listenTo = (db: Database, channels: Readonly<Record<string, (payload: string) => void>>, onBack: () => void): Listener => {
  let client: StoreClient | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let hasFailed = false
  const connect = async (): Promise<void> => {
    const next = new StoreClient(optionsOf(directOf(db)))
    let isGone = false
    const goOn = (): void => {
      if (isGone) return
      isGone = true
      hasFailed = true
      if (client === next) client = null
      next.end().catch(() => {})
      if (!isClosed) timer = setTimeout(connect, AGAIN_MS)
    }
    next.on('error', goOn)
    next.on('end', goOn)
    next.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''))
    try {
      await next.connect()
      for (const channel of Object.keys(channels)) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      client = next
      if (isClosed) return goOn()
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
