import { chunk, isEqual } from 'es-toolkit'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf, secondsOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import statement from '../../../src/resources/statement/statement.ts'
import statementLine from '../../../src/resources/statement/statementLine.ts'
import { headings, type readForm } from '../../../src/schemas/statement/statement.ts'
import type { Session } from '../../caller/session.ts'
import type { Context } from '../../calls/defineCall.ts'
import { ownProject } from '../../calls/ownProject.ts'
import type { Upload } from '../../files/upload.ts'
import { fileHash, refuseSameFile } from '../../imports/layouts/sameFile.ts'
import { addJob } from '../../jobs/queue.ts'
import { hashName } from '../../store/bringUp/tables.ts'
import type { Database, Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { insertRow, insertRows } from '../../store/writing/write.ts'
import { statementJob } from './jobs.ts'
import { holdAccounts } from './lines.ts'
import { rememberKnown } from './passOn.ts'
import { readFile } from './readFile.ts'
import { kindOf, NO_PARTY } from './rules/kinds.ts'
import { MINUTES_APART, markAcross, markOf } from './rules/marks.ts'
import type { Mapping, ReadStatement, StatementLine } from './rules/statement.ts'

type Asked = FormValue<typeof readForm>

/** A statement's file as it was read, the marks by which its lines are known again, and what was told of its columns. */
export interface ReadFile {
  name: string
  sha256: string
  read: ReadStatement
  marks: readonly string[]
  /** Those that a channel's other file may have of them, on the other side of midnight. */
  across: readonly (string | null)[]
  told: Partial<Mapping>
}

const HEADINGS = Object.keys(headings) as (keyof typeof headings)[]

const toldBy = (params: Readonly<Record<string, unknown>>): Partial<Mapping> =>
  Object.fromEntries(HEADINGS.flatMap((name) => (typeof params[name] === 'string' && params[name] !== '' ? [[name, params[name]]] : [])))

/** What somebody told before of the files of an account, the last first. */
const rememberedOf = async (db: Database, own_account_id: number): Promise<Partial<Mapping>[]> => {
  const { rows } = await sql<Record<string, string | null>>`
    select ${sql.join(HEADINGS.map((name) => sql.ref(name)))} from statement_form where own_account_id = ${own_account_id} order by form_id desc limit 20
  `.execute(db)
  return rows.map(toldBy)
}

/** Reads a statement's file, before any connection is held. Throws 400 at `file`, with the line and the reason, for what is not whole and right. */
export const readStatementFile = async ({
  db,
  file,
  params,
}: {
  db: Database
  file: Upload | null
  params: Readonly<Record<string, unknown>>
}): Promise<ReadFile> => {
  if (!file) throw new CallError(400, '请选择文件', { field: 'file' })
  const told = toldBy(params)
  const isTold = Object.keys(told).length > 0
  const read = await readFile(
    file.name,
    file.bytes,
    isTold ? told : null,
    isTold ? [] : await rememberedOf(db, Number(params.own_account_id)),
  )
  const hashOf = (mark: string): string => fileHash(Buffer.from(mark))
  const marks = markOf(read.lines).map(hashOf)
  const across = read.isOfChannel ? markAcross(read.lines).map((mark) => mark && hashOf(mark)) : []
  return { name: file.name, sha256: fileHash(file.bytes), read, marks, across, told }
}

const refused = (field: string, message: string): CallError => new CallError(400, message, { field })

/** So many lines are written by one statement. */
const AT_ONCE = 5000

const yuan = (fen: number): string => `¥${fenToYuan(fen)}`

/** What was there before and after, in fen: by the file, or by what was typed, which then has to agree. Throws 400 where nothing tells whether the file is whole. */
const endsOf = ({ read }: ReadFile, typed: number | undefined): { opening: number | null; closing: number | null } => {
  const { opening, closing, isChecked, lines } = read
  if (typed === undefined) {
    if (!isChecked) throw refused('closing', '文件里没有余额，也没有合计，请填写对账单上的期末余额')
    return { opening, closing }
  }
  if (closing !== null && closing !== typed) throw refused('closing', `文件的期末余额是 ${yuan(closing)}，与填写的不同，文件可能没有传完整`)
  return { opening: opening ?? typed - lines.reduce((sum, { price }) => sum + price, 0), closing: typed }
}

/** How much the account had more, or less, when the statement begins than when the last one before it ended; null where there is none. */
const gapBefore = async (tx: Tx, own_account_id: number, { read }: ReadFile, opening: number | null): Promise<number | null> => {
  if (opening === null) return null
  const { rows } = await sql<{ balance: number | null }>`
    select balance from statement_line where own_account_id = ${own_account_id} and status in (${inSet(statementLine, 'live')}) and day < ${read.from}::date
    order by day desc, deal_time desc, line_id desc limit 1
  `.execute(tx)
  const before = rows[0]?.balance
  return before === undefined || before === null ? null : opening - before
}

const NUMBER = sql.id(hashName('number'))

const numberLike = /^[\d*]{4,40}$/

/** Gives which of the accounts that lines name are the operator's other ones: what comes from there nobody has paid. */
const ownNumbers = async (tx: Tx, own_account_id: number, lines: readonly StatementLine[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ hash: Buffer }>`
    select ${NUMBER} as hash from own_account where own_account_id <> ${own_account_id} and ${NUMBER} is not null
  `.execute(tx)
  const known = new Set(rows.map(({ hash }) => hash.toString('hex')))
  const told = known.size === 0 ? [] : new Set(lines.map(({ account }) => account).filter((account) => numberLike.test(account)))
  return new Set([...told].filter((account) => known.has(sealerOf(tx).hash('bank', account).toString('hex'))))
}

const momentOf = ({ day, time }: StatementLine): number => secondsOf(`${day} ${time ?? '00:00:00'}`) ?? 0

const rowOf = (told: StatementLine, mark: string, own: ReadonlySet<string>) => {
  const { row, day, time: _time, price, balance, account, note, serial, ...line } = told
  const isNumber = numberLike.test(account)
  // What is no account's number tells who it is all the same.
  const party = line.party || (isNumber ? '' : account) || NO_PARTY
  const type = price > 0 ? 1 : 2
  return {
    ...{
      day,
      deal_time: momentOf(told),
      file_row: row,
      kind: kindOf({ ...line, type, party, note, isFromOwn: own.has(account) }),
      mark,
      type,
    },
    ...{ price: Math.abs(price), balance, party: party.slice(0, 120), note: note.slice(0, 500), serial: serial.slice(0, 100) },
    ...(isNumber ? { party_account: account } : {}),
  }
}

/** Gives which line of the account a line of the file is that was read before, in whichever file; null of one that is new. */
const knownLines = async (tx: Tx, own_account_id: number, { marks, across }: ReadFile) => {
  const asked = [...marks, ...across.flatMap((mark) => mark ?? [])]
  const { rows } = await sql<{ mark: string; deal_time: number; line_id: number }>`
    select mark, deal_time, line_id from statement_line where own_account_id = ${own_account_id} and status in (${inSet(statementLine, 'live')}) and mark = any(${keyList(asked, 'text')})
  `.execute(tx)
  const before = new Map(rows.map(({ mark, ...line }) => [mark, line]))
  return (line: StatementLine, place: number): number | null => {
    const same = before.get(marks[place] ?? '')
    if (same) return same.line_id
    const near = before.get(across[place] ?? '')
    return near && Math.abs(near.deal_time - momentOf(line)) < MINUTES_APART * 60 ? near.line_id : null
  }
}

const remember = async (tx: Tx, own_account_id: number, told: Partial<Mapping>, userId: number): Promise<void> => {
  if (Object.keys(told).length === 0) return
  const names = sql.join(HEADINGS.map((name) => sql.ref(name)))
  const { rows } = await sql<
    Record<string, string | null>
  >`select ${names} from statement_form where own_account_id = ${own_account_id}`.execute(tx)
  if (!rows.some((row) => isEqual(toldBy(row), told)))
    await insertRow(tx, resourceNamed('statement_form'), { own_account_id, ...told }, userId)
}

/**
 * Keeps the lines of the file that was sent, those that were read before left out, and has the system settle what is certain: all or nothing. Gives what staff read
 * of it. Throws 400 where the project is none of the caller's, where the end of it is wrong or unknown; 409 where the very same file was read before.
 */
export const readStatementIn = async (context: Context<Session, ReadFile>, { own_account_id, closing: typed, enters, p_id }: Asked) => {
  const { tx, session, prepared, now } = context
  const { read, name, sha256, told } = prepared
  const project = await ownProject(tx, session.scope, p_id)
  if (read.to > dateOf(now)) throw refused('file', `有今天以后的行（${read.to}），文件不对`)
  await holdAccounts(tx)
  const { rows: accounts } = await sql`select from own_account where own_account_id = ${own_account_id} and retired = 0`.execute(tx)
  if (accounts.length === 0) throw refused('own_account_id', '所选账户不存在或已停用')
  await refuseSameFile(tx, 'statement', sha256, project, sql`b.status <> ${inState(statement, 'undone')}`)
  const ends = endsOf(prepared, typed)
  const knownOf = await knownLines(tx, own_account_id, prepared)
  const own = await ownNumbers(tx, own_account_id, read.lines)
  const before = read.lines.map(knownOf)
  const known = read.lines.flatMap(({ row: file_row }, place) => {
    const line_id = before[place] ?? null
    return line_id === null ? [] : [{ line_id, file_row }]
  })
  const news = read.lines.flatMap((line, place) => (before[place] === null ? [rowOf(line, prepared.marks[place] ?? '', own)] : []))
  const sum = (type: number): number => news.reduce((total, line) => total + (line.type === type ? line.price : 0), 0)
  const counts = { lines: news.length, known: known.length, income: sum(1), outgo: sum(2) }
  const gap = await gapBefore(tx, own_account_id, prepared, ends.opening)
  const made = {
    own_account_id,
    from_day: read.from,
    to_day: read.to,
    ...counts,
    ...ends,
    gap,
    enters: enters ?? 1,
    file_name: name.slice(0, 200),
    sha256,
    p_id: project,
  }
  const statement_id = await insertRow(tx, resourceNamed(statement.name), made, session.userId)
  for (const part of chunk(news, AT_ONCE))
    await insertRows(
      tx,
      resourceNamed(statementLine.name),
      part.map((line) => ({ ...line, statement_id, own_account_id, p_id: project })),
      session.userId,
    )
  await rememberKnown(tx, statement_id, known)
  await remember(tx, own_account_id, told, session.userId)
  await addJob(tx, statementJob, { msg: statementJob.label, type: 0, params: {}, userId: session.userId })
  const others = counts.known > 0 ? `，另 ${counts.known} 行以前已有` : ''
  const doubt = gap ? `；期初与上一份相差 ${yuan(gap)}，中间可能缺对账单` : ''
  return { statement_id, ...counts, said: `读入 ${counts.lines} 行${others}，正在勾对${doubt}` }
}
