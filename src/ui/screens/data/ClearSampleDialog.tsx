import { grouped } from '../../../protocol/fen.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { refreshUser } from '../../../providers/login.ts'
import { type ClearedCounts, clearedParts, clearSampleForm } from '../../../schemas/settings/clearSample.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useDeed } from '../../hooks/useDeed.ts'
import { useRead } from '../../hooks/useRead.ts'
import { useReadAnew } from '../../hooks/useReadAnew.ts'
import '../../list/detail/detail.css'

/** What goes, and how much of it. */
const Cleared = ({ counts }: { counts: ClearedCounts }) => (
  <dl className="facts facts-first" aria-label={t`将删除`}>
    {Object.entries({ ...clearedParts, others: t`其他记录` }).map(([name, label]) => (
      <div className="fact" key={name}>
        <dt>{said(label)}</dt>
        <dd>{grouped(counts[name as keyof ClearedCounts])}</dd>
      </div>
    ))}
  </dl>
)

export default function ClearSampleDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const { attempt } = useDeed()
  const readAnew = useReadAnew()
  // Counted for this question, now: what was counted before is nothing to go by.
  const { data, isLoading } = useRead<ClearedCounts>('/api/sample/counts')
  return (
    <FormDialog
      form={clearSampleForm}
      title={said(clearSampleForm.title)}
      okText={t`清空`}
      isDanger
      isLoading={isLoading}
      facts={data && <Cleared counts={data} />}
      onClose={onClose}
      onSubmit={async (values) => {
        await attempt(path, values, t`示例数据已清空`)
        await readAnew.everything()
        await refreshUser()
      }}
    />
  )
}
