import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormSchema } from '../../../src/core/form.ts'
import { MAX_INT } from '../../../src/core/ids.ts'
import type { Setting } from '../../../src/core/setting.ts'
import { activeValues, validateForm } from '../../../src/derive/forms/validateForm.ts'
import { callsOfSetting, dayFields, differing, formHolding, imageFieldsOf, savedForm, secretsOf } from '../../../src/derive/settings.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import type { SettingChange, SettingInForce } from '../../../src/protocol/types.ts'
import { type Call, type Context, defineCall, noParams } from '../../calls/defineCall.ts'
import { pagedCall } from '../../calls/pagedCall.ts'
import { markUsed } from '../../files/useFiles.ts'
import type { Row } from '../../store/connection/rows.ts'
import { logDeed } from '../../store/writing/deeds.ts'
import { checkSaved } from './checking.ts'
import { holdNamedBy } from './named.ts'
import { seal, unseal } from './secrets.ts'
import { addVersion, readComing, readLast, readVersion, type Values, valuesOf } from './versions.ts'

const versionField = (title: string) =>
  ({ type: 'integer', title, minimum: 0, maximum: MAX_INT, 'x-msg': { required: `请指明${title}` } }) as const

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

/** What someone reads: the values without the keys, and which keys there are. */
const inForce = async ({ tx }: Context, setting: Setting): Promise<SettingInForce> => {
  const now = await readVersion(tx, setting)
  const { version: in_force, content } = now
  const coming = await readComing(tx, setting, now)
  const values = valuesOf(setting.form, content)
  const secrets = secretsOf(setting.form)
  return {
    ...(await readLast(tx, setting)),
    in_force,
    coming,
    values: without(values, secrets),
    held: secrets.filter((name) => name in values),
  }
}

const imagesIn = (form: FormSchema, values: Values): number[] =>
  imageFieldsOf(form).flatMap((name) => (values[name] as number[] | undefined) ?? [])

const note = (context: Context, setting: Setting, version: number): Promise<void> =>
  logDeed(context.tx, { resource: { name: setting.name, area: 'other' }, key: version, title: `${setting.label} 第${version}版` })

const saveParams = (setting: Setting): FormSchema => {
  const form = formHolding(savedForm(setting), secretsOf(setting.form))
  return { ...form, properties: { version: versionField('版本'), ...form.properties }, required: ['version', ...(form.required ?? [])] }
}

/** Gives the day from which what is saved is in force, undefined for from now on. Throws 400 for a day that is over: what was judged meanwhile keeps its rules. */
const dayAsked = ({ now }: Context, { from_date }: Values): string | undefined => {
  const day = from_date as string | undefined
  if (day !== undefined && day < dateOf(now)) throw new CallError(400, '生效日期不能早于今天', { field: 'from_date' })
  return day
}

/** Gives values with these keys, which are sealed, in clear. */
const opened = async (
  config: Context['config'],
  { name: settingName }: Setting,
  values: Values,
  sealed: readonly string[],
): Promise<Values> => {
  const clear = { ...values }
  for (const name of sealed) if (name in values) clear[name] = await unseal(config, `${settingName}.${name}`, String(values[name]))
  return clear
}

const save = async (context: Context, setting: Setting, params: Values): Promise<{ version: number }> => {
  const { tx, session, config } = context
  const { form, name: settingName } = setting
  const { version: read, ...sent } = params
  const from_date = dayAsked(context, params)
  const secrets = secretsOf(form)
  const before = valuesOf(form, (await readVersion(tx, setting)).content)
  const given = secrets.filter((name) => typeof sent[name] === 'string' && sent[name] !== '')
  const held = secrets.filter((name) => name in before && !given.includes(name))
  const values = activeValues(
    form,
    without(
      sent,
      secrets.filter((name) => !given.includes(name)),
    ),
  )
  const [broken] = validateForm(formHolding(form, held), values)
  if (broken) throw new CallError(400, broken.message, { field: broken.field, rule: broken.rule })
  await markUsed(context, imagesIn(form, values))
  const kept = activeValues(form, { ...values, ...Object.fromEntries(held.map((name) => [name, before[name]])) })
  await holdNamedBy(tx, setting, kept)
  await checkSaved(setting, config, () => opened(config, setting, kept, held))
  for (const name of given) if (name in kept) kept[name] = await seal(config, `${settingName}.${name}`, String(kept[name]))
  const version = await addVersion(tx, setting, read as number, kept, { userId: session.userId, from_date })
  await note(context, setting, version)
  return { version }
}

const restore = async (context: Context, setting: Setting, params: Values): Promise<{ version: number }> => {
  const { tx, session, config } = context
  const { form } = setting
  const { content } = await readVersion(tx, setting, params.to as number)
  const values = valuesOf(form, content)
  const secrets = secretsOf(form)
  // The rules may have changed since that version was saved.
  const [broken] = validateForm(
    formHolding(
      form,
      secrets.filter((name) => name in values),
    ),
    without(values, secrets),
  )
  const refused = (message: string): CallError => new CallError(409, `该版本不合现在的规则，不能恢复：${message}`)
  if (broken) throw refused(broken.message)
  try {
    await holdNamedBy(tx, setting, values)
    await checkSaved(setting, config, () => opened(config, setting, values, secrets))
  } catch (error) {
    throw error instanceof CallError ? refused(error.message) : error
  }
  const version = await addVersion(tx, setting, params.version as number, values, {
    userId: session.userId,
    restored: params.to as number,
    from_date: dayAsked(context, params),
  })
  await note(context, setting, version)
  return { version }
}

interface Kept extends Row<'setting_version', 'version' | 'content' | 'restored' | 'from_date'> {
  before: Values | null
  at: number
  by: string
}

const history = async ({ tx }: Context, setting: Setting, part: RawBuilder<unknown>) => {
  const { rows } = await sql<Kept>`
    select s.version, s.content, p.content as before, s.restored, s.from_date, s.created_at as at, a.name as by
    from setting_version s join account a on a.user_id = s.created_by
    left join setting_version p on p.setting = s.setting and p.version = s.version - 1
    where s.setting = ${setting.name} order by s.version desc ${part}
  `.execute(tx)
  const counted = await sql<{ n: number }>`select count(*) as n from setting_version where setting = ${setting.name}`.execute(tx)
  const secrets = secretsOf(setting.form)
  const list = rows.map(({ content, before, ...row }): SettingChange => {
    const [was, became] = [valuesOf(setting.form, before ?? {}), valuesOf(setting.form, content)]
    return { ...row, changed: differing(setting.form, was, became), before: without(was, secrets), after: without(became, secrets) }
  })
  return { list, count: counted.rows[0]?.n ?? 0 }
}

/** Gives the calls of a setting: what is in force, saving, who changed what, and putting a version back. */
export const settingCalls = (setting: Setting): Call[] => {
  const paths = callsOfSetting(setting)
  const group = setting.label
  return [
    defineCall({ path: paths.detail, label: `查看${group}`, group, can: 'self', params: noParams(group) }, (context: Context) =>
      inForce(context, setting),
    ),
    defineCall(
      { path: paths.save, label: `修改${group}`, group, can: 'self', writes: true, params: saveParams(setting) },
      (context: Context, params) => save(context, setting, params as Values),
    ),
    pagedCall(
      {
        path: paths.history,
        label: `${group}的改动`,
        group,
        can: paths.detail as `/api/${string}`,
        usual: 20,
        params: noParams(`${group}的改动`),
      },
      (context, _params, part) => history(context, setting, part),
    ),
    defineCall(
      {
        path: paths.restore,
        label: `恢复${group}`,
        group,
        can: paths.save as `/api/${string}`,
        writes: true,
        params: {
          title: `恢复${group}`,
          type: 'object',
          properties: { to: versionField('要恢复的版本'), version: versionField('版本'), ...dayFields(setting) },
          required: ['to', 'version'],
          additionalProperties: false,
        },
      },
      (context: Context, params) => restore(context, setting, params as Values),
    ),
  ]
}
