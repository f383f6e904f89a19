import { type RawBuilder, sql } from 'kysely'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import { deeds, loggedLabel } from '../../../src/derive/history.ts'
import type { Tag } from '../../../src/derive/translator.ts'

type Sql = RawBuilder<unknown>

/** What is logged under a name, in the words of whoever reads it: a resource, or a setting. */
export interface Logged {
  name: string
  label: string
  columns: readonly CompleteColumn[]
}

/** Gives the name under which a resource is spoken of in the log; its columns also by the names that they had when something was logged. */
export const loggedAs = ({ name, label, columns }: CompleteResource): Logged => ({
  name,
  label: loggedLabel(label),
  columns: columns.flatMap((column) => [...(column.spec.was ?? []).map((was) => ({ ...column, name: was })), column]),
})

/** How the statement reads a column's values; what is not told apart is shown as it is kept. */
const wordsOf = ({ label, spec }: CompleteColumn) => ({
  label,
  is: spec.is ?? 'text',
  ...(spec.is === 'enum' || spec.is === 'enums' ? { of: spec.of } : {}),
  ...(spec.unit ? { unit: spec.unit } : {}),
})

/** Gives the SQL of what a row of the log is about (`value` is its name): 房源, not org. */
export const loggedName = (value: Sql, logged: readonly Logged[]): Sql => {
  const names = JSON.stringify(Object.fromEntries(logged.map(({ name, label }) => [name, label])))
  return sql`coalesce(${names}::jsonb ->> ${value}, ${value})`
}

/** Gives the SQL of a row's changes as the log's screen writes them: 月租金：1,000.00 → 1,100.00；状态：草稿 → 待签. Of a record just made, or taken away, what it held. */
export const changeWords = (value: Sql, logged: readonly Logged[], t: Tag): Sql => {
  const words = JSON.stringify(
    Object.fromEntries(
      logged.map(({ name, columns }) => [name, Object.fromEntries(columns.map((column) => [column.name, wordsOf(column)]))]),
    ),
  )
  const pieces = (of: Sql, unit: string): Sql => sql`jsonb_array_length(${of}) || ${` ${unit}`}`
  const side = (which: 'before' | 'after'): Sql => {
    const [kept, text] = [sql`c.one -> ${which}`, sql`nullif(c.one ->> ${which}, '')`]
    return sql`coalesce(c.one ->> ${`${which}_title`}, case
      when ${text} is null or ${kept} = '[]' then null
      when w.word ->> 'is' = 'enum' then coalesce(w.word -> 'of' ->> ${text}, ${text})
      when w.word ->> 'is' = 'fen' then to_char(${text}::numeric / 100, 'FM999,999,999,999,990.00')
      when w.word ->> 'is' = 'datetime' then left(to_timestamp(${text}::bigint)::timestamp::text, 16)
      when w.word ->> 'is' = 'images' then ${pieces(kept, t`张`)}
      when w.word ->> 'is' = 'files' then ${pieces(kept, t`个`)}
      when w.word ->> 'is' = 'rows' then ${pieces(kept, t`项`)}
      when w.word ->> 'is' = 'ref' then '#' || ${text}
      when jsonb_typeof(${kept}) = 'array' then (select string_agg(coalesce(w.word -> 'of' ->> item, item), ${t`、`}) from jsonb_array_elements_text(${kept}) item)
      else ${text} || coalesce(w.word ->> 'unit', '')
    end, '—')`
  }
  return sql`(
    select string_agg(coalesce(w.word ->> 'label', c.one ->> 'column') || ${t`：`} || case t.deed
      when ${sql.lit(deeds.made)} then ${side('after')}
      when ${sql.lit(deeds.deleted)} then ${side('before')}
      else ${side('before')} || ' → ' || ${side('after')}
    end, ${t`；`} order by c.place)
    from jsonb_array_elements(${value}) with ordinality c(one, place)
    cross join lateral (select ${words}::jsonb -> t.resource -> (c.one ->> 'column') as word) w
  )`
}
