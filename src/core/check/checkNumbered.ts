import type { FormSchema } from '../form.ts'
import { MAX_DIGITS } from '../numbered.ts'
import type { Resource } from '../resource.ts'
import type { Say } from './say.ts'

/** Says what is wrong with columns whose numbers the database gives: they are codes, and nobody else writes them. */
export const checkNumbered = (resource: Resource, say: Say): void => {
  for (const [name, column] of Object.entries(resource.columns)) {
    const { numbered } = column
    if (!numbered) continue
    const at = `columns.${name}`
    if (column.is !== 'code' || column.via || column.derived || column.kept || resource.stored === false)
      say('R175', `${at}.numbered`, "自动编号只用于存着的 is: 'code' 的列")
    if (!(numbered.digits >= 1 && numbered.digits <= MAX_DIGITS)) say('R175', `${at}.numbered.digits`, `位数须在 1–${MAX_DIGITS} 之间`)
    for (const word of ['required', 'default', 'max'] as const)
      if (word in column) say('R175', `${at}.${word}`, `自动编号由数据库给，不写 ${word}`)
    if (name === resource.key) say('R175', `${at}.numbered`, '主键已由系统编号')
    if (resource.form?.includes(name)) say('R175', 'form', `'${name}' 自动编号，不在新增、编辑里填`)
    for (const [dialog, form] of Object.entries((resource.dialogs ?? {}) as Readonly<Record<string, FormSchema>>))
      if (name in form.properties) say('R175', `dialogs.${dialog}.properties.${name}`, `'${name}' 自动编号，不让人填`)
    for (const [action, { set }] of Object.entries(resource.actions ?? {}))
      if (name in (set ?? {})) say('R175', `actions.${action}.set.${name}`, `'${name}' 自动编号，操作不能改它`)
  }
}
