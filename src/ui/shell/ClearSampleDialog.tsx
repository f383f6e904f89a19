import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../providers/call.ts'
import { refreshUser } from '../../providers/login.ts'
import { clearSampleForm } from '../../schemas/settings/clearSample.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useToast } from '../later/toast.tsx'

export default function ClearSampleDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const queries = useQueryClient()
  const toast = useToast()
  return (
    <FormDialog
      form={clearSampleForm}
      title={clearSampleForm.title}
      onClose={onClose}
      onSubmit={async (values) => {
        await call(path, values)
        toast.done('示例数据已清空')
        await queries.invalidateQueries()
        await refreshUser()
      }}
    />
  )
}
