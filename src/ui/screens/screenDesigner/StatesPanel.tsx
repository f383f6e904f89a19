import Button from 'antd/es/button'
import { useState } from 'react'
import { firstOf } from '../../../core/states.ts'
import { beginFromChoices, choiceFillers, choicesToBegin, isStatePublished } from '../../../derive/designer/choices.ts'
import { publishedAs } from '../../../derive/designer/edit.ts'
import { putState, removeState, retireState, stateForm, stateUses, valuesOfState } from '../../../derive/designer/life.ts'
import { moveState } from '../../../derive/designer/order.ts'
import { CallFailure } from '../../../providers/call.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { useToast } from '../../later/toast.tsx'
import { PartDialog } from './PartDialog.tsx'
import { SortedItem, SortedItems } from './Sorted.tsx'
import { StatePicture } from './StatePicture.tsx'
import type { Design } from './useDraft.ts'

/** The states that a record goes through, and a picture of what leads from one to another. */
export const StatesPanel = ({ design }: { design: Design }) => {
  const { made, put, screen } = design
  const toast = useToast()
  /** The state whose dialog is open; '' is a new one. */
  const [open, setOpen] = useState<string | null>(null)
  const { states } = made
  const isPublished = (name: string): boolean => isStatePublished(made, screen.published, name)
  const begin = (column: string): void => {
    const fillers = choiceFillers(made, column)
    if (fillers.length > 0) toast.info(t`${fillers.join(t`、`)}还用着这个字段，请先改那里`)
    else put(beginFromChoices(made, column))
  }
  const drop = (name: string): void => {
    const uses = stateUses(made, name, isPublished(name))
    if (uses.length > 0) toast.info(t`${uses.join(t`、`)}还用着这个状态，请先改那里`)
    else if (isPublished(name)) put(retireState(made, name, true))
    else put(removeState(made, name, publishedAs(screen.published, made, states?.column ?? '') !== null))
  }
  return (
    <>
      <p className="panel-lead">{t`一条记录从第一个状态开始，由操作改变。先加状态，再在“操作”里写从哪些状态变为哪个状态。停用的状态，其中的记录都保留。`}</p>
      <SortedItems
        label={t`状态`}
        parts={Object.entries(states?.of ?? {}).map(([name, { label }]) => ({ name, label }))}
        onMove={(name, over) => put(moveState(made, name, over))}
      >
        {Object.entries(states?.of ?? {}).map(([name, { label, tone, code, ends, retired }]) => (
          <SortedItem key={name} part={{ name, label }} isOff={retired === true}>
            <button type="button" className="link designer-name" disabled={retired} onClick={() => setOpen(name)}>
              {label}
            </button>
            <code>{name}</code>
            <span className="state" data-tone={tone ?? 'quiet'}>
              {code}
            </span>
            <span className="designer-traits">
              {[states && firstOf(states).includes(name) && t`新记录`, ends && t`到此为止`, retired && t`已停用，内容保留`]
                .filter(Boolean)
                .join(t`、`)}
            </span>
            <span className="designer-deeds">
              {retired ? (
                <Button size="small" type="link" onClick={() => put(retireState(made, name, false))}>
                  {t`启用`}
                </Button>
              ) : (
                <Button size="small" type="link" danger onClick={() => drop(name)}>
                  {isPublished(name) ? t`停用` : t`去掉`}
                </Button>
              )}
            </span>
          </SortedItem>
        ))}
      </SortedItems>
      <Button type="dashed" block onClick={() => setOpen('')}>
        {t`加一个状态`}
      </Button>
      {choicesToBegin(made, screen.published).map((column) => (
        <Button key={column} type="dashed" block onClick={() => begin(column)}>
          {t`用“${made.columns[column]?.label ?? column}”的选项作为状态`}
        </Button>
      ))}
      <StatePicture made={made} />
      {open !== null && (
        <PartDialog
          make={() => ({
            form: open === '' ? stateForm('新状态', made) : stateForm('修改状态'),
            ...(open === '' ? {} : { initial: valuesOfState(made, open) }),
          })}
          onSubmit={async (values) => {
            const { name } = values
            if (name !== undefined && made.states?.of[String(name)])
              throw new CallFailure(400, t`代码 ${String(name)} 已用过，请换一个`, { field: 'name' })
            put(putState(made, open || null, values))
            setOpen(null)
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
