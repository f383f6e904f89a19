import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { audit } from '../audit.ts'
import { kyselyOn, openPool } from '../store/connection/database.ts'
import { type Log, startEmbedded } from '../store/embedded/index.ts'
import { copyTree } from './copyTree.ts'

/**
 * Opens a backup's database and compares all that it keeps with what it is made of, on a copy of the copy: a database that starts writes.
 * Gives what to tell the operator, and whether all agrees. Throws EmbeddedError where it does not open.
 */
export const openCopy = async (folder: string, log: Log): Promise<{ text: string; isRight: boolean }> => {
  const scratch = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`))
  try {
    // As root the server runs as another user, who has to walk through.
    await chmod(scratch, 0o711)
    for (const name of ['pg', 'pg.password']) await copyTree(join(folder, name), join(scratch, name))
    const embedded = await startEmbedded({ dataDir: scratch, log })
    const db = kyselyOn(openPool(embedded.connection, 1))
    try {
      return await audit(db)
    } finally {
      await db.destroy()
      await embedded.stop()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
