import { useState } from 'react'
import { isPlainObject } from '../../../core/check/shape.ts'
import type { Resource } from '../../../core/resource.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { JsonEditor } from './JsonEditor.tsx'
import type { Design } from './useDraft.ts'

const parsed = (text: string): Resource | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) && isPlainObject(value.columns) && typeof value.label === 'string' ? (value as unknown as Resource) : null
  } catch {
    return null
  }
}

/** The declaration as JSON, to read, to change and to paste; what is wrong is marked where it stands. */
export default function JsonPanel({ design }: { design: Design }) {
  const { made, put, problems } = design
  const [text, setText] = useState(() => JSON.stringify(made, null, 2))
  const change = (next: string): void => {
    setText(next)
    const value = parsed(next)
    if (value) put(value)
  }
  const isWhole = parsed(text) !== null
  return (
    <>
      <p className="panel-lead">
        {t`这就是这个页面的声明，可以整段粘贴。`}
        {isWhole ? '' : t`现在还读不成一个声明，其他部分仍是上一次读得通的内容。`}
      </p>
      <JsonEditor text={text} problems={isWhole ? problems : []} onChange={change} />
    </>
  )
}
