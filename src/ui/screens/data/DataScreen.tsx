import Button from 'antd/es/button'
import { Suspense, useState, useSyncExternalStore } from 'react'
import { t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { currentUser, onSession } from '../../../providers/session.ts'
import { lazily } from '../../later/lazily.ts'
import { openDownloads } from '../../shell/downloads/downloads.ts'
import '../../look/panels.css'

const CLEAR = '/api/sample/clear'
const ClearSampleDialog = lazily(() => import('./ClearSampleDialog.tsx'))

const Sample = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="panel" aria-label={t`示例数据`}>
      <h2>{t`示例数据`}</h2>
      <p className="panel-lead">
        {t`现在看到的是一家示例运营单位。正式使用前清空：全部项目、小区、房源、合同、租客和流水都会删除，账号和基础设置保留，不可撤销。`}
      </p>
      {mayCall(CLEAR) ? (
        <Button danger onClick={() => setOpen(true)}>{t`清空示例数据`}</Button>
      ) : (
        <p className="list-hint">{t`清空由管理员办理`}</p>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ClearSampleDialog path={CLEAR} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** 数据与下载: what one has exported, and the way out of the sample's data. */
export default function DataScreen() {
  const user = useSyncExternalStore(onSession, currentUser)
  return (
    <div className="list">
      <div className="list-head">
        <h1>{t`数据与下载`}</h1>
      </div>
      <div className="stacked">
        <section className="panel" aria-label={t`下载记录`}>
          <h2>{t`下载记录`}</h2>
          <p className="panel-lead">{t`导出、打印和导入的文件都在下载记录里。`}</p>
          <Button onClick={() => openDownloads()}>{t`打开下载记录`}</Button>
        </section>
        {user?.sample && <Sample />}
      </div>
    </div>
  )
}
