import Dropdown from 'antd/es/dropdown'
import { t } from '../../../providers/i18nProvider.ts'

/** One of a crowd: its key, and what is said of it. */
interface OfCrowd {
  key: string
  label: string
}

interface Props {
  those: readonly OfCrowd[]
  /** In px from the first hour. */
  top: number
  height: number
  /** Where it stands and how wide it is, as CSS has it. */
  left: string
  width: string
  onOpen: (key: string) => void
}

/** Those of one time for which there is no room side by side: how many they are; a click tells them, and another opens one. */
export const Crowd = ({ those, top, height, left, width, onOpen }: Props) => (
  <Dropdown
    trigger={['click']}
    rootClassName="hours-crowd-menu"
    menu={{ items: those.map(({ key, label }) => ({ key, label })), onClick: ({ key }) => onOpen(key) }}
  >
    <button type="button" className="hours-entry hours-crowd" style={{ top, height, left, width }}>
      {t`还有 ${those.length} 条`}
    </button>
  </Dropdown>
)
