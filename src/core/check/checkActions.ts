import type { Action } from '../action.ts'
import { type FormSchema, ownFields } from '../form.ts'
import { kinds } from '../kinds.ts'
import type { Column, Resource } from '../resource.ts'
import { checkApproval } from './checkApproval.ts'
import { fitsColumn } from './fits.ts'
import { isKnown, type Say } from './say.ts'

const isAtOnce = ({ on, confirm }: Action): boolean => on === 'row' && confirm === false

const checkTransitions = (resource: Resource, say: Say): void => {
  const { columns } = resource
  for (const [name, action] of Object.entries(resource.actions ?? {})) {
    const at = `actions.${name}`
    if (action.opens) isKnown(action.opens, Object.keys(resource.dialogs ?? {}), `${at}.opens`, say, '对话框')
    for (const word of ['when', 'set'] as const)
      for (const [key, wanted] of Object.entries(action[word] ?? {})) {
        if (!isKnown(key, Object.keys(columns), `${at}.${word}.${key}`, say, '列')) continue
        const column = columns[key] as Column
        if (word === 'set' && key === resource.key) say('R140', `${at}.set.${key}`, `主键 '${key}' 不能改`)
        // '' is a row that has none yet.
        for (const value of [wanted].flat())
          if (!(word === 'when' && value === '' && !column.required) && !fitsColumn(column, value))
            say('R140', `${at}.${word}.${key}`, `'${key}' 不会是 ${JSON.stringify(value)}`)
      }
    if (action.on === 'page' && (action.when || action.set)) say('R116', at, "on: 'page' 的操作不能写 when 或 set：没有选中的记录")
    if (action.prints && (action.set || action.to !== undefined || action.opens || action.on === 'page'))
      say('R162', `${at}.prints`, "打印的操作不改状态、不开对话框，也须有选中的记录：不能写 set、opens 或 on: 'page'")
    if (action.saves && (action.set || action.to !== undefined || !((action.on !== 'rows' && action.opens) || isAtOnce(action))))
      say(
        'R196',
        `${at}.saves`,
        "存成文件的操作：一条记录的写 on: 'row'，有对话框或 confirm: false；在页面上的要有对话框；不能写 set 或 to",
      )
    if (action.set && action.confirm === undefined && !action.opens)
      say('R117', `${at}.confirm`, '直接改状态的操作须写 confirm，说明会发生什么；无害且可撤回的写 confirm: false')
  }
}

/** A file's rows are read by the dialog of an action on the page. */
const checkImporter = ({ import: by, actions = {} }: Resource, say: Say): void => {
  if (typeof by !== 'string' || !isKnown(by, Object.keys(actions), 'import', say, '操作', 'R219')) return
  const action = actions[by]
  if (action?.on !== 'page' || !action.opens) say('R219', 'import', `操作 '${by}' 须在页面上、有对话框：文件的列就是对话框的字段`)
}

/** The dialogs whose fields go straight into columns: those of derived calls. What the domain answers may ask for anything. */
const keptDialogs = (resource: Resource): [string, FormSchema][] => {
  const opened = Object.values(resource.actions ?? {}).flatMap((action) =>
    action.set && action.to === undefined && action.opens ? [action.opens] : [],
  )
  const standard = (['add', 'edit'] as const).filter((call) => resource.calls?.[call] !== false && !resource.domain?.includes(call))
  const names = new Set<string>([...standard, ...opened])
  return Object.entries((resource.dialogs ?? {}) as Record<string, FormSchema>).filter(([name]) => names.has(name))
}

/** Says which fields of a dialog have no column of their name and kind, where what is filled in goes straight into columns. */
export const checkKept = (dialog: string, form: FormSchema, resource: Resource, say: Say): void => {
  for (const [name, field] of Object.entries(form.properties)) {
    const at = `dialogs.${dialog}.properties.${name}`
    const column = resource.columns[name]
    const isStored = column && name !== resource.key && !column.retired && !column.derived && !column.via && !column.reads
    if (!isStored) say('R142', at, `没有可填的列 '${name}'，填的内容无处存放`)
    else if (kinds[column.is ?? 'text'].wire !== field.type)
      say('R142', `${at}.type`, `列 '${name}' 存的是 ${kinds[column.is ?? 'text'].wire}`)
  }
}

/** What a field begins with is the record's, in a column of its name and kind; a deed that is about none has none. */
const checkOwn = (resource: Resource, say: Say): void => {
  for (const { opens, on } of Object.values(resource.actions ?? {})) {
    const form = (resource.dialogs as Readonly<Record<string, FormSchema>> | undefined)?.[opens ?? '']
    for (const [name, from] of ownFields(form ?? {})) {
      const at = `dialogs.${opens}.x-own`
      if (on !== 'row') say('R191', at, '只有一条记录的操作（on: row）的对话框，才有记录的值可填')
      const column = resource.columns[from]
      if (!column || (form?.properties[name] && kinds[column.is ?? 'text'].wire !== form.properties[name]?.type))
        say('R191', at, `列 '${from}' 没有，或与字段 '${name}' 不同类，打开时没有值可填`)
    }
  }
}

const checkDialogs = (resource: Resource, say: Say): void => {
  if (resource.stored === false) return
  for (const [dialog, form] of keptDialogs(resource)) checkKept(dialog, form, resource, say)
}

/** Says what is wrong with what can be done with a resource's rows: states that no row has, dialogs whose fields are kept nowhere. */
export const checkActions = (resource: Resource, say: Say): void => {
  checkTransitions(resource, say)
  checkImporter(resource, say)
  checkApproval(resource, say)
  checkOwn(resource, say)
  checkDialogs(resource, say)
}
