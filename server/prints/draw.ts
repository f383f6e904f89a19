import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import { dateOf } from '../../src/protocol/dates.ts'
import { makeThread } from '../load/thread.ts'
import type { Database } from '../store/connection/database.ts'
import { sealerOf } from '../store/sealing/sealer.ts'
import type { PrintContent, PrintGround, PrintSpec } from './definePrint.ts'
import type { Drawn, DrawTask } from './drawThread.ts'
import drawThread from './drawThread.ts?thread'
import { printDisk } from './files.ts'
import { printedPictures } from './pictures.ts'
import prelude from './prelude.typ?raw'

/** So many at once keep nobody who prints one waiting for long. */
const AT_ONCE = 20

/** Drawing takes some milliseconds a paper: not in the thread that answers all calls. */
const drawn = makeThread<DrawTask, Drawn[]>({
  file: drawThread,
  waiting: 20,
  patience: 30,
  full: '正在打印的太多，请稍后再试',
  seconds: 30,
  late: '生成 PDF 超过 30 秒没有完成，已停止，请稍后再试',
})

interface Undrawn {
  print_id: number
  number: string
  content: PrintContent
  sealed: Buffer | null
  created_at: number
  made_by: string
}

const undrawnOf = async (db: Database, ids: readonly number[]): Promise<Undrawn[]> => {
  const { rows } = await sql<Undrawn>`
    select p.print_id, p.number, p.content, s.sealed, p.created_at, coalesce(a.name, '') as made_by
    from print p left join account a on a.user_id = p.created_by left join print_sealed s on s.print_id = p.print_id
    where p.print_id = any(${ids}::integer[]) and p.sha256 is null order by p.number
  `.execute(db)
  return rows
}

const portionsOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, index) => all.slice(index * AT_ONCE, (index + 1) * AT_ONCE))

/** Of two who drew the same paper at once the first one's is kept. What was sealed for drawing it is not needed any more. */
const keep = async ({ db, dataDir }: PrintGround, papers: readonly Undrawn[], made: readonly Drawn[]): Promise<void> => {
  const disk = printDisk(dataDir)
  const kept = await Promise.all(
    made.map(async ({ pdf, missing }, index) => {
      const sha256 = createHash('sha256').update(pdf).digest('hex')
      await disk.write(sha256, 'full', Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
      return { print_id: papers[index]?.print_id, sha256, missing }
    }),
  )
  await sql`
    update print set sha256 = kept.sha256, missing = kept.missing
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as kept (print_id integer, sha256 text, missing text)
    where print.print_id = kept.print_id and print.sha256 is null
  `.execute(db)
  await sql`delete from print_sealed where print_id = any(${kept.map(({ print_id }) => print_id)}::integer[])`.execute(db)
}

const numbersIn = (db: Database, { number, sealed }: Undrawn): Record<string, string> =>
  sealed ? JSON.parse(sealerOf(db).openFile(`print ${number}`, sealed).toString()) : {}

/** Gives drawn papers as they are kept. */
const finished = async (ground: PrintGround, spec: PrintSpec, papers: readonly Undrawn[], made: readonly Drawn[]): Promise<Drawn[]> => {
  const { finish } = spec
  if (!finish) return [...made]
  return Promise.all(
    made.map(async ({ pdf, missing }, index) => {
      const { number, content } = papers[index] as Undrawn
      return { pdf: await finish(ground, { pdf, number, content }), missing }
    }),
  )
}

/** Draws what is only looked at: no number, nothing kept. Throws 429 where too much is being drawn. */
export const drawPreview = async (template: string, values: Readonly<Record<string, unknown>>): Promise<Uint8Array> => {
  const [made] = await drawn({ template: `${prelude}\n${template}`, papers: [{ values, pictures: {} }] })
  if (!made) throw new Error('nothing was drawn')
  return made.pdf
}

/**
 * Draws those of these papers that are not drawn yet, and keeps their files with their SHA-256: what each says was settled with its number,
 * so it does not matter when, or on which node. `tell` hears how many are done. Throws 429 where too much is being printed.
 */
export const drawPapers = async (
  ground: PrintGround,
  spec: PrintSpec,
  printIds: readonly number[],
  { tell, signal }: { tell?: (done: number) => void; signal?: AbortSignal } = {},
): Promise<void> => {
  const undrawn = await undrawnOf(ground.db, printIds)
  const ids = undrawn.flatMap(({ content }) => Object.values(content.pictures ?? {}))
  const pictures = await printedPictures(ground.db, ground.dataDir, [...new Set(ids)])
  const taskOf = (papers: readonly Undrawn[]): DrawTask => ({
    template: `${prelude}\n${spec.template}`,
    papers: papers.map((paper) => {
      const { number, content, created_at, made_by } = paper
      return {
        values: {
          ...{ title: `${spec.label} ${number}`, ...content.values, numbers: numbersIn(ground.db, paper) },
          ...{ number, made_on: dateOf(created_at), made_by },
        },
        pictures: Object.fromEntries(
          Object.entries(content.pictures ?? {}).flatMap(([name, id]): [string, Uint8Array][] => {
            const png = pictures.get(id)
            return png ? [[name, png]] : []
          }),
        ),
      }
    }),
  })
  let done = printIds.length - undrawn.length
  let keeping: Promise<void> = Promise.resolve()
  for (const papers of portionsOf(undrawn)) {
    signal?.throwIfAborted()
    // These are drawn while those before are written.
    const [made] = await Promise.all([drawn(taskOf(papers)), keeping])
    done += papers.length
    const count = done
    const whole = await finished(ground, spec, papers, made)
    keeping = keep(ground, papers, whole).then(() => tell?.(count))
  }
  await keeping
}

/** Gives the SHA-256 of these papers by number of the print, and the signs that each lacks; throws 409 for one that is not drawn. */
export const keptPapers = async (
  db: Database,
  printIds: readonly number[],
): Promise<ReadonlyMap<number, { sha256: string; missing: string }>> => {
  const { rows } = await sql<{ print_id: number; sha256: string | null; missing: string }>`
    select print_id, sha256, missing from print where print_id = any(${printIds}::integer[])
  `.execute(db)
  return new Map(
    rows.map(({ print_id, sha256, missing }) => {
      if (sha256 === null) throw new CallError(409, '还没有生成，请再打印一次')
      return [print_id, { sha256, missing }]
    }),
  )
}
