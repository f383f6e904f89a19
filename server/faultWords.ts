import { statfsSync } from 'node:fs'
import type { Config } from './config.ts'
import { isFull } from './store/writing/problems.ts'

const full = (id: string): string => `服务器的磁盘满了，请管理员腾出地方后再试（编号 ${id}）`

/** What whoever meets a fault of ours reads: what it is, where that is for the operator to mend, and the number by which the log has the rest. */
export const faultWords = (error: unknown, id: string): string => (isFull(error) ? full(id) : `系统繁忙，请稍后再试（编号 ${id}）`)

/** With less than two pieces of its log to come (16 MB each) the embedded PostgreSQL stops, and comes back by itself once there is room. */
const LEAST = 32 * 2 ** 20

const hasNoRoom = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): boolean => {
  if (databaseUrl) return false
  try {
    const { bavail, bsize } = statfsSync(dataDir)
    return bavail * bsize < LEAST
  } catch {
    // Whoever asks is answered, whatever has become of the folder.
    return false
  }
}

/** What whoever asks while the store is away reads: that it comes back, or what keeps it from coming. */
export const outageWords = (config: Pick<Config, 'databaseUrl' | 'dataDir'>, id: string): string =>
  hasNoRoom(config) ? full(id) : `数据库正在恢复，请稍后再试（编号 ${id}）`
