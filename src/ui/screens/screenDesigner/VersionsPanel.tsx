import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { resourceNamed } from '../../../derive/declared.ts'
import { minuteOf } from '../../../protocol/dates.ts'
import type { Page } from '../../../protocol/envelope.ts'
import { mayCall } from '../../../providers/accessControlProvider.ts'
import { call } from '../../../providers/call.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { useRunAction } from '../../action/ActionHost.tsx'
import type { Design } from './useDraft.ts'

interface Version {
  version_id: number
  no: number
  note: string | null
  editor_title: string | null
  created_at: number
}

/** What was published, newest first; any of it can be put back in force. */
export const VersionsPanel = ({ design }: { design: Design }) => {
  const { screen } = design
  const run = useRunAction()
  const resource = resourceNamed('screen_version')
  const rollback = resource.actions.find(({ name }) => name === 'rollback')
  const { data } = useQuery({
    queryKey: ['view', 'screenVersions', screen.screen_id, screen.no],
    queryFn: ({ signal }) =>
      call<Page<Version>>('/api/screen_version/index', { screen_id: [screen.screen_id], page_rows: 100 }, { signal }),
  })
  const versions = data?.list ?? []
  if (data && versions.length === 0) return <p className="panel-lead">{t('还没有发布过。发布之后，每一版都留在这里。')}</p>
  return (
    <>
      <p className="panel-lead">{t('每次发布都留一版。回退立即生效；之后新增的字段停用，内容都保留。')}</p>
      <ul className="designer-items" aria-label={t('版本')}>
        {versions.map((row) => (
          <li key={row.version_id} aria-label={t(`第 ${row.no} 版`)}>
            <strong>{t(`第 ${row.no} 版`)}</strong>
            <span>{row.editor_title}</span>
            <span>{minuteOf(row.created_at)}</span>
            <span className="designer-traits">{t(row.note || '—')}</span>
            <span className="designer-deeds">
              {row.no === screen.no ? (
                t('现在的版本')
              ) : rollback && mayCall(rollback.can) ? (
                <Button
                  size="small"
                  type="link"
                  onClick={() => run(resource, rollback, [{ ...row }], () => void design.reload().then(design.take))}
                >
                  {t('回退到此版本')}
                </Button>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
