import type { Action, Column, Resource } from '../core/resource.ts'

/** The column that says whether a row is still offered. */
export const RETIRED = 'retired'

const column: Column = {
  label: '使用状态',
  is: 'enum',
  of: { 0: '在用', 1: '停用' },
  tones: { 0: 'good', 1: 'quiet' },
  default: 0,
  fixed: true,
  filter: true,
  width: 90,
}

const actionsOf = ({ name, label }: Resource): Readonly<Record<string, Action>> => ({
  retire: {
    label: '停用',
    on: 'rows',
    can: `/api/${name}/retire`,
    when: { [RETIRED]: 0 },
    set: { [RETIRED]: 1 },
    confirm: `所选${label}停用后不再出现在新的登记里，已有的记录照旧显示；可以再启用`,
  },
  restore: { label: '启用', on: 'rows', can: `/api/${name}/restore`, when: { [RETIRED]: 1 }, set: { [RETIRED]: 0 }, confirm: false },
})

/** Gives a resource that `retires` with the column and the two actions that the word stands for; any other as it is. */
export const withRetiring = (resource: Resource): Resource =>
  resource.retires
    ? { ...resource, columns: { ...resource.columns, [RETIRED]: column }, actions: { ...actionsOf(resource), ...resource.actions } }
    : resource

/** True for a row that may be chosen anew; one that is retired stays only where it was chosen before. */
export const isOfferedAnew = (row: Readonly<Record<string, unknown>>): boolean => row[RETIRED] !== 1
