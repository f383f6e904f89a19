import Select from 'antd/es/select'
import { useEffect } from 'react'
import { t } from '../../providers/i18nProvider.ts'
import { hearOnlyProject } from '../form/known.ts'
import { chosenProject } from '../hooks/preferences.ts'
import { useStore } from '../hooks/useStore.ts'
import { calledBy, searchProps, useChoices, useChosen } from '../lookup/useChoices.ts'

const PROJECTS = '/api/Project/find'

/** The header's project selector; every screen whose records belong to projects follows it. */
export const ProjectSelector = () => {
  const chosen = useStore(chosenProject)
  const { rows, ...choices } = useChoices({ path: PROJECTS, search: 'keyword' })
  const { rows: named, isLoading } = useChosen(PROJECTS, chosen === null ? [] : [chosen])
  const only = !choices.isSearching && !choices.isLoading && rows.length === 1 ? Number(rows[0]?.p_id) : null
  useEffect(() => hearOnlyProject(only), [only])
  const name = named.map((row) => String(row.name))[0]
  const all = { value: 0, label: t`全部项目` }
  return (
    <Select
      aria-label={t`项目`}
      variant="filled"
      labelInValue
      value={chosen === null ? all : { value: chosen, label: calledBy(chosen, name, isLoading) }}
      onChange={({ value }) => chosenProject.set(value || null)}
      showSearch={rows.length > 8 || choices.isSearching || choices.isLoading}
      {...searchProps(choices)}
      options={[...(choices.isSearching ? [] : [all]), ...rows.map((row) => ({ value: Number(row.p_id), label: String(row.name) }))]}
    />
  )
}
