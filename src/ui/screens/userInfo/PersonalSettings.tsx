import Select from 'antd/es/select'
import type { UserInfo } from '../../../protocol/types.ts'
import type { Preference } from '../../../providers/preferences.ts'
import { density, densityWords, localeChoice, localeWords, startScreen, themeChoice, themeWords } from '../../preferences.ts'
import { openScreens } from '../../shell/screens.ts'
import { useStore } from '../../useStore.ts'

interface Props<T extends string> {
  label: string
  choice: Preference<T>
  words: Readonly<Record<T, string>>
}

const Setting = <T extends string>({ label, choice, words }: Props<T>) => {
  const value = useStore(choice)
  const options = Object.entries<string>(words).map(([key, word]) => ({ value: key as T, label: word }))
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
  const homes = Object.fromEntries(openScreens(user.access, user.sidebar).map(({ path, label }) => [path, label]))
  return (
    <section className="panel personal" aria-label="个人设置">
      <h2>个人设置</h2>
      <p className="panel-lead">随账号走：换一台电脑登录也一样。各列表的列设置、已存筛选也在账号里。</p>
      <dl className="facts">
        <Setting label="外观" choice={themeChoice} words={themeWords} />
        <Setting label="列表行高" choice={density} words={densityWords} />
        <Setting label="语言" choice={localeChoice} words={localeWords} />
        <Setting label="起始页面" choice={startScreen} words={{ '': '默认', ...homes }} />
      </dl>
    </section>
  )
}
