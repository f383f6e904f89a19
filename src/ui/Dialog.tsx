import Modal, { type ModalProps } from 'antd/es/modal'
import { t } from '../providers/i18nProvider.ts'
import { useFocusReturn } from './useFocusReturn.ts'

/** A dialog: shown as long as it is drawn, its close button named, and the focus goes back to what opened it. */
export const Dialog = (props: Omit<ModalProps, 'open'>) => {
  useFocusReturn()
  return <Modal open closable={{ 'aria-label': t('关闭') }} {...props} />
}
