import { useInfiniteQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { useMemo } from 'react'
import type { FormSchema } from '../../../core/form.ts'
import type { Setting } from '../../../core/setting.ts'
import { fieldWords, type TitleOf } from '../../../derive/forms/fieldWords.ts'
import { localizedForm } from '../../../derive/localize.ts'
import { callsOfSetting, secretsOf } from '../../../derive/settings.ts'
import { minuteOf } from '../../../protocol/dates.ts'
import type { Page } from '../../../protocol/envelope.ts'
import type { SettingChange } from '../../../protocol/types.ts'
import { call } from '../../../providers/call.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { useTitles } from './useTitles.ts'

const ROWS = 20

/** Gives who changed a setting, newest first, a page at a time. */
const useHistory = (setting: Setting) => {
  const { data, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: [callsOfSetting(setting).history],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call<Page<SettingChange>>(callsOfSetting(setting).history, { page: pageParam, page_rows: ROWS }, { signal }),
    getNextPageParam: (last, pages) => (pages.length * ROWS < last.count ? pages.length + 1 : undefined),
  })
  return { changes: data?.pages.flatMap((page) => page.list) ?? [], more: hasNextPage ? () => void fetchNextPage() : null }
}

const lineOf = (form: FormSchema, { before, after }: SettingChange, name: string, titleOf: TitleOf): string => {
  const field = form.properties[name]
  if (!field) return ''
  if (secretsOf(form).includes(name)) return t`${field.title}：已更换`
  return t`${field.title}：${fieldWords(field, before[name], titleOf, t)} → ${fieldWords(field, after[name], titleOf, t)}`
}

interface Props {
  setting: Setting
  /** The version in force. */
  version: number
  /** Puts a version back; null for who may not. */
  onRestore: ((version: number) => void) | null
}

/** Who changed what, before → after, and the way back to each version. */
export const SettingHistory = ({ setting, version, onRestore }: Props) => {
  const { changes, more } = useHistory(setting)
  const form = useMemo(() => localizedForm(setting.form, said), [setting.form])
  const titleOf = useTitles(
    form,
    changes.flatMap(({ before, after }) => [before, after]),
  )
  return (
    <section className="panel setting-history" aria-label={t`改动记录`}>
      <h2>{t`改动记录`}</h2>
      <ol>
        {changes.map((change) => (
          <li key={change.version}>
            <div className="setting-change">
              <strong>{t`第 ${change.version} 版`}</strong>
              <span className="setting-by" title={change.by}>
                {change.by}
              </span>
              <time>{minuteOf(change.at)}</time>
              <span className="head-gap" />
              {change.version === version ? (
                <span className="setting-now">{t`现行`}</span>
              ) : (
                onRestore && (
                  <Button size="small" type="link" aria-label={t`恢复到第 ${change.version} 版`} onClick={() => onRestore(change.version)}>
                    {t`恢复到此版本`}
                  </Button>
                )
              )}
            </div>
            {change.from_date !== null && <p>{t`${change.from_date} 起生效`}</p>}
            {change.restored !== null && <p>{change.restored === 0 ? t`恢复为初始值` : t`恢复自第 ${change.restored} 版`}</p>}
            {change.changed.map((name) => (
              <p key={name}>{lineOf(form, change, name, titleOf)}</p>
            ))}
            {change.changed.length === 0 && change.restored === null && <p>{t`没有改动`}</p>}
          </li>
        ))}
        <li>
          <div className="setting-change">
            <strong>{t`初始值`}</strong>
            <span className="head-gap" />
            {version === 0 ? (
              <span className="setting-now">{t`现行`}</span>
            ) : (
              onRestore && (
                <Button size="small" type="link" aria-label={t`恢复为初始值`} onClick={() => onRestore(0)}>
                  {t`恢复到此版本`}
                </Button>
              )
            )}
          </div>
        </li>
      </ol>
      {more && (
        <Button size="small" onClick={more}>
          {t`更早的改动`}
        </Button>
      )}
    </section>
  )
}
