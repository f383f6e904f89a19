import { totalmem } from 'node:os'
import type { Binaries } from './binaries.ts'
import type { Paths } from './paths.ts'
import type { Address } from './types.ts'

/**
 * The command line of the server. Settings stand here and not in postgresql.conf, so that every start has the ones of this version;
 * an operator with other needs brings an own PostgreSQL with DATABASE_URL.
 */
export function serverArgs(paths: Paths, address: Address, binaries: Binaries, more: Record<string, string>): string[] {
  const settings = { ...serverSettings(address, binaries), ...more }
  return ['-D', paths.pg, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** What lets the log be kept for backups from any moment on: whether it is, a setting that can be changed while people work says (`archivingStatements`). */
export const archivingInto = (folder: string): Record<string, string> => ({
  archive_mode: 'on',
  'basic_archive.archive_directory': folder,
})

/** Nothing is to be done with a finished segment (PostgreSQL manual, archive_command); with no command at all PostgreSQL would keep every one. */
const NO_COMMAND = process.platform === 'win32' ? 'REM' : 'true'

/** What has each finished segment of the log copied into DATA_DIR/wal, by PostgreSQL's own module and without a shell; or no more. One after the other, in no transaction. */
export const archivingStatements = (isOn: boolean): readonly string[] => [
  `alter system set archive_command = '${isOn ? '' : NO_COMMAND}'`,
  `alter system set archive_library = '${isOn ? 'basic_archive' : ''}'`,
  'select pg_reload_conf()',
]

function serverSettings(address: Address, binaries: Binaries): Record<string, string> {
  return {
    ...listening(address),
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    // 10 connections a node (POOL_SIZE) for a handful of nodes, jobs and a psql.
    max_connections: '60',
    ...memory(),
    wal_compression: 'on',
    // SSDs; the default of 4 is a spinning disk's and makes the planner shy of indexes.
    random_page_cost: '1.1',
    // Compiling takes longer than the short queries of a back office run.
    jit: 'off',
    ...(binaries.hasExtension('pg_stat_statements') ? { shared_preload_libraries: 'pg_stat_statements' } : {}),
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '%m [%p] ',
    ...withoutValues,
  }
}

// What people are called and where they can be reached stays out of pg.log: a refused row stands in its error's DETAIL, a value in its
// message, all of both in its statement. The node that asked logs the error, without them.
const withoutValues = {
  log_error_verbosity: 'terse',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}

function listening({ host, port }: Address): Record<string, string> {
  if (process.platform === 'win32') return { listen_addresses: host, port: String(port), unix_socket_directories: '' }
  // The setting is a list separated by commas: quotes keep a path with a comma whole.
  const quoted = `"${host.replaceAll('"', '""')}"`
  return { listen_addresses: '', port: String(port), unix_socket_directories: quoted, unix_socket_permissions: '0700' }
}

// A quarter and a half of the memory, as PostgreSQL's manual advises, but small enough to share the machine with node.
function memory(): Record<string, string> {
  const limit = process.constrainedMemory?.() ?? 0
  const total = Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / 2 ** 20
  const shared = Math.round(Math.min(Math.max(total / 4, 64), 256))
  const cached = Math.round(Math.max(total / 2, 128))
  return { shared_buffers: `${shared}MB`, effective_cache_size: `${cached}MB` }
}
