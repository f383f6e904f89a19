import Button from 'antd/es/button'
import { useState, useSyncExternalStore } from 'react'
import { said, t } from '../../../providers/i18nProvider.ts'
import { refreshUser } from '../../../providers/login.ts'
import { currentUser, onSession } from '../../../providers/session.ts'
import { profileForm } from '../../../schemas/account/profile.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useDeed } from '../../hooks/useDeed.ts'
import { Picture } from '../../look/Picture.tsx'
import '../../look/panels.css'
import { PersonalSettings } from './PersonalSettings.tsx'
import '../../list/detail/detail.css'

/** 个人信息: one's own name and picture, role and reach. */
export default function UserInfoScreen() {
  const user = useSyncExternalStore(onSession, currentUser)
  const [isEditing, setEditing] = useState(false)
  const { attempt } = useDeed()
  if (!user) return null
  const [picture] = JSON.parse(user.avatar) as number[]
  return (
    <div className="list">
      <div className="list-head">
        <h1>{t`个人信息`}</h1>
        <span className="head-gap" />
        <Button type="primary" onClick={() => setEditing(true)}>
          {t`编辑`}
        </Button>
      </div>
      <section className="panel" aria-label={t`个人信息`}>
        <dl className="facts">
          <div className="fact">
            <dt>{t`昵称`}</dt>
            <dd>{user.name}</dd>
          </div>
          <div className="fact">
            <dt>{t`角色`}</dt>
            <dd>{user.role}</dd>
          </div>
          <div className="fact" data-wide="true">
            <dt>{t`头像`}</dt>
            <dd>{picture === undefined ? '—' : <Picture of={picture} alt={t`${user.name}的头像`} width={104} height={80} />}</dd>
          </div>
        </dl>
      </section>
      <PersonalSettings user={user} />
      {isEditing && (
        <FormDialog
          form={profileForm}
          title={said(profileForm.title)}
          initial={{ nickname: user.name, avatar: picture === undefined ? [] : [picture] }}
          onClose={() => setEditing(false)}
          onSubmit={async (values) => {
            await attempt('/api/user/save_info', values, t`保存成功`)
            await refreshUser()
          }}
        />
      )}
    </div>
  )
}
