import AccountBookOutlined from '@ant-design/icons-svg/es/asn/AccountBookOutlined'
import ApartmentOutlined from '@ant-design/icons-svg/es/asn/ApartmentOutlined'
import AreaChartOutlined from '@ant-design/icons-svg/es/asn/AreaChartOutlined'
import BarChartOutlined from '@ant-design/icons-svg/es/asn/BarChartOutlined'
import BellOutlined from '@ant-design/icons-svg/es/asn/BellOutlined'
import BuildOutlined from '@ant-design/icons-svg/es/asn/BuildOutlined'
import ClusterOutlined from '@ant-design/icons-svg/es/asn/ClusterOutlined'
import DatabaseOutlined from '@ant-design/icons-svg/es/asn/DatabaseOutlined'
import DeploymentUnitOutlined from '@ant-design/icons-svg/es/asn/DeploymentUnitOutlined'
import EditOutlined from '@ant-design/icons-svg/es/asn/EditOutlined'
import FileDoneOutlined from '@ant-design/icons-svg/es/asn/FileDoneOutlined'
import FileProtectOutlined from '@ant-design/icons-svg/es/asn/FileProtectOutlined'
import IdcardOutlined from '@ant-design/icons-svg/es/asn/IdcardOutlined'
import InboxOutlined from '@ant-design/icons-svg/es/asn/InboxOutlined'
import InteractionOutlined from '@ant-design/icons-svg/es/asn/InteractionOutlined'
import KeyOutlined from '@ant-design/icons-svg/es/asn/KeyOutlined'
import LayoutOutlined from '@ant-design/icons-svg/es/asn/LayoutOutlined'
import PhoneOutlined from '@ant-design/icons-svg/es/asn/PhoneOutlined'
import PieChartOutlined from '@ant-design/icons-svg/es/asn/PieChartOutlined'
import ProfileOutlined from '@ant-design/icons-svg/es/asn/ProfileOutlined'
import ProjectOutlined from '@ant-design/icons-svg/es/asn/ProjectOutlined'
import ReconciliationOutlined from '@ant-design/icons-svg/es/asn/ReconciliationOutlined'
import SafetyCertificateOutlined from '@ant-design/icons-svg/es/asn/SafetyCertificateOutlined'
import ScheduleOutlined from '@ant-design/icons-svg/es/asn/ScheduleOutlined'
import SendOutlined from '@ant-design/icons-svg/es/asn/SendOutlined'
import SkinOutlined from '@ant-design/icons-svg/es/asn/SkinOutlined'
import SwapOutlined from '@ant-design/icons-svg/es/asn/SwapOutlined'
import ThunderboltOutlined from '@ant-design/icons-svg/es/asn/ThunderboltOutlined'
import UserOutlined from '@ant-design/icons-svg/es/asn/UserOutlined'
import type { IconDefinition } from '@ant-design/icons-svg/es/types'

/** What the entries further down the menu are about, by the word of their declarations. */
export const furtherIcons: Readonly<Record<string, IconDefinition>> = {
  bill: ReconciliationOutlined,
  flow: SwapOutlined,
  meter: ThunderboltOutlined,
  withholdBill: FileProtectOutlined,
  batch: InteractionOutlined,
  clue: PhoneOutlined,
  entrust: KeyOutlined,
  approval: DeploymentUnitOutlined,
  statistics: BarChartOutlined,
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
  data: DatabaseOutlined,
  send: SendOutlined,
}
