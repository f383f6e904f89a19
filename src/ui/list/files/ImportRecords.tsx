import { useState } from 'react'
import type { CompleteResource } from '../../../derive/complete.ts'
import { LOOKUP_ROWS, type Page } from '../../../protocol/envelope.ts'
import { grouped } from '../../../protocol/fen.ts'
import { type ImportRecord, MAX_WRONG_ROWS } from '../../../protocol/imports.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { useBusily } from '../../hooks/useBusily.ts'
import { useDeed } from '../../hooks/useDeed.ts'
import { SOON_FORGOTTEN, useRead } from '../../hooks/useRead.ts'
import { Question } from '../../later/Question.tsx'
import { SmallTable } from '../../look/SmallTable.tsx'

const POLL_MS = 2000

const stateOf = ({ state, is_real, rows, wrong, skipped, error, progress, total }: ImportRecord): string => {
  const kept = grouped((rows ?? 0) - skipped)
  const passed = skipped > 0 ? t`，跳过 ${grouped(skipped)} 行` : ''
  switch (state) {
    case 'running':
      return `${is_real ? t`导入中` : t`试导入中`}${total ? ` ${Math.floor((progress * 100) / total)}%` : ''}`
    case 'wrong':
      return (wrong ?? 0) < MAX_WRONG_ROWS
        ? t`${grouped(wrong ?? 0)} 行有误，未导入`
        : t`有误的满 ${grouped(MAX_WRONG_ROWS)} 行，其余没有看，未导入`
    case 'right':
      return t`${kept} 行可导入，未导入${passed}`
    case 'done':
      return t`已导入 ${kept} 条${passed}`
    case 'undone':
      return t`已撤销（${kept} 条）`
    case 'cancelled':
      return t`已取消`
    default:
      return t`失败：${error ? said(error) : t`请稍后重试`}`
  }
}

/** 导入记录: one's own imports of a list, newest first; a whole one can be taken back as long as nothing depends on it. */
export const ImportRecords = ({ resource, onChanged }: { resource: CompleteResource; onChanged: () => void }) => {
  const { attempt } = useDeed()
  const { busily } = useBusily()
  const [asked, setAsked] = useState<ImportRecord | null>(null)
  const { data, error, refetch } = useRead<Page<ImportRecord>>(
    '/api/import/index',
    { page: 1, page_rows: LOOKUP_ROWS, resource: resource.name },
    { staleTime: 0, gcTime: SOON_FORGOTTEN, again: (read) => (read?.list.some((record) => record.state === 'running') ? POLL_MS : false) },
  )
  const change = async (path: string, record: ImportRecord, done: (count: number) => string): Promise<void> => {
    try {
      await attempt<{ count: number } | null>(path, { import_id: record.import_id }, (answer) => done(answer?.count ?? 0))
      onChanged()
    } finally {
      await refetch()
    }
  }
  const cancel = (record: ImportRecord): void => void busily(() => change('/api/import/cancel', record, () => t`已取消导入`))
  const records = data?.list ?? []
  return (
    <div className="import-errors">
      <SmallTable
        look="grid"
        rows={records}
        keyOf={({ import_id }) => import_id}
        columns={[
          { head: t`文件`, cell: ({ file_name }) => file_name, titleOf: ({ file_name }) => file_name },
          { head: t`时间`, width: 150, cell: ({ done_date, created_date }) => done_date || created_date },
          { head: t`状态`, width: 250, cell: stateOf, titleOf: stateOf },
          {
            head: t`操作`,
            width: 120,
            cell: (record) => (
              <span className="import-acts">
                {record.state === 'done' && (
                  <button type="button" className="link" onClick={() => setAsked(record)}>
                    {t`撤销`}
                  </button>
                )}
                {record.state === 'running' && (
                  <button type="button" className="link" onClick={() => cancel(record)}>
                    {t`取消`}
                  </button>
                )}
                {record.handle && (
                  <a href={record.handle} download>
                    {record.wrong ? t`错误文件` : t`跳过的`}
                  </a>
                )}
              </span>
            ),
          },
        ]}
      />
      {error && <p role="alert">{error.message || t`读取失败`}</p>}
      {data && records.length === 0 && <p className="import-hint">{t`还没有导入过`}</p>}
      {asked && (
        <Question
          title={t`撤销导入`}
          okText={t`撤销`}
          isDanger
          onConfirm={() => change('/api/import/undo', asked, (count) => t`已撤销 ${grouped(count)} 条`)}
          onClose={() => setAsked(null)}
        >
          <p>{t`将撤销这次导入的 ${grouped((asked.rows ?? 0) - asked.skipped)} 条记录，此操作会留痕`}</p>
        </Question>
      )}
    </div>
  )
}
