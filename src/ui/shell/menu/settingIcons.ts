import AccountBookOutlined from '@ant-design/icons-svg/es/asn/AccountBookOutlined'
import ApartmentOutlined from '@ant-design/icons-svg/es/asn/ApartmentOutlined'
import AreaChartOutlined from '@ant-design/icons-svg/es/asn/AreaChartOutlined'
import BellOutlined from '@ant-design/icons-svg/es/asn/BellOutlined'
import BuildOutlined from '@ant-design/icons-svg/es/asn/BuildOutlined'
import ClusterOutlined from '@ant-design/icons-svg/es/asn/ClusterOutlined'
import EditOutlined from '@ant-design/icons-svg/es/asn/EditOutlined'
import FileDoneOutlined from '@ant-design/icons-svg/es/asn/FileDoneOutlined'
import IdcardOutlined from '@ant-design/icons-svg/es/asn/IdcardOutlined'
import InboxOutlined from '@ant-design/icons-svg/es/asn/InboxOutlined'
import LayoutOutlined from '@ant-design/icons-svg/es/asn/LayoutOutlined'
import PieChartOutlined from '@ant-design/icons-svg/es/asn/PieChartOutlined'
import ProfileOutlined from '@ant-design/icons-svg/es/asn/ProfileOutlined'
import ProjectOutlined from '@ant-design/icons-svg/es/asn/ProjectOutlined'
import SafetyCertificateOutlined from '@ant-design/icons-svg/es/asn/SafetyCertificateOutlined'
import ScheduleOutlined from '@ant-design/icons-svg/es/asn/ScheduleOutlined'
import SendOutlined from '@ant-design/icons-svg/es/asn/SendOutlined'
import SkinOutlined from '@ant-design/icons-svg/es/asn/SkinOutlined'
import UserOutlined from '@ant-design/icons-svg/es/asn/UserOutlined'
import type { IconDefinition } from '@ant-design/icons-svg/es/types'

/** What the entries of the settings are about, by the word of their declarations. */
export const settingIcons: Readonly<Record<string, IconDefinition>> = {
  chart: AreaChartOutlined,
  pie: PieChartOutlined,
  build: BuildOutlined,
  project: ProjectOutlined,
  paper: FileDoneOutlined,
  settle: AccountBookOutlined,
  invoice: ProfileOutlined,
  sign: EditOutlined,
  person: UserOutlined,
  role: SafetyCertificateOutlined,
  card: IdcardOutlined,
  posts: ClusterOutlined,
  structure: ApartmentOutlined,
  bell: BellOutlined,
  logo: SkinOutlined,
  layout: LayoutOutlined,
  jobs: ScheduleOutlined,
  outbox: InboxOutlined,
  send: SendOutlined,
}
