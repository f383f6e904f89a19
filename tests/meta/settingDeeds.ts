import { settings } from '../../src/declared/settings.ts'
import { callsOfSetting } from '../../src/derive/settings.ts'

type Params = Record<string, unknown>

/** Params of saving each setting as it is, and of putting it back. `made`: gives what a call of an administrator answers. */
export const settingDeeds = (made: (path: string, params: Params) => Promise<Params>): Readonly<Record<string, () => Promise<Params>>> =>
  Object.fromEntries(
    settings.flatMap((setting) => {
      const paths = callsOfSetting(setting)
      const now = async (): Promise<{ version: number; values: Params }> => (await made(paths.detail, {})) as never
      const saved = async (): Promise<Params> => {
        const { values, version } = await now()
        return { ...values, version }
      }
      return [
        [paths.save, saved],
        [paths.restore, async () => ({ to: 0, version: (await made(paths.save, await saved())).version })],
      ]
    }),
  )
