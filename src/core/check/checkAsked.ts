import { derivedDialogs, isAskedIn } from '../asked.ts'
import { type Column, isMadeAtRunTime, type Resource } from '../resource.ts'
import { fitsColumn } from './fits.ts'
import { isKnown, type Say } from './say.ts'

const namesIn = ({ when }: Column): string[] => Object.keys(when ?? {})

/** True where a column is asked for only if it is filled in itself, by however many others. */
const dependsOnItself = (name: string, columns: Resource['columns']): boolean => {
  const met = new Set(namesIn(columns[name] as Column))
  // A set that grows while it is walked is walked to its end.
  for (const other of met) for (const each of columns[other] ? namesIn(columns[other]) : []) met.add(each)
  return met.has(name)
}

const checkWhen = (resource: Resource, name: string, column: Column, say: Say): void => {
  const { columns, form = [] } = resource
  const at = `columns.${name}.when`
  if (namesIn(column).length === 0) say('R173', at, '须至少写一个字段：什么时候才填它')
  for (const [other, wanted] of Object.entries(column.when ?? {})) {
    if (!isKnown(other, Object.keys(columns), at, say, '列', 'R173')) continue
    const by = columns[other] as Column
    const missing = derivedDialogs.filter(
      (dialog) => isAskedIn(column, dialog) && !(form.includes(other) && !by.retired && isAskedIn(by, dialog)),
    )
    if (missing.length > 0)
      say(
        'R173',
        `${at}.${other}`,
        `'${name}' 由 '${other}' 决定填不填，'${other}' 也须在${missing.map((each) => (each === 'add' ? '新增' : '编辑')).join('、')}的对话框里`,
      )
    for (const value of [wanted].flat())
      if (value !== '' && !fitsColumn(by, value)) say('R173', `${at}.${other}`, `'${other}' 不会是 ${JSON.stringify(value)}`)
  }
  if (dependsOnItself(name, columns)) say('R173', at, `'${name}' 填不填归根到底由它自己决定，谁也填不了它`)
}

/** Says so where what the dialog of adding shows while one types is told of what it does not ask (R241). */
const checkForesees = ({ foresees, form = [], columns }: Resource, say: Say): void => {
  const asked = form.filter((name) => columns[name] && isAskedIn(columns[name], 'add'))
  for (const word of ['of', 'also'] as const)
    for (const name of foresees?.[word] ?? []) isKnown(name, asked, `foresees.${word}`, say, '字段', 'R241')
}

/** Says what is wrong with the words by which columns stand in the derived dialogs: in which of the two, under which heading, on what condition; and with what that of adding foresees. */
export const checkAskedWords = (resource: Resource, say: Say): void => {
  checkForesees(resource, say)
  for (const [name, column] of Object.entries(resource.columns)) {
    const words = (['only', 'section', 'when'] as const).filter((word) => column[word] !== undefined)
    const [first] = words
    if (first === undefined || column.retired) continue
    if (!resource.form?.includes(name)) {
      say('R173', `columns.${name}.${first}`, `${words.join('、')} 只用于 form 里的列：'${name}' 不在新增、编辑里填`)
      continue
    }
    if (column.when) checkWhen(resource, name, column, say)
    // The compiler takes a required column for one that every row has filled in.
    if (column.required && !column.when && column.only === 'edit' && !isMadeAtRunTime(resource))
      say('R174', `columns.${name}.required`, '只在编辑里填的列不能必填，新增的记录还没有它：写在 dialogs 里的 edit，用 required')
  }
}
