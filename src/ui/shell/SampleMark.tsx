import { t } from '../../providers/i18nProvider.ts'
import { LeadLink } from '../tab/LeadLink.tsx'

/** Says that what one sees is the sample operator's, and leads to where it is cleared. */
export const SampleMark = () => <LeadLink to="#/setting/data" className="head-sample">{t`示例数据`}</LeadLink>
