import Button from 'antd/es/button'
import { useState } from 'react'
import { ownCalls } from '../../../core/check/checkRunTime.ts'
import { printPath } from '../../../core/prints.ts'
import { movePrint } from '../../../derive/designer/order.ts'
import {
  printForm,
  printingAction,
  putPrint,
  removePrint,
  retirePrint,
  revivePrint,
  valuesOfPrint,
} from '../../../derive/designer/print.ts'
import { CallFailure } from '../../../providers/call.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { PartDialog } from './PartDialog.tsx'
import { PrintText } from './PrintText.tsx'
import { SortedItem, SortedItems } from './Sorted.tsx'
import type { Design } from './useDraft.ts'

/** What can be printed of a record: each paper is a button, and a permission of its own. */
export const PrintsPanel = ({ design }: { design: Design }) => {
  const { made, put, screen } = design
  /** The paper whose dialog is open; '' is a new one. */
  const [open, setOpen] = useState<string | null>(null)
  const [written, setWritten] = useState<string | null>(null)
  const prints = Object.entries(made.prints ?? {})
  const isPublished = (name: string): boolean => screen.published?.prints?.[name] !== undefined
  const submit = async (values: Record<string, unknown>): Promise<void> => {
    const name = String(values.name ?? open)
    const own = open ? printingAction(made, open) : null
    const called = Object.entries(made.actions ?? {}).some(([each, { can }]) => each !== own && can === printPath(made.name, name))
    if ((name !== open && made.prints?.[name]) || called || ownCalls(made).includes(name))
      throw new CallFailure(400, t`代码 ${name} 已用过，请换一个`, { field: 'name' })
    put(putPrint(made, open || null, values))
    if (!open) setWritten(name)
    setOpen(null)
  }
  return (
    <>
      <p className="panel-lead">{t`每种单据是一个打印按钮，也是一项可以授给角色的权限。开出的文件留存，再打印是同一份；正文改过以后是另一份。`}</p>
      <SortedItems
        label={t`打印`}
        parts={prints.map(([name, { label }]) => ({ name, label }))}
        onMove={(name, over) => put(movePrint(made, name, over))}
      >
        {prints.map(([name, { label, letters, paper, landscape, retired }]) => (
          <SortedItem key={name} part={{ name, label }} isOff={retired === true}>
            <button type="button" className="link designer-name" disabled={retired} onClick={() => setOpen(name)}>
              {label}
            </button>
            <code>{name}</code>
            <span>{landscape ? t`${paper} 横向` : paper}</span>
            <span className="designer-traits">{retired ? t`已停用，内容保留` : letters}</span>
            <span className="designer-deeds">
              {retired ? (
                <Button size="small" type="link" onClick={() => put(revivePrint(made, name))}>
                  {t`启用`}
                </Button>
              ) : (
                <>
                  <Button
                    size="small"
                    type="link"
                    aria-expanded={written === name}
                    onClick={() => setWritten(written === name ? null : name)}
                  >
                    {t`正文`}
                  </Button>
                  <Button
                    size="small"
                    type="link"
                    danger
                    onClick={() => put(isPublished(name) ? retirePrint(made, name) : removePrint(made, name))}
                  >
                    {isPublished(name) ? t`停用` : t`去掉`}
                  </Button>
                </>
              )}
            </span>
            {written === name && !retired && <PrintText design={design} name={name} />}
          </SortedItem>
        ))}
      </SortedItems>
      <Button type="dashed" block onClick={() => setOpen('')}>
        {t`加一种单据`}
      </Button>
      {open !== null && (
        <PartDialog
          make={() => ({
            form: printForm(open === '' ? '新单据' : '修改单据', made, isPublished(open)),
            ...(open === '' ? {} : { initial: valuesOfPrint(made, open, isPublished(open)) }),
          })}
          onSubmit={submit}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
