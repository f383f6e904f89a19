import Button from 'antd/es/button'
import { useState } from 'react'
import type { Column, Resource } from '../../../core/resource.ts'
import { isReferable } from '../../../declared/choosers.ts'
import { resources } from '../../../declared/declared.ts'
import { brokenConditions, choicesBeside } from '../../../derive/designer/condition.ts'
import {
  choiceUses,
  columnsTaken,
  isKept,
  publishedAs,
  putField,
  removeField,
  retireField,
  reviveField,
  usesOf,
} from '../../../derive/designer/edit.ts'
import { columnOf, isAskedBy, valuesOfField } from '../../../derive/designer/field.ts'
import { type Choosable, fieldForm } from '../../../derive/designer/fieldForm.ts'
import { kindLabelOf } from '../../../derive/designer/kinds.ts'
import { moveField } from '../../../derive/designer/order.ts'
import { brokenThroughs, throughsOf } from '../../../derive/designer/through.ts'
import { CallFailure } from '../../../providers/call.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { useToast } from '../../later/toast.tsx'
import { PartDialog } from './PartDialog.tsx'
import { SortedItem, SortedItems } from './Sorted.tsx'
import type { Design } from './useDraft.ts'

const kindLabel = ({ states }: Resource, name: string, column: Column): string =>
  states?.column === name ? '状态' : column.via ? '经引用读取' : (kindLabelOf(column) ?? column.is ?? '')

const traits = (column: Column, isAsked: boolean): string =>
  [
    column.required && t`必填`,
    'unique' in column && column.unique && t`不重复`,
    column.filter === true && t`筛选`,
    column.filter === 'more' && t`更多筛选`,
    column.sort && t`排序`,
    'total' in column && t`合计`,
    column.list === false && t`起初不显示`,
    column.list === 'never' && t`不在列表`,
    !isAsked && t`不填写`,
    isAsked && column.only === 'add' && t`只在新增时填`,
    isAsked && column.only === 'edit' && t`只在编辑时填`,
    isAsked && column.when && t`有条件才填`,
  ]
    .filter(Boolean)
    .join(t`、`)

const columnsOf = (target: string): Resource['columns'] =>
  Object.fromEntries((resources.find(({ name }) => name === target)?.columns ?? []).map(({ name, spec }) => [name, spec]))

/** Why a change would leave a field unread that is read through a reference, or one that nobody could fill in; null where it leaves none. */
const brokenIn = (next: Resource): string | null => {
  const unasked = brokenConditions(next)
  if (unasked.length > 0) return t`这样改，${unasked.join(t`、`)}在新增、编辑里就填不了了，请先改那里`
  const broken = brokenThroughs(next, columnsOf)
  return broken.length > 0 ? t`这样改，经引用读取的${broken.join(t`、`)}就读不到了，请先改那里` : null
}

/** What a field may refer to: itself first, which is not published yet perhaps. */
const choosables = ({ name: own, label: mine }: Resource): Choosable[] => [
  { name: own, label: `${mine}${t`（本页）`}` },
  ...resources.filter((resource) => isReferable(resource) && resource.name !== own).map(({ name, label }) => ({ name, label })),
]

/** The fields, in the order of the list and the dialog: add, change, move, retire. */
export const FieldsPanel = ({ design }: { design: Design }) => {
  const { made, put, screen } = design
  const toast = useToast()
  /** The field whose dialog is open; '' is a new one. */
  const [open, setOpen] = useState<string | null>(null)
  const choosable = choosables(made)
  const throughs = throughsOf(made, columnsOf)
  const choices = choicesBeside(made, open || null)
  const names = Object.keys(made.columns)
  const before = open ? (made.columns[open] ?? null) : null
  const published = open ? publishedAs(screen.published, made, open) : null
  const submit = async (values: Record<string, unknown>): Promise<void> => {
    const name = String(values.name)
    const others = Object.entries(made.columns).flatMap(([other, column]) => (other === open ? [] : [other, ...(column.was ?? [])]))
    if (others.includes(name)) throw new CallFailure(400, t`代码 ${name} 已用过，请换一个`, { field: 'name' })
    const column = columnOf(values, choosable, before, throughs, choices)
    const uses = open ? choiceUses(made, open, column) : []
    if (uses.length > 0) throw new CallFailure(400, t`${uses.join(t`、`)}还用着去掉的选项，请先改那里`, { field: 'choices' })
    const next = putField(made, { from: open || null, name, column, isAsked: isAskedBy(values), isPublished: published !== null })
    const broken = brokenIn(next)
    if (broken) throw new CallFailure(400, broken, { field: 'is' })
    put(next)
    setOpen(null)
  }
  const putSound = (next: Resource): void => {
    const broken = brokenIn(next)
    if (broken) toast.info(broken)
    else put(next)
  }
  const drop = (name: string): void => {
    const uses = usesOf(made, name)
    if (uses.length > 0) toast.info(t`${uses.join(t`、`)}还用着这个字段，请先改那里`)
    else putSound(publishedAs(screen.published, made, name) ? retireField(made, name) : removeField(made, name))
  }
  return (
    <>
      <p className="panel-lead">{t`从上到下就是列表从左到右、对话框从上到下的次序。停用的字段内容都保留，可随时启用。`}</p>
      <SortedItems
        label={t`字段`}
        parts={names.map((name) => ({ name, label: made.columns[name]?.label ?? name }))}
        onMove={(name, over) => put(moveField(made, name, over))}
      >
        {names.map((name) => {
          const column = made.columns[name] as Column
          const isKey = name === made.key
          const isFixed = isKept(made, name)
          return (
            <SortedItem key={name} part={{ name, label: column.label }} isOff={column.retired === true}>
              <button type="button" className="link designer-name" disabled={isFixed || column.retired} onClick={() => setOpen(name)}>
                {column.label}
              </button>
              <code>{name}</code>
              <span>{said(kindLabel(made, name, column))}</span>
              <span className="designer-traits">
                {isKey
                  ? t`由系统编号`
                  : isFixed && !column.retired
                    ? t`由系统记录`
                    : column.retired
                      ? t`已停用，内容保留`
                      : traits(column, made.form?.includes(name) === true)}
              </span>
              {!isKey && (
                <span className="designer-deeds">
                  {column.retired ? (
                    <Button size="small" type="link" onClick={() => putSound(reviveField(made, name))}>
                      {t`启用`}
                    </Button>
                  ) : (
                    <Button size="small" type="link" danger onClick={() => drop(name)}>
                      {publishedAs(screen.published, made, name) ? t`停用` : t`去掉`}
                    </Button>
                  )}
                </span>
              )}
            </SortedItem>
          )
        })}
      </SortedItems>
      <Button type="dashed" block onClick={() => setOpen('')}>
        {t`加一个字段`}
      </Button>
      {open !== null && (
        <PartDialog
          make={() => ({
            form: fieldForm(open === '' ? '新字段' : '修改字段', choosable, published, throughs, { taken: columnsTaken(made), choices }),
            ...(open === '' ? {} : { initial: valuesOfField(made, open, choosable, throughs) }),
          })}
          onSubmit={submit}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
