import QRCode from 'antd/es/qr-code'
import { said, t } from '../../providers/i18nProvider.ts'
import { useReadAnew } from '../hooks/useReadAnew.ts'
import { Dialog } from '../later/Dialog.tsx'
import type { ShownCode } from './shownCode.ts'
import './codeDialog.css'

/** An address as a code that a phone scans. It stands on white in either theme: that is what phones read. */
export default function CodeDialog({ code, onClose }: { code: ShownCode; onClose: () => void }) {
  const url = new URL(code.link, location.href.split('#')[0]).href
  const readAnew = useReadAnew()
  /** What was done on the phone meanwhile nobody has told this browser. */
  const close = (): void => {
    onClose()
    readAnew.everything()
  }
  return (
    <Dialog width={400} title={said(code.title)} footer={null} maskClosable={false} onCancel={close}>
      <div className="scan-code">
        <div role="img" aria-label={t`二维码`}>
          <QRCode value={url} size={280} type="svg" color="#000000" bgColor="#ffffff" />
        </div>
        <p>{said(code.said)}</p>
        <a href={url} target="_blank" rel="noreferrer">
          {t`在本机打开`}
        </a>
      </div>
    </Dialog>
  )
}
