import Button from 'antd/es/button'
import { minuteOf } from '../../../protocol/dates.ts'
import type { Page } from '../../../protocol/envelope.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { useRead } from '../../hooks/useRead.ts'
import { useToast } from '../../later/toast.tsx'
import { type Editing, TEMPLATE_VERSIONS } from './useTemplate.ts'

interface Version {
  version_id: number
  no: number
  note: string | null
  created_by_title: string | null
  created_at: number
}

const ROWS = 100

/** Who changed the text and when, and the way back to each version. */
export const VersionsPanel = ({ id, editing }: { id: number; editing: Editing }) => {
  const toast = useToast()
  const { data } = useRead<Page<Version>>(TEMPLATE_VERSIONS, { template_id: [id], page: 1, page_rows: ROWS })
  const restore = (no: number): void => {
    if (editing.isTouched) toast.info(t`有未保存的修改，请先保存或撤销`)
    else void editing.restore(no)
  }
  return (
    <section className="panel" aria-label={t`版本`}>
      <h2>{t`版本`}</h2>
      <ul className="panel-rows template-versions">
        {data?.list.map(({ version_id, no, note, created_by_title, created_at }) => (
          <li key={version_id}>
            <strong>{t`第 ${no} 版`}</strong>
            <span>{created_by_title ?? t`系统`}</span>
            <time>{minuteOf(created_at)}</time>
            <small>{said(note ?? '')}</small>
            <span className="head-gap" />
            {no === editing.template?.no ? (
              <small>{t`现行`}</small>
            ) : (
              mayCall('/api/template/save') && (
                <Button size="small" type="link" aria-label={t`恢复到第 ${no} 版`} onClick={() => restore(no)}>
                  {t`恢复到此版本`}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
