import { useTranslation } from '@refinedev/core'
import Select from 'antd/es/select'
import type { Locale } from '../../../protocol/preferences.ts'
import type { UserInfo } from '../../../protocol/types.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import type { Preference } from '../../../providers/preferences.ts'
import { density, densityWords, localeWords, startScreen, themeChoice, themeWords } from '../../hooks/preferences.ts'
import { useStore } from '../../hooks/useStore.ts'
import { openScreens } from '../../tab/screens.ts'
import { mayRedraw } from '../../tab/tabs.ts'
import '../../list/detail/detail.css'

interface ChoiceProps<T extends string> {
  label: string
  words: Readonly<Record<T, string>>
  value: T
  onChoose: (next: T) => void
}

const Choice = <T extends string>({ label, words, value, onChoose }: ChoiceProps<T>) => {
  const options = Object.entries<string>(words).map(([key, word]) => ({ value: key as T, label: said(word) }))
  return (
    <div className="fact">
      <dt>{label}</dt>
      <dd>
        <Select
          aria-label={label}
          value={value in words ? value : ('' as T)}
          onChange={onChoose}
          options={options}
          showSearch={options.length > 8}
          optionFilterProp="label"
          className="personal-choice"
        />
      </dd>
    </div>
  )
}

interface SettingProps<T extends string> extends Pick<ChoiceProps<T>, 'label' | 'words'> {
  choice: Preference<T>
}

const Setting = <T extends string>({ choice, ...rest }: SettingProps<T>) => (
  <Choice {...rest} value={useStore(choice)} onChoose={choice.set} />
)

/** 个人设置: how the pages look to this person, in whichever browser they log in. */
export const PersonalSettings = ({ user }: { user: UserInfo }) => {
  const { getLocale, changeLocale } = useTranslation()
  const homes = Object.fromEntries(openScreens(user.access, user.sidebar).map(({ path, label }) => [path, said(label)]))
  return (
    <section className="panel personal" aria-label={t`个人设置`}>
      <h2>{t`个人设置`}</h2>
      <p className="panel-lead">{t`随账号走：换一台电脑登录也一样。各列表的列设置、已存筛选也在账号里。`}</p>
      <dl className="facts">
        <Setting label={t`外观`} choice={themeChoice} words={themeWords} />
        <Setting label={t`列表行高`} choice={density} words={densityWords} />
        <Choice label={t`语言`} words={localeWords} value={getLocale() as Locale} onChoose={(next) => mayRedraw() && changeLocale(next)} />
        <Setting label={t`起始页面`} choice={startScreen} words={{ '': t`默认`, ...homes }} />
      </dl>
    </section>
  )
}
