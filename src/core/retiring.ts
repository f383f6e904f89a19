import type { Action } from './action.ts'
import type { Column, Resource } from './resource.ts'
import type { States } from './states.ts'

/** The column that says whether a row is still offered. */
export const RETIRED = 'retired'

const column: Column = { label: '使用状态', filter: true, width: 90 }

const states: States = {
  column: RETIRED,
  of: { offered: { code: 0, label: '在用', tone: 'good' }, retired: { code: 1, label: '停用', tone: 'quiet' } },
  first: 'offered',
}

const actionsOf = ({ name, label }: Resource): Readonly<Record<string, Action>> => ({
  retire: {
    label: '停用',
    on: 'rows',
    can: `/api/${name}/retire`,
    from: 'offered',
    to: 'retired',
    confirm: `所选${label}停用后不再出现在新的登记里，已有的记录照旧显示；可以再启用`,
  },
  restore: { label: '启用', on: 'rows', can: `/api/${name}/restore`, from: 'retired', to: 'offered', confirm: false },
})

/** Gives a resource that `retires` with the life that the word stands for: a column, two states, two actions; any other as it is. */
export const withRetiring = (resource: Resource): Resource =>
  resource.retires
    ? { ...resource, states, columns: { ...resource.columns, [RETIRED]: column }, actions: { ...actionsOf(resource), ...resource.actions } }
    : resource

/** True for a row that may be chosen anew; one that is retired stays only where it was chosen before. */
export const isOfferedAnew = (row: Readonly<Record<string, unknown>>): boolean => row[RETIRED] !== 1
