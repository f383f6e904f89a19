import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { canGiveCode, ownRights } from '../../domain/account/index.ts'
import type { PaperReads } from '../../prints/definePrint.ts'
import { printDisk, withPapers } from '../../prints/files.ts'
import { codesOpening, printsByName } from '../../prints/registry.ts'
import { stampedPaper } from '../../prints/stamp.ts'
import { allOf, covers, scopeCondition, scopeOf } from '../../store/reading/filters.ts'
import { download, numberIn, sendFile, sessionOf } from '../download.ts'
import type { Ground } from '../runCall.ts'

type Asked = FastifyRequest<{ Params: { id: string } }>

interface Kept {
  name: string
  number: string
  label: string
  record_id: number
  sha256: string
  copies: number
  reads: PaperReads | null
}

/**
 * Adds GET /files/prints/<print_id>: a paper as it was handed out, for whoever may print it and sees its record and the rows that it says now. Everyone else, and what is
 * not there, gets 404; without the code 403.
 */
export const addPrintRoutes = (app: FastifyInstance, { db, config }: Ground): void => {
  const disk = printDisk(config.dataDir)
  const find = async (id: number): Promise<Kept> => {
    const { rows } =
      await sql<Kept>`select name, number, label, record_id, sha256, copies, content -> 'reads' as reads from print where print_id = ${id} and sha256 is not null`.execute(
        db,
      )
    if (!rows[0]) throw new CallError(404)
    return rows[0]
  }
  app.get(
    '/files/prints/:id',
    { logLevel: 'warn' },
    download(async (request: Asked, reply) => {
      const id = numberIn(request.params.id)
      const session = await sessionOf(db, request)
      const { name, number, label, record_id, sha256, copies, reads } = await find(id)
      const spec = printsByName().get(name)
      if (!spec) throw new CallError(404)
      const own = await ownRights(db, session)
      const has = (code: string): boolean => canGiveCode(own, code)
      if (!codesOpening(spec).some(has) || !(reads?.codes ?? []).every(has)) throw new CallError(403, `没有权限：打印${spec.label}`)
      if (reads && !covers(session.scope, reads.projects)) throw new CallError(404)
      const resource = resourceNamed(spec.of)
      const isHis = allOf([sql`${sql.ref(`t.${resource.key}`)} = ${record_id}`, ...scopeCondition(resource, scopeOf(resource, session))])
      const { rows } = await sql`select from ${sql.table(resource.source)} as t where ${isHis}`.execute(db)
      if (rows.length === 0) throw new CallError(404)
      const paper = { mime: 'application/pdf', extension: 'pdf', name: `${label} ${number}`, plain: 'print', isShown: true }
      const marked = spec.marksCopies ? await withPapers(disk, [sha256], ([path = '']) => stampedPaper(path, copies)) : null
      if (marked) return sendFile(reply, { ...paper, content: Buffer.from(marked) })
      const open = await disk.read(sha256, 'full')
      if (!open) throw new CallError(404)
      return sendFile(reply, { ...paper, content: open.stream, bytes: open.bytes })
    }),
  )
}
