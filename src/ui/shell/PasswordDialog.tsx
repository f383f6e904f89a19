import { CallFailure, hashed } from '../../providers/call.ts'
import { said, t } from '../../providers/i18nProvider.ts'
import { endSession } from '../../providers/session.ts'
import { passwordForm } from '../../schemas/account/password.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useDeed } from '../hooks/useDeed.ts'

/** What the fields are called where they are sent. */
const SENT: Readonly<Record<string, string>> = { oldPwd: 'raw_pwd', newPwd: 'new_pwd', agentPwd: 'rep_pwd' }

/** A refusal, at the field of the dialog that it means. */
const refusal = (error: unknown): unknown => {
  const field = error instanceof CallFailure && Object.keys(SENT).find((name) => SENT[name] === error.field)
  return field ? new CallFailure(error.code, error.message, { field }) : error
}

/** 修改密码: what is typed is judged here; the server gets md5s and then ends every session of the account. */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { attempt } = useDeed()
  return (
    <FormDialog
      form={passwordForm}
      title={said(passwordForm.title)}
      onClose={onClose}
      onSubmit={async (values) => {
        const sent = Object.fromEntries(Object.entries(SENT).map(([name, as]) => [as, hashed(String(values[name]))]))
        await attempt('/api/admin/resetPassword', sent).catch((error: unknown) => {
          throw refusal(error)
        })
        endSession(t`密码已修改，请重新登录`)
      }}
    />
  )
}
