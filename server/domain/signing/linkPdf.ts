import { sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { type Link, viaLink } from '../../caller/links/link.ts'
import type { PrintGround } from '../../prints/definePrint.ts'
import { drawPapers, drawPreview, keptPapers } from '../../prints/draw.ts'
import { printDisk } from '../../prints/files.ts'
import { printNamed } from '../../prints/registry.ts'
import type { Database } from '../../store/connection/database.ts'
import { inTransaction } from '../../store/connection/transaction.ts'
import { logDeed } from '../../store/writing/deeds.ts'
import { contractTemplate } from '../contract/index.ts'
import { signableOf } from './signables.ts'
import { previewValues } from './view.ts'

/** A file for the tenant, and what it is called. */
export interface LinkFile {
  name: string
  content: NodeJS.ReadableStream | Buffer
}

const signedId = async (db: Database, { resource, record_id }: Link): Promise<number | null> => {
  const { rows } = await sql<{ print_id: number }>`
    select print_id from print where name = ${signableOf(resource).paper} and record_id = ${record_id}
  `.execute(db)
  return rows[0]?.print_id ?? null
}

/** Draws what is signed and not drawn yet, and gives the kept file. */
const signedFile = async (ground: PrintGround, { resource }: Link, print_id: number): Promise<NodeJS.ReadableStream | null> => {
  await drawPapers(ground, printNamed(signableOf(resource).paper), [print_id])
  const sha256 = (await keptPapers(ground.db, [print_id])).get(print_id)?.sha256 ?? ''
  return (await printDisk(ground.dataDir).read(sha256, 'full'))?.stream ?? null
}

/**
 * Gives the contract of a link as a PDF: the one that is signed, unchanged, once it is; before, what there is to sign, masked. Each is noted as done by the tenant.
 * Null where the file is gone.
 */
export const linkPdf = async (ground: PrintGround, link: Link, address: string): Promise<LinkFile | null> => {
  const now = Math.floor(Date.now() / 1000)
  const print_id = link.isUsed ? await signedId(ground.db, link) : null
  const label = print_id === null ? '租客查看合同 PDF' : '租客下载电子合同'
  const content =
    print_id === null
      ? Buffer.from(await drawPreview(contractTemplate, await previewValues(ground.db, link, now)))
      : await signedFile(ground, link, print_id)
  if (!content) return null
  const actor = { userId: null, path: '/t/contract.pdf', label, address, via: viaLink(link) }
  await inTransaction(ground.db, actor, async (tx) => {
    const resource = resourceNamed(link.resource)
    const { rows } = await sql<{ title: string }>`
      select ${sql.ref(resource.title)}::text as title from ${sql.table(resource.table)} where ${sql.ref(resource.key)} = ${link.record_id}
    `.execute(tx)
    await logDeed(tx, { resource, key: link.record_id, title: rows[0]?.title ?? '', p_id: link.p_id })
  })
  return { name: print_id === null ? '合同' : '电子合同', content }
}
