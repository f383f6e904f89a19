import type { FormSchema, FormValue } from '../../../src/core/form.ts'
import type { Setting } from '../../../src/core/setting.ts'
import type { Config } from '../../config.ts'

type Check = (values: never, config: Config) => void | Promise<void>

const known = new Map<string, Check>()

/** Has a setting judged before it is saved, by what no form can say: its values with its keys in clear, and what the operator has set. `check` throws a CallError that names the field. */
export const checkSetting = <S extends FormSchema>(
  { name }: Setting<S>,
  check: (values: Partial<FormValue<S>>, config: Config) => void | Promise<void>,
): void => {
  known.set(name, check as Check)
}

/** Throws what the setting's domain finds wrong. `open` is asked only where there is someone to judge. */
export const checkSaved = async (
  { name }: Pick<Setting, 'name'>,
  config: Config,
  open: () => Promise<Readonly<Record<string, unknown>>>,
): Promise<void> => {
  const check = known.get(name)
  if (check) await check((await open()) as never, config)
}
