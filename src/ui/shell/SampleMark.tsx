import { Suspense, useState } from 'react'
import { t } from '../../providers/i18nProvider.ts'
import { mayCall } from '../../providers/mayCall.ts'
import { lazily } from '../later/lazily.ts'

const CLEAR = '/api/sample/clear'
const ClearSampleDialog = lazily(() => import('./ClearSampleDialog.tsx'))

/** Says that what one sees is the sample operator's; who may, clears it here. */
export const SampleMark = () => {
  const [isOpen, setOpen] = useState(false)
  if (!mayCall(CLEAR)) return <span className="head-sample">{t`示例数据`}</span>
  return (
    <>
      <button type="button" className="head-sample" title={t`清空示例数据`} onClick={() => setOpen(true)}>
        {t`示例数据`}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ClearSampleDialog path={CLEAR} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
