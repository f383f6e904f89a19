import Button from 'antd/es/button'
import { useState } from 'react'
import type { Action } from '../../../core/action.ts'
import { ownCalls } from '../../../core/check/checkRunTime.ts'
import type { Resource } from '../../../core/resource.ts'
import { putAction, removeAction, valuesOfAction } from '../../../derive/designer/action.ts'
import { actionForm, mayHaveActions } from '../../../derive/designer/actionForm.ts'
import { moveAction } from '../../../derive/designer/order.ts'
import { CallFailure } from '../../../providers/call.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { PartDialog } from './PartDialog.tsx'
import { SortedItem, SortedItems } from './Sorted.tsx'
import type { Design } from './useDraft.ts'

/** Says which states an action leads from and to: 空闲、已租 → 注销. */
const moving = ({ states }: Resource, { from, to }: Action): string[] => {
  const labelOf = (name: string): string => states?.of[name]?.label ?? name
  if (from === undefined) return []
  const leaves = [from].flat().map(labelOf).join(t`、`)
  return [to === undefined ? leaves : `${leaves} → ${labelOf(to)}`]
}

/** Says what an action does in a line: 状态 空闲 → 已租. */
const doing = (resource: Resource, action: Action): string => moving(resource, action).concat(setting(resource, action)).join(t`，`)

const setting = (resource: Resource, action: Action): string[] =>
  Object.entries(action.set ?? {}).map(([name, to]) => {
    const column = resource.columns[name]
    const labelOf = (value: unknown): string => (column?.is === 'enum' ? (column.of[Number(value)] ?? String(value)) : String(value))
    const from = [action.when?.[name] ?? []].flat().map(labelOf).join(t`、`)
    return `${column?.label ?? name} ${from || t`任何`} → ${labelOf(to)}`
  })

/** What staff do to a row: from which state to which, what is asked, who may (each action is a permission of its own). */
export const ActionsPanel = ({ design }: { design: Design }) => {
  const { made, put, screen } = design
  const [open, setOpen] = useState<string | null>(null)
  const actions = Object.entries((made.actions ?? {}) as Record<string, Action>)
  /** Those that print stand with what they print. */
  const shown = actions.filter(([, { prints }]) => prints === undefined)
  const isPublished = (name: string): boolean => Object.hasOwn(screen.published?.actions ?? {}, name)
  const submit = async (values: Record<string, unknown>): Promise<void> => {
    const name = String(values.name ?? open)
    const isTaken = name !== open && actions.some(([other]) => other === name)
    if (isTaken || made.prints?.[name] || ownCalls(made).includes(name))
      throw new CallFailure(400, t`代码 ${name} 已用过，请换一个`, { field: 'name' })
    put(putAction(made, open || null, values))
    setOpen(null)
  }
  const mayAdd = mayHaveActions(made)
  if (!mayAdd && shown.length === 0)
    return <p className="panel-lead">{t`操作改变记录的状态。先在“状态”里加几个状态（例如 空闲、已租），再回来加操作。`}</p>
  return (
    <>
      <p className="panel-lead">{t`每个操作是一个按钮，也是一项可以授给角色的权限。状态不对时按钮不出现，服务器也会拒绝。`}</p>
      <SortedItems
        label={t`操作`}
        parts={shown.map(([name, { label }]) => ({ name, label }))}
        onMove={(name, over) => put(moveAction(made, name, over))}
      >
        {shown.map(([name, action]) => (
          <SortedItem key={name} part={{ name, label: action.label }}>
            <button type="button" className="link designer-name" onClick={() => setOpen(name)}>
              {action.label}
            </button>
            <code>{name}</code>
            <span>{action.opens ? t`先填对话框` : action.confirm ? t`先确认` : t`立即执行`}</span>
            {action.approves && <span>{t`要审批`}</span>}
            <span className="designer-traits">{doing(made, action)}</span>
            <span className="designer-deeds">
              <Button size="small" type="link" danger onClick={() => put(removeAction(made, name))}>
                {t`去掉`}
              </Button>
            </span>
          </SortedItem>
        ))}
      </SortedItems>
      <Button type="dashed" block disabled={!mayAdd} onClick={() => setOpen('')}>
        {t`加一个操作`}
      </Button>
      {open !== null && (
        <PartDialog
          make={() => ({
            form: actionForm(open === '' ? '新操作' : '修改操作', made, open || null, isPublished(open)),
            ...(open === '' ? {} : { initial: valuesOfAction(made, open, isPublished(open)) }),
          })}
          onSubmit={submit}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
