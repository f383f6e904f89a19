import Select from 'antd/es/select'
import { LOOKUP_ROWS } from '../../protocol/envelope.ts'
import { t } from '../../providers/i18nProvider.ts'
import { chosenProject } from '../hooks/preferences.ts'
import { useStore } from '../hooks/useStore.ts'
import { useLookup } from '../lookup/useLookup.ts'

/** The header's project selector; every screen whose records belong to projects follows it. */
export const ProjectSelector = () => {
  const chosen = useStore(chosenProject)
  const { rows } = useLookup('/api/project/index', { page: 1, page_rows: LOOKUP_ROWS })
  return (
    <Select
      aria-label={t('项目')}
      variant="filled"
      value={chosen ?? 0}
      onChange={(value) => chosenProject.set(value || null)}
      showSearch={rows.length > 8}
      optionFilterProp="label"
      options={[{ value: 0, label: t('全部项目') }, ...rows.map((row) => ({ value: Number(row.p_id), label: String(row.name) }))]}
    />
  )
}
