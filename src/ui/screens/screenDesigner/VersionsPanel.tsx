import Button from 'antd/es/button'
import { useState } from 'react'
import { resourceNamed } from '../../../declared/declared.ts'
import type { CompleteAction } from '../../../derive/actions.ts'
import { minuteOf } from '../../../protocol/dates.ts'
import type { Page } from '../../../protocol/envelope.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { useRead } from '../../hooks/useRead.ts'
import type { Design } from './useDraft.ts'

interface Version {
  version_id: number
  no: number
  note: string | null
  editor_title: string | null
  created_at: number
}

/** What one version changed of the one before it. */
const Differences = ({ of }: { of: number }) => {
  const { data, error } = useRead<{ differences: string[] }>(
    '/api/screen/differences',
    { version_id: of },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  if (error) return <p className="panel-lead">{error.message}</p>
  return (
    <ul className="designer-differences">
      {data?.differences.map((line) => (
        <li key={line}>{said(line)}</li>
      ))}
    </ul>
  )
}

/** What was published, newest first; any of it can be put back in force. */
export const VersionsPanel = ({ design }: { design: Design }) => {
  const { screen } = design
  const run = useRunAction()
  const resource = resourceNamed('screen_version')
  const rollback = resource.actions.find(({ name }) => name === 'rollback')
  const { data } = useRead<Page<Version>>(
    '/api/screen_version/index',
    { screen_id: [screen.screen_id], page_rows: 100 },
    { isView: true, as: `${screen.no}` },
  )
  const versions = data?.list ?? []
  const [shown, setShown] = useState<number | null>(null)
  const isUnpublished = design.isTouched || JSON.stringify(screen.draft) !== JSON.stringify(screen.published)
  const goBack = (action: CompleteAction, row: Version): void => {
    const asked = isUnpublished ? { ...action, confirm: t`设计稿里还没有发布的修改将丢掉，不能恢复；页面改回这个版本并立即发布` } : action
    const given = { version: screen.version, ...(isUnpublished ? { discard: 1 } : {}) }
    run(resource, asked, [{ ...row }], { onDone: design.retake, given })
  }
  if (data && versions.length === 0) return <p className="panel-lead">{t`还没有发布过。发布之后，每一版都留在这里。`}</p>
  return (
    <>
      <p className="panel-lead">{t`每次发布都留一版。回退立即生效；之后新增的字段停用，内容都保留。`}</p>
      <ul className="designer-items" aria-label={t`版本`}>
        {versions.map((row) => (
          <li key={row.version_id} aria-label={t`第 ${row.no} 版`}>
            <strong>{t`第 ${row.no} 版`}</strong>
            <span>{row.editor_title}</span>
            <span>{minuteOf(row.created_at)}</span>
            <span className="designer-traits">{said(row.note || '—')}</span>
            <span className="designer-deeds">
              <Button
                size="small"
                type="link"
                aria-expanded={shown === row.version_id}
                onClick={() => setShown(shown === row.version_id ? null : row.version_id)}
              >
                {t`改了什么`}
              </Button>
              {row.no === screen.no ? (
                t`现在的版本`
              ) : rollback && mayCall(rollback.can) ? (
                <Button size="small" type="link" onClick={() => goBack(rollback, row)}>
                  {t`回退到此版本`}
                </Button>
              ) : null}
            </span>
            {shown === row.version_id && <Differences of={row.version_id} />}
          </li>
        ))}
      </ul>
    </>
  )
}
