import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resources } from '../../../src/declared/declared.ts'
import { form } from '../../../src/derive/callParams.ts'
import { fitsPreference, isPreference, type PreferenceChange } from '../../../src/protocol/preferences.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'

const saveForm = form(
  '保存个人设置',
  {
    changes: {
      type: 'array',
      title: '改动',
      maxItems: 200,
      'x-is': 'rows',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', title: '名称', maxLength: 80, 'x-msg': { required: '名称必填' } },
          value: { type: 'string', title: '值', maxLength: 30_000, 'x-msg': { required: '值必填' } },
        },
        required: ['name', 'value'],
        additionalProperties: false,
      },
    },
  },
  ['changes'],
)

const isList = (name: string): boolean => resources.some((resource) => resource.name === name)

const refusal = (name: string): CallError => new CallError(400, `个人设置“${name.slice(0, 40)}”的值不正确`, { field: 'changes' })

/** Gives what a change means; throws 400 for a name or value that is none. */
const meant = ({ name, value }: PreferenceChange): { name: string; value: unknown } => {
  let said: unknown
  try {
    said = JSON.parse(value)
  } catch {
    throw refusal(name)
  }
  if (said === null ? !isPreference(name) : !fitsPreference(name, said, isList)) throw refusal(name)
  return { name, value: said }
}

/** Everyone keeps their own: the account is the session's, and no param names another. Of two changes of one name the last stands. */
export default [
  defineCall(
    { path: '/api/preference/save', label: saveForm.title, group: '会话', can: 'session', writes: true, params: saveForm },
    async ({ tx, session }: Context, { changes }) => {
      const last = new Map(changes.map((change) => [change.name, meant(change)]))
      const kept = [...last.values()].filter(({ value }) => value !== null)
      const gone = [...last.values()].filter(({ value }) => value === null).map(({ name }) => name)
      await sql`delete from preference where account_id = ${session.userId} and name = any(${gone}::text[])`.execute(tx)
      await sql`
        insert into preference (account_id, name, value)
        select ${session.userId}::integer, name, value from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as c (name text, value jsonb) order by name
        on conflict (account_id, name) do update set value = excluded.value, updated_at = epoch_now()
      `.execute(tx)
      return null
    },
  ),
]
