import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { useEffect, useState } from 'react'
import type { PrintedPart } from '../../../derive/prints.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { useDeed } from '../../hooks/useDeed.ts'
import { Paper } from '../../look/Paper.tsx'
import type { Editing } from './useTemplate.ts'

const blobOf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type: 'application/pdf' })

/** What the contract will say, as the server renders it: with samples, or with a contract's own values. */
export const PreviewPanel = ({ editing }: { editing: Editing }) => {
  const [sn, setSn] = useState('')
  const { deed, isBusy } = useDeed()
  const [shown, setShown] = useState<{ parts: PrintedPart[]; url: string } | null>(null)
  useEffect(() => (shown ? () => URL.revokeObjectURL(shown.url) : undefined), [shown])
  const preview = async (): Promise<void> => {
    const asked = { content: editing.text, ...(sn ? { sn } : {}) }
    const answer = await deed<{ parts: PrintedPart[]; pdf: string }>('/api/template/preview', asked)
    if (answer) setShown({ parts: answer.data.parts, url: URL.createObjectURL(blobOf(answer.data.pdf)) })
  }
  return (
    <section className="panel" aria-label={t`预览`}>
      <h2>{t`预览`}</h2>
      <div className="template-tools">
        <Input
          aria-label={t`合同号`}
          placeholder={t`合同号，不填用示例`}
          value={sn}
          onChange={(event) => setSn(event.target.value.trim())}
          onPressEnter={preview}
        />
        <Button loading={isBusy} disabled={editing.problems.length > 0} onClick={preview}>
          {t`预览`}
        </Button>
        {shown && (
          <a href={shown.url} target="_blank" rel="noreferrer">
            {t`打开 PDF`}
          </a>
        )}
      </div>
      {shown && <Paper parts={shown.parts} />}
    </section>
  )
}
