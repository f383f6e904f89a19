import Button from 'antd/es/button'
import type { SettingList } from '../../../core/setting.ts'
import { resourceNamed } from '../../../declared/declared.ts'
import { said } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { pageActions } from '../../action/allowed.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { RelatedTable } from '../../list/detail/RelatedTable.tsx'

const One = ({ list }: { list: SettingList }) => {
  const run = useRunAction()
  const resource = resourceNamed(list.resource)
  const label = said(list.label)
  const asked = { resource: resource.name, where: {}, sort: resource.sort, rows: list.rows }
  return (
    <section className="panel setting-list" aria-label={label}>
      <div className="setting-list-head">
        <h2>{label}</h2>
        <span className="head-gap" />
        {pageActions(resource).map((action) => (
          <Button key={action.name} onClick={() => run(resource, action, [])}>
            {action.label}
          </Button>
        ))}
      </div>
      <RelatedTable
        related={{ label, resource, asked, columns: resource.columns.filter(({ shown }) => shown === 'yes'), empty: resource.empty }}
      />
    </section>
  )
}

/** The lists below a setting's form; those that the person may not read are not there. */
export const SettingLists = ({ lists }: { lists: readonly SettingList[] }) =>
  lists.filter(({ resource }) => mayCall(resourceNamed(resource).calls.index ?? '')).map((list) => <One key={list.resource} list={list} />)
