import { said, t } from '../../../providers/i18nProvider.ts'
import { refreshUser } from '../../../providers/login.ts'
import { clearSampleForm } from '../../../schemas/settings/clearSample.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useDeed } from '../../hooks/useDeed.ts'
import { useReadAnew } from '../../hooks/useReadAnew.ts'

export default function ClearSampleDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const { attempt } = useDeed()
  const readAnew = useReadAnew()
  return (
    <FormDialog
      form={clearSampleForm}
      title={said(clearSampleForm.title)}
      onClose={onClose}
      onSubmit={async (values) => {
        await attempt(path, values, t`示例数据已清空`)
        await readAnew.everything()
        await refreshUser()
      }}
    />
  )
}
