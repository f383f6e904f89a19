import { Suspense, useState } from 'react'
import { mayCall } from '../../providers/accessControlProvider.ts'
import { lazily } from '../loadScreen.ts'

const CLEAR = '/api/sample/clear'
const ClearSampleDialog = lazily(() => import('./ClearSampleDialog.tsx'))

/** Says that what one sees is the sample operator's; who may, clears it here. */
export const SampleMark = () => {
  const [isOpen, setOpen] = useState(false)
  if (!mayCall(CLEAR)) return <span className="head-sample">示例数据</span>
  return (
    <>
      <button type="button" className="head-sample" title="清空示例数据" onClick={() => setOpen(true)}>
        示例数据
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ClearSampleDialog path={CLEAR} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
