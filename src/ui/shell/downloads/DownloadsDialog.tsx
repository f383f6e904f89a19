import Button from 'antd/es/button'
import { LOOKUP_ROWS, type Page } from '../../../protocol/envelope.ts'
import type { ExportRecord } from '../../../protocol/exports.ts'
import { grouped } from '../../../protocol/fen.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { useDeed } from '../../hooks/useDeed.ts'
import { SOON_FORGOTTEN, useRead } from '../../hooks/useRead.ts'
import './downloads.css'
import { Dialog } from '../../later/Dialog.tsx'
import { SmallTable } from '../../look/SmallTable.tsx'

/** How often the records are read while the dialog is open (spec.md section 9). */
const POLL_MS = 30_000
/** What was just asked for is mostly ready in a moment: the first few looks come sooner. */
const SOON_MS = 2000
const SOON_LOOKS = 4

const isUnderWay = ({ state }: ExportRecord): boolean => state === 'queued' || state === 'running'

const progressOf = ({ progress, total }: ExportRecord): string => (total ? t`导出中 ${Math.floor((progress * 100) / total)}%` : t`导出中`)

const State = ({ record }: { record: ExportRecord }) => {
  if (isUnderWay(record)) return <>{progressOf(record)}</>
  if (record.state === 'cancelled') return <span className="downloads-off">{t`已取消`}</span>
  if (record.state === 'failed')
    return (
      <span className="downloads-failed" title={said(record.error)}>
        {t`失败：${said(record.error)}`}
      </span>
    )
  if (record.error)
    return (
      <span className="downloads-failed" title={said(record.error)}>
        {said(record.error)}
      </span>
    )
  const count = grouped(record.total ?? 0)
  return <>{record.msg.endsWith('.pdf') ? t`${count} 份` : t`${count} 行`}</>
}

interface Props {
  /** The message type that alone is shown; null shows all. */
  type: number | null
  onAll: () => void
  onClose: () => void
}

/** 下载记录: one's own exports, newest first. */
export default function DownloadsDialog({ type, onAll, onClose }: Props) {
  const { deed } = useDeed()
  const { data, error, isFetching, refetch } = useRead<Page<ExportRecord>>(
    '/api/message/index',
    { page: 1, page_rows: LOOKUP_ROWS, ...(type === null ? {} : { type }) },
    {
      staleTime: 0,
      gcTime: SOON_FORGOTTEN,
      isFollowed: true,
      again: (read, looks) => (looks <= SOON_LOOKS && read?.list.some(isUnderWay) ? SOON_MS : POLL_MS),
    },
  )
  const cancel = async (record: ExportRecord): Promise<void> => {
    await deed('/api/message/cancel', { id: record.id }, t`已取消导出`)
    await refetch()
  }
  const records = data?.list ?? []
  return (
    <Dialog
      width={640}
      title={t`下载记录`}
      onCancel={onClose}
      footer={
        <>
          {type !== null && <Button onClick={onAll}>{t`全部下载记录`}</Button>}
          <Button loading={isFetching} onClick={() => void refetch()}>
            {t`刷新`}
          </Button>
        </>
      }
    >
      <div className="downloads">
        <SmallTable
          look="grid"
          rows={records}
          keyOf={({ id }) => id}
          columns={[
            { head: t`文件`, cell: ({ msg }) => msg, titleOf: ({ msg }) => msg },
            { head: t`导出时间`, width: 150, cell: ({ created_date }) => created_date },
            { head: t`状态`, width: 180, cell: (record) => <State record={record} /> },
            {
              head: t`操作`,
              width: 72,
              cell: (record) => (
                <>
                  {record.handle && (
                    <a href={record.handle} download={record.msg}>
                      {t`下载`}
                    </a>
                  )}
                  {isUnderWay(record) && (
                    <button type="button" className="link" onClick={() => void cancel(record)}>
                      {t`取消`}
                    </button>
                  )}
                </>
              ),
            },
          ]}
        />
        {error && <p role="alert">{error.message || t`读取失败`}</p>}
        {data && records.length === 0 && <p className="downloads-off">{t`还没有导出，在列表右上角点“导出”`}</p>}
      </div>
    </Dialog>
  )
}
