import { setImmediate as turn } from 'node:timers/promises'
import { CallError } from '../../../src/core/errors.ts'
import type { Upload } from '../../files/upload.ts'
import { readLayout } from '../../imports/layouts/readLayout.ts'
import { fileHash } from '../../imports/layouts/sameFile.ts'
import type { Database } from '../../store/connection/database.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { type BureauRow, bureauFile } from './bureaus.ts'

/** A bureau's file as it was read: its lines, and the hash of each one's card, in their order. */
export interface ReadFile {
  name: string
  sha256: string
  rows: readonly BureauRow[]
  hashes: readonly Buffer[]
}

/** So many cards are hashed before others have their turn. */
const SPELL = 2000

/** Reads a bureau's file, before any connection is taken. Throws 400 at `file`, with the line and the reason, for what is not whole and right. */
export const readFile = async ({
  db,
  file,
  params,
}: {
  db: Database
  file: Upload | null
  params: Readonly<Record<string, unknown>>
}): Promise<ReadFile> => {
  if (!file) throw new CallError(400, '请选择文件', { field: 'file' })
  const rows = (await readLayout(bureauFile(Number(params.bureau)).layout, file.bytes)) as BureauRow[]
  if (rows.length === 0) throw new CallError(400, '文件里一行也没有', { field: 'file' })
  const sealer = sealerOf(db)
  const hashes: Buffer[] = []
  for (const { card } of rows) {
    hashes.push(sealer.hash('card', card))
    if (hashes.length % SPELL === 0) await turn()
  }
  return { name: file.name, sha256: fileHash(file.bytes), rows, hashes }
}
