import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './types.ts'

const limit = 5
const windowMs = 60_000
const firstPauseMs = 100

interface Supervision {
  /** Finds or starts the server; answers whether it had to be started. */
  rejoin(): Promise<boolean>
  isStopping(): boolean
  log: Log
  onGiveUp(): void
}

/**
 * Brings the server back after it was lost. Only what costs a start counts towards giving up: a single crashed backend makes
 * PostgreSQL cut all connections and recover by itself, and then there is nothing to start.
 */
export function makeSupervisor({ rejoin, isStopping, log, onGiveUp }: Supervision): () => Promise<void> {
  let starts: number[] = []
  return async () => {
    log.warn({}, '与内置数据库的连接断开，正在恢复')
    while (!isStopping()) {
      starts = starts.filter((at) => at > Date.now() - windowMs)
      if (starts.length >= limit) {
        log.error({ starts: starts.length }, '内置数据库一分钟内反复停止，不再重启；请查看 pg.log')
        return onGiveUp()
      }
      if (starts.length > 0) await pause(firstPauseMs * 2 ** starts.length)
      try {
        const wasStarted = await rejoin()
        if (wasStarted) starts.push(Date.now())
        log.info({ restarted: wasStarted }, '内置数据库已恢复')
        return
      } catch (error) {
        starts.push(Date.now())
        log.error({ err: error }, '内置数据库没有恢复')
      }
    }
  }
}
