import { call, hashed } from '../../providers/call.ts'
import { t } from '../../providers/i18nProvider.ts'
import { endSession } from '../../providers/session.ts'
import { passwordForm } from '../../schemas/password.ts'
import { FormDialog } from '../form/FormDialog.tsx'

/** 修改密码: what is typed is judged here; the server gets md5s and then ends every session of the account. */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      form={passwordForm}
      title={passwordForm.title}
      onClose={onClose}
      onSubmit={async ({ oldPwd, newPwd, agentPwd }) => {
        await call('/api/admin/resetPassword', {
          raw_pwd: hashed(String(oldPwd)),
          new_pwd: hashed(String(newPwd)),
          rep_pwd: hashed(String(agentPwd)),
        })
        endSession(t('密码已修改，请重新登录'))
      }}
    />
  )
}
