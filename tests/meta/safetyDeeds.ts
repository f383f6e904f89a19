import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { callsOfSetting } from '../../src/derive/settings.ts'
import safety from '../../src/resources/settings/safety.ts'

type Params = Record<string, unknown>

interface Office {
  /** Gives what a call of an administrator answers. */
  made: (path: string, params: Params) => Promise<Params>
  /** Gives the id that a statement returns. */
  inserted: (text: string) => Promise<number>
}

/** Params of what is done of backups, once it is set where they go. */
export const safetyDeeds = ({ made, inserted }: Office): Readonly<Record<string, () => Promise<Params>>> => {
  const folder = mkdtempSync(join('/var/tmp', 'anju-deeds-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const paths = callsOfSetting(safety)
  const settled = async (): Promise<Params> => {
    const { version, values } = (await made(paths.detail, {})) as { version: number; values: Params }
    await made(paths.save, { backup_at: '03:40', drill_at: '04:20', keep: 7, ...values, place: 2, folder, version })
    return {}
  }
  return {
    '/api/backup_copy/make': settled,
    '/api/restore_drill/run': settled,
    '/api/backup_copy/sheet': async () => ({
      copy_id: await inserted(
        "insert into backup_copy (place, name, finished_at, key) values ('/mnt/b', '20261122T034000Z', 1795000000, 1) on conflict (place, name) do update set files = 1 returning copy_id as id",
      ),
    }),
  }
}
