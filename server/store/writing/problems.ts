import { CallError } from '../../../src/core/errors.ts'

/** What is said of a reference, in a column or a document, to what is not there. */
export const NAMES_NOTHING = '所选的记录不存在或已被删除'

interface Refusal {
  message: string
  code: string
  constraint?: string
  table?: string
  detail?: string
}

// EPIPE has five letters as well: what the system says names the call that failed, what PostgreSQL says does not.
const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error &&
  !('syscall' in error) &&
  typeof (error as { code?: unknown }).code === 'string' &&
  /^[0-9A-Z]{5}$/.test((error as unknown as Refusal).code)

/** The name of the constraint that refused; undefined for other errors. */
const constraintOf = (error: unknown): string | undefined => (isRefusal(error) ? error.constraint : undefined)

/** The table whose row still names what was to be deleted; undefined for other errors. */
export const referrerOf = (error: unknown): string | undefined => (isRefusal(error) && error.code === '23503' ? error.table : undefined)

/** True where the transaction lost a race and doing it again is right. */
export const isConflict = (error: unknown): boolean => isRefusal(error) && (error.code === '40001' || error.code === '40P01')

/** True where a lock was not to be had in the time that its transaction gives itself (`lock_timeout`). */
export const isLockTimeout = (error: unknown): boolean => isRefusal(error) && error.code === '55P03'

/** What the server says while it goes down or comes up, by class 08 or: 25006 and 0A000 are a standby's, that is not yet what it becomes. */
const AWAY = new Set(['57P01', '57P02', '57P03', '57P05', '25006'])
const NO_NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])
const BY_SOCKET = new Set(['connect', 'read', 'write', 'getaddrinfo'])
/** The driver's own words, which have no code. */
const BROKEN =
  /^(Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable)/

const isUnreachable = (error: Error & { code?: unknown; syscall?: unknown; errors?: unknown }): boolean =>
  // Tried by several addresses, an error for each; only the first says more than the code.
  (Array.isArray(error.errors) && error.errors.some((one) => one instanceof Error && isUnreachable(one))) ||
  (NO_NETWORK.has(String(error.code)) && BY_SOCKET.has(String(error.syscall)) && (error.code !== 'ENOENT' || error.syscall === 'connect'))

/**
 * True where the server was away or the connection to it broke. What was asked for last may be done or not: a write is safe to repeat
 * only by its replay key.
 */
export const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (isRefusal(error))
    return AWAY.has(error.code) || error.code.startsWith('08') || (error.code === '0A000' && /hot standby/.test(error.message))
  return BROKEN.test(error.message) || isUnreachable(error)
}

/**
 * True where every connection of the pool was somebody else's for as long as one waits for one (the driver's own words): nothing of what was asked for has
 * been done.
 */
export const isCrowded = (error: unknown): boolean => error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** True where there is no room: on the disk of the files, or on the store's. */
export const isFull = (error: unknown): boolean =>
  isRefusal(error) ? error.code === '53100' : ['ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown } | null)?.code))

/** True where a transaction that may only read was told to write. */
export const isReadOnly = (error: unknown): boolean => isRefusal(error) && error.code === '25006'

/** True where a statement took longer than it may. */
export const isLate = (error: unknown): boolean => isRefusal(error) && error.code === '57014'

/** True where a table was held by others for longer than the caller would wait. */
export const isBusy = (error: unknown): boolean => isRefusal(error) && error.code === '55P03'

/** True where a column or table is not there: what is declared at run time may just have changed. */
export const isOutdated = (error: unknown): boolean => isRefusal(error) && (error.code === '42703' || error.code === '42P01')

/** What constraints mean to staff, by name: the sentence that a caller reads. */
export type Constraints = Readonly<Record<string, string>>

const meanings = new Map<string, string>()

/** Adds what constraints mean: those of the domains stand in their constraints.ts (server/wiring.ts). */
export const explainConstraints = (constraints: Constraints): void => {
  for (const [name, message] of Object.entries(constraints)) meanings.set(name, message)
}

/** Gives the column of a resource that a refusal of the store is about: of a group that must be unique, the first; undefined for others. */
export const uniqueColumnOf = (
  { table, unique }: { table: string; unique: readonly (readonly string[])[] },
  error: unknown,
): string | undefined => {
  const constraint = constraintOf(error)
  return unique.find((group) => [table, ...group, 'key'].join('_').slice(0, 60) === constraint)?.[0]
}

/** True where the store refused a row of a table since what may be there but once is there already: by its name or number, or within a state. */
export const isThereAlready = ({ table }: { table: string }, error: unknown): boolean =>
  isRefusal(error) && error.code === '23505' && error.table === table

/** Gives the refusal that a caller reads for a rule that the database holds; other errors are given back as they are. */
export const readableProblem = (error: unknown): unknown => {
  if (!isRefusal(error)) return error
  const known = error.constraint ? meanings.get(error.constraint) : undefined
  switch (error.code) {
    case '23505':
      return new CallError(409, known ?? '已有相同的记录，请勿重复登记')
    case '23P01':
      return new CallError(409, known ?? '与已有记录的时间冲突')
    case '23503':
      return new CallError(409, known ?? (error.detail?.includes('still referenced') ? '该记录已被使用，不能删除' : NAMES_NOTHING))
    case '23514':
    case '23502':
      return new CallError(400, known ?? '提交的内容不符合规则')
    case '22003':
    case '22021':
    case '22P02':
    case '22P05':
    case '22008':
      return new CallError(400, '提交的内容超出可保存的范围')
    case '57014':
      return new CallError(429, '操作超过一分钟没有完成，已取消，请稍后再试', { seconds: 60 })
    case 'P0001':
      return new CallError(409, known ?? '当前状态不允许此操作')
    default:
      return error
  }
}
