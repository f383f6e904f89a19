import type { FormSchema } from '../form.ts'
import type { Resource } from '../resource.ts'
import { isKnown, type Say } from './say.ts'

/** A calendar by hour and a board are drawn from the list: what they ask of it can be asked, and what is dragged there can be done (R123, R181, R182). */
export const checkCalendar = (resource: Resource, say: Say): void => {
  if (resource.board && !resource.states) say('R182', 'board', 'board 的每一列是一个状态：须写 states')
  if (!resource.calendar) return
  const { during, moves } = resource.calendar
  if (resource.columns[during[0]] && !resource.columns[during[0]]?.filter)
    say('R123', 'calendar.during[0]', 'calendar 的第一列须写 filter：一周的记录按它来找')
  for (const [place, name] of during.entries())
    if (resource.columns[name] && resource.columns[name]?.is !== 'datetime')
      say('R181', `calendar.during[${place}]`, `列 '${name}' 不是时间（is: 'datetime'），不能画在日历的钟点上`)
  if (!moves || !isKnown(moves, Object.keys(resource.actions ?? {}), 'calendar.moves', say, '操作', 'R181')) return
  const action = resource.actions?.[moves]
  const form: FormSchema | undefined = (resource.dialogs as Readonly<Record<string, FormSchema>> | undefined)?.[action?.opens ?? '']
  const required = form?.required ?? []
  if (
    !action ||
    action.on === 'page' ||
    Object.keys(form?.properties ?? {}).some((name) => !during.includes(name)) ||
    !during.every((name) => required.includes(name))
  )
    say('R181', 'calendar.moves', `操作 '${moves}' 须在行上，对话框里就是 ${during.join('、')} 两个必填的字段：拖动时只知道它们`)
}
