import Select from 'antd/es/select'
import type { UserInfo } from '../../../protocol/types.ts'
import { t } from '../../../providers/i18nProvider.ts'
import type { Preference } from '../../../providers/preferences.ts'
import { density, densityWords, localeChoice, localeWords, startScreen, themeChoice, themeWords } from '../../hooks/preferences.ts'
import { useStore } from '../../hooks/useStore.ts'
import { openScreens } from '../../tab/screens.ts'
import '../../list/detail/detail.css'

interface Props<T extends string> {
  label: string
  choice: Preference<T>
  words: Readonly<Record<T, string>>
}

const Setting = <T extends string>({ label, choice, words }: Props<T>) => {
  const value = useStore(choice)
  const options = Object.entries<string>(words).map(([key, word]) => ({ value: key as T, label: t(word) }))
  return (
    <div className="fact">
      <dt>{label}</dt>
      <dd>
        <Select
          aria-label={label}
          value={value in words ? value : ('' as T)}
          onChange={(next) => choice.set(next)}
          options={options}
          showSearch={options.length > 8}
          optionFilterProp="label"
          className="personal-choice"
        />
      </dd>
    </div>
  )
}

/** 个人设置: how the pages look to this person, in whichever browser they log in. */
export const PersonalSettings = ({ user }: { user: UserInfo }) => {
  const homes = Object.fromEntries(openScreens(user.access, user.sidebar).map(({ path, label }) => [path, t(label)]))
  return (
    <section className="panel personal" aria-label={t('个人设置')}>
      <h2>{t('个人设置')}</h2>
      <p className="panel-lead">{t('随账号走：换一台电脑登录也一样。各列表的列设置、已存筛选也在账号里。')}</p>
      <dl className="facts">
        <Setting label={t('外观')} choice={themeChoice} words={themeWords} />
        <Setting label={t('列表行高')} choice={density} words={densityWords} />
        <Setting label={t('语言')} choice={localeChoice} words={localeWords} />
        <Setting label={t('起始页面')} choice={startScreen} words={{ '': t('默认'), ...homes }} />
      </dl>
    </section>
  )
}
