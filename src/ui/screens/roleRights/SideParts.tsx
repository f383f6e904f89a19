import { menuOf } from '../../../derive/menu.ts'
import type { Page } from '../../../protocol/envelope.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { useRead } from '../../hooks/useRead.ts'
import { screens } from '../../tab/screens.ts'
import type { Draft } from './draft.ts'

/** The menu that whoever has the role would see. */
export const MenuPreview = ({ draft }: { draft: Draft }) => {
  const { data } = useRead<{ sidebar: string[] }>('/api/role/menu', { ...draft }, { isKept: true })
  const menu = data ? menuOf(screens(), draft.access, data.sidebar) : []
  return (
    <aside className="rights-preview" aria-label={t`菜单预览`} aria-busy={!data}>
      <h2>{t`菜单预览`}</h2>
      {data && menu.length === 0 && <p>{t`菜单是空的`}</p>}
      <ul>
        {menu.map(({ id, label, children }) => (
          <li key={id}>
            {said(label)}
            {children.length > 0 && (
              <ul>
                {children.map((child) => (
                  <li key={child.id}>{said(child.label)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </aside>
  )
}

const ACCOUNTS = '/api/admin/index'

const Words = ({ label, words }: { label: string; words: readonly string[] }) =>
  words.length === 0 ? null : (
    <>
      <strong>{t`${label}（${words.length}）`}</strong>
      <p className="rights-words">{words.join(t`、`)}</p>
    </>
  )

/** What saving changes, in words, and for how many accounts; how many is said to who may read accounts. */
export const Changes = ({ role_id, gained, lost }: { role_id: number; gained: readonly string[]; lost: readonly string[] }) => {
  const { data } = useRead<Page<object>>(mayCall(ACCOUNTS) ? ACCOUNTS : null, { role_id: [role_id], page: 1, page_rows: 1 })
  return (
    <>
      <p>{data ? t`用这个角色的 ${data.count} 个账号马上按新的权限办事。` : t`用这个角色的账号马上按新的权限办事。`}</p>
      <Words label={t`增加`} words={gained} />
      <Words label={t`失去`} words={lost} />
    </>
  )
}
