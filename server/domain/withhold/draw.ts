import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import type { Presenting } from '../../calls/defineCall.ts'
import { writeLayout } from '../../imports/layouts/writeLayout.ts'
import { sealedName } from '../../store/bringUp/tables.ts'
import type { Database } from '../../store/connection/database.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { formatOf } from './formats.ts'

/** A batch as its files name it. */
export interface Batch {
  batch_id: number
  sn: string
  kind: number
  layout: number
  merchant: string | null
  /** YYYY-MM-DD. */
  day: string
}

/** A row of a file as its line has it: whatever a layout may ask for. */
export type OrderRow = Readonly<Record<string, string | number | null>>

interface Row {
  row_no: number
  file_id: number
  name: string
  price: number
  account: Buffer
  card: Buffer | null
  bank: string | null
  bank_no: string | null
  agreement: string | null
}

/** What the head of a file tells: whose it is, and which. */
export const toldOf = ({ merchant }: Pick<Batch, 'merchant'>, number: string) => ({ merchant: merchant ?? '', batch: number })

/** Gives a row as layouts have it. */
export const orderRow = (
  batch: Batch,
  row: Omit<Row, 'account' | 'card' | 'file_id'> & { account: string; card: string | null },
): OrderRow => ({
  row_no: String(row.row_no),
  account: row.account,
  name: row.name,
  price: row.price,
  bank: row.bank,
  bank_no: row.bank_no,
  // A bank's number is asked for where the account is with another bank.
  crosses: row.bank_no === null ? '0' : '1',
  is_card: '0',
  agreement: row.agreement,
  id_kind: row.card === null ? null : '01',
  id_number: row.card,
  mark: `${batch.sn}-${row.row_no}`,
  day: batch.day,
  purpose: '租金代扣',
  note: null,
  paid: null,
  status: null,
  message: null,
})

/** Gives the rows of a batch that was sent, by file, their accounts whole. A card goes along where the account is in the tenant's own name. */
const rowsOf = async (db: Database, batch: Batch): Promise<Map<number, OrderRow[]>> => {
  const { rows } = await sql<Row>`
    select line.row_no, line.file_id, min(line.custom_name) as name, sum(line.price)::bigint as price,
      (array_agg(line.${sql.id(sealedName('account'))} order by line.line_id))[1] as account,
      (array_agg(l.${sql.id(sealedName('card'))} order by line.line_id) filter (where l.name = line.custom_name))[1] as card,
      (array_agg(line.bank order by line.line_id))[1] as bank, (array_agg(line.bank_no order by line.line_id))[1] as bank_no,
      (array_agg(line.agreement order by line.line_id))[1] as agreement
    from withhold_line line left join lessee l on l.custom_id = line.custom_id
    where line.batch_id = ${batch.batch_id} and line.file_id is not null
    group by line.file_id, line.row_no order by line.row_no
  `.execute(db)
  const sealer = sealerOf(db)
  const files = new Map<number, OrderRow[]>()
  for (const { account, card, file_id, ...row } of rows) {
    const whole = orderRow(batch, { ...row, account: sealer.open('bank', account), card: card && sealer.open('card', card) })
    const file = files.get(file_id)
    if (file) file.push(whole)
    else files.set(file_id, [whole])
  }
  return files
}

const zipped = async (files: readonly { name: string; bytes: Buffer }[]): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const { name, bytes } of files) zip.addBuffer(bytes, name)
  zip.end()
  return buffer(zip.outputStream)
}

/** Gives the files of a batch that was sent: one as it is, several in an archive. Drawn when what was logged is committed, and kept nowhere. */
export const drawFiles = async (batch: Batch, { db }: Presenting): Promise<{ name: string; base64: string }> => {
  const { rows: files } = await sql<{ file_id: number; number: string }>`
    select file_id, number from withhold_file where batch_id = ${batch.batch_id} order by file_id
  `.execute(db)
  const rows = await rowsOf(db, batch)
  const { order } = formatOf(batch.layout)
  const drawn = files.map(({ file_id, number }) => ({
    name: `${number}.txt`,
    bytes: writeLayout(order, (rows.get(file_id) ?? []) as never, toldOf(batch, number)),
  }))
  const [only, ...others] = drawn
  if (only && others.length === 0) return { name: only.name, base64: only.bytes.toString('base64') }
  return { name: `${batch.sn}.zip`, base64: (await zipped(drawn)).toString('base64') }
}
