import type { Setting } from '../../../core/setting.ts'
import { said } from '../../../providers/i18nProvider.ts'
import { useRead } from '../../hooks/useRead.ts'

interface Answer {
  facts: { label: string; value: string }[]
}

/** What follows from a setting as it is in force (`version`): for whoever may read the setting. */
export const Facts = ({ shows, version }: { shows: NonNullable<Setting['shows']>; version: number }) => {
  const { data } = useRead<Answer>(shows.call, {}, { as: `${version}`, isQuiet: true })
  if (!data) return null
  return (
    <section className="setting-facts" aria-label={said(shows.label)}>
      <h2>{said(shows.label)}</h2>
      <dl>
        {data.facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{said(label)}</dt>
            <dd>{said(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
