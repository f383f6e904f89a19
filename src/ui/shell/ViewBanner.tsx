import { useLogout } from '@refinedev/core'
import { t } from '../../providers/i18nProvider.ts'

/** Says as which role this browser tab looks, and leads back. */
export const ViewBanner = ({ role }: { role: string }) => {
  const { mutate: logout } = useLogout()
  return (
    <div className="banner" role="status">
      {t`正在以“${role}”角色查看，只能看，不能修改`}
      <button type="button" onClick={() => logout()}>
        {t`退出查看`}
      </button>
    </div>
  )
}
