import { sql } from 'kysely'
import { keyOfCode } from '../../../server/calls/codes.ts'
import { openSession } from '../../../server/domain/account/sessions.ts'
import type { Database, Tx } from '../../../server/store/connection/database.ts'
import { insertRow } from '../../../server/store/writing/write.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { checkCharacterOf } from '../../../src/protocol/creditCode.ts'
import { checkDigitOf } from '../../../src/protocol/idCard.ts'
import type { TestServer } from '../testServer.ts'

type Params = Record<string, unknown>

/** What a fresh store needs before staff can work: two projects, lookups, and the ids that forms name. */
export interface Ground {
  /** Ids of kinds by show_type. */
  kind: Record<1 | 2 | 3, number>
  cost: number
  pledge: number
  simple: number
  tag: number
}

const rowsOf = async <T>(db: Database, text: string): Promise<T[]> => (await sql.raw<T>(text).execute(db)).rows

/** Fills projects 1 (浦东一期) and 2 (徐汇二期) and one row of each lookup, and gives their ids. */
export const fillGround = async ({ db }: TestServer): Promise<Ground> => {
  const idOf = async (text: string): Promise<number> => (await rowsOf<{ id: number }>(db, text))[0]?.id ?? 0
  await rowsOf(db, "insert into project (name) values ('浦东一期'), ('徐汇二期')")
  const kindOf = (name: string, type: number): Promise<number> =>
    idOf(`insert into kind (name, show_type) values ('${name}', ${type}) returning id`)
  return {
    kind: { 1: await kindOf('整栋', 1), 2: await kindOf('一居室', 2), 3: await kindOf('单间', 3) },
    cost: await idOf("insert into cost (name) values ('物业费') returning id"),
    pledge: await idOf("insert into pledge (name) values ('房屋押金') returning id"),
    simple: await idOf("insert into simple (name, call) values ('水', '吨') returning id"),
    tag: await idOf("insert into tags (name) values ('近地铁') returning id"),
  }
}

/** Adds a row as the store writes a declared resource's, personal numbers sealed, and gives its key. */
export const addRow = ({ db }: Pick<TestServer, 'db'>, resource: string, values: Params): Promise<number> =>
  insertRow(db as Tx, resourceNamed(resource), values, null)

/** Gives a valid card number of someone born in March 1990, another for each serial below 30,000. */
export const cardOf = (serial: number): string => {
  const digits = `310101199003${String(1 + Math.floor(serial / 1000)).padStart(2, '0')}${String(serial % 1000).padStart(3, '0')}`
  return digits + checkDigitOf(digits)
}

/** Gives a unified social credit code, another for each serial below a million: 9131, the serial, and what makes it one. */
export const companyCode = (n: number): string => {
  const body = `9131${String(n).padStart(6, '0')}MA1K000`
  return body + checkCharacterOf(body)
}

/** Adds a tenant and gives its key. */
export const addTenant = (server: Pick<TestServer, 'db'>, changes: Params = {}): Promise<number> =>
  addRow(server, 'lessee', { name: '租客', card: '310101199003070019', phone: '13812345678', p_id: 1, ...changes })

let houses = 100

/** A flat in 张杨路 as staff type it, with a house number of its own. */
export const flat = (ground: Ground, changes: Params = {}): Params => ({
  nature: 1,
  province: 31,
  city: 3101,
  county: 310115,
  town: 310115005,
  address: '张杨路',
  region_number: '500',
  choice_get_number: 1,
  region_name: '张杨花苑',
  kind_id: ground.kind[2],
  show_type: 2,
  block_unit: '12',
  cell: '2',
  floor: 5,
  house: String(++houses),
  area: 48.5,
  shi: 1,
  ting: 1,
  wei: 1,
  longitude: 121.518,
  latitude: 31.2304,
  late: 0,
  ...changes,
})

/** Adds a room in 张杨花苑 of project 1 and one in 徐汇花苑 of project 2, and gives both. */
export const roomsInTwoProjects = async (server: TestServer, ground: Ground): Promise<[number, number]> => {
  const admin = await tokenOf(server)
  const roomIn = async (p_id: number, region_name: string): Promise<number> => {
    const made = await server.call('/api/org/add', flat(ground, { p_id, region_name }), admin)
    if (made.code !== 200) throw new Error(made.msg)
    return made.data.org_id[0]
  }
  return [await roomIn(1, '张杨花苑'), await roomIn(2, '徐汇花苑')]
}

/** A building of two floors and three rooms. */
export const building = (ground: Ground, changes: Params = {}): Params => ({
  ...flat(ground),
  kind_id: ground.kind[1],
  show_type: 1,
  name: `${++houses}号楼`,
  all_floor: [
    { level: 1, total: 1 },
    { level: 2, total: 2 },
  ],
  ...changes,
})

/** Money in for a cost item, as staff type it. */
export const flowOf = (ground: Ground, changes: Params = {}): Params => ({
  type: 1,
  price: 12_345,
  custom_name: '王小明',
  from: 2,
  from_id: ground.cost,
  start_date: '2026-01-01',
  end_date: '2026-01-31',
  way: 3,
  ...changes,
})

/** A role's columns that hold these codes: those of calls, and the keys of screens (`key:bill_list`). */
export const rightsOf = (codes: readonly string[]): { permission: readonly string[]; access: readonly string[] } => ({
  permission: codes.filter((code) => keyOfCode(code) === null),
  access: codes.flatMap((code) => keyOfCode(code) ?? []),
})

/** Adds an account with a role of its own (password as admin's) that holds these codes, and gives its id. */
export const addAccount = async (
  { db }: TestServer,
  userName: string,
  codes: readonly string[],
  projects: readonly number[] | null = null,
): Promise<number> => {
  const { permission, access } = rightsOf(codes)
  const { rows } = await sql<{ user_id: number }>`
    with made as (insert into role (name, permission, access) values (${`角色 ${userName}`}, ${permission}::text[], ${access}::text[]) returning role_id)
    insert into account (user_name, name, password, role_id, projects)
    select ${userName}, ${userName}, a.password, made.role_id, ${projects}::integer[] from account a, made where a.user_name = 'admin' returning user_id
  `.execute(db)
  return rows[0]?.user_id ?? 0
}

/** Gives a token of an account without a login, which costs an argon2. Account 1 is admin. */
export const tokenOf = (server: TestServer, userId = 1): Promise<string> => openSession(server.db, userId, 'test', 1)

/** Changes what an account's role may call. */
export const permit = async ({ db }: TestServer, userId: number, codes: readonly string[]): Promise<void> => {
  const { permission, access } = rightsOf(codes)
  await sql`
    update role set permission = ${permission}::text[], access = ${access}::text[] from account a where a.role_id = role.role_id and a.user_id = ${userId}
  `.execute(db)
}

const PASSING = new Set(['session', 'replay', 'login_failure', 'error_log', 'region', 'applied'])

interface Counted {
  moves: string
  counts: Record<string, number>
}
const counting = new WeakMap<Database, Promise<unknown>>()
const counted = new WeakMap<Database, Counted>()

/** A function of the store, for it keeps the plan of a hundred counts; and a number that moves with every row that comes or goes, even to be taken back. */
const addCounting = async (db: Database): Promise<void> => {
  const all = await rowsOf<{ name: string }>(
    db,
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const tables = all.map(({ name }) => name).filter((name) => !PASSING.has(name))
  const counts = tables.map((name) => `select '${name}', count(*) from "${name}"`)
  counts.push("select 'tables', count(*) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace")
  const triggers = tables.map(
    (name) => `create trigger count_moves after insert or delete or truncate on "${name}" execute function count_move();`,
  )
  await sql
    .raw(
      `create function row_counts() returns table (name text, n bigint) language plpgsql as $$ begin return query ${counts.join(' union all ')}; end $$;
       create schema moves;
       create sequence moves.number;
       create function count_move() returns trigger language plpgsql as $$ begin perform nextval('moves.number'); return null; end $$;
       create function table_move() returns event_trigger language plpgsql as $$ begin perform nextval('moves.number'); end $$;
       create event trigger table_moves on ddl_command_end execute function table_move();
       ${triggers.join('\n')}`,
    )
    .execute(db)
}

/**
 * Gives the number of tables, and of rows in each that held the operator's records when it was first asked. Nothing may be written meanwhile.
 * Where nothing has come or gone since the last count, it is that one: most calls that are refused have written nothing at all.
 */
export const rowCounts = async (db: Database): Promise<Record<string, number>> => {
  if (!counting.has(db)) counting.set(db, addCounting(db))
  await counting.get(db)
  const [now] = await rowsOf<{ moves: string }>(db, "select last_value || '/' || is_called as moves from moves.number")
  const moves = now?.moves ?? ''
  const last = counted.get(db)
  if (last?.moves === moves) return last.counts
  const rows = await rowsOf<{ name: string; n: number }>(db, 'select * from row_counts()')
  const counts = Object.fromEntries(rows.map(({ name, n }) => [name, n]))
  counted.set(db, { moves, counts })
  return counts
}
