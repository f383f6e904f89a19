import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined'
import EditOutlined from '@ant-design/icons-svg/es/asn/EditOutlined'
import LeftOutlined from '@ant-design/icons-svg/es/asn/LeftOutlined'
import PlusOutlined from '@ant-design/icons-svg/es/asn/PlusOutlined'
import RightOutlined from '@ant-design/icons-svg/es/asn/RightOutlined'
import type { WidgetProps } from '@rjsf/utils'
import { useRef, useState } from 'react'
import { CallFailure, call } from '../../../providers/call.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { Dialog } from '../../later/Dialog.tsx'
import { Icon } from '../../look/Icon.tsx'
import { Picture } from '../../look/Picture.tsx'
import { fieldOfProps, useFormState } from '../context.ts'
import { DrawDialog } from './DrawDialog.tsx'
import { DropZone, moved } from './DropZone.tsx'

/** The add button stays visible until there are this many, whatever the limit (spec.md section 5). */
const BUTTON_UNTIL = 9
const ACCEPT = 'image/jpeg,image/png,image/webp'

const uploadFailure = (error: unknown): string =>
  error instanceof CallFailure && error.code !== 500 && error.code !== 405 ? error.message : t`上传失败`

/** Uploads in the order chosen, two at a time at most, and gives the ids as they come. */
const useUpload = (ids: readonly number[], limit: number, limitMessage: string, props: WidgetProps) => {
  const [waiting, setWaiting] = useState(0)
  const { toast, arrives } = useFormState()
  const latest = useRef(ids)
  const fresh = useRef(new Set<number>())
  latest.current = ids
  const add = async (files: readonly File[]): Promise<void> => {
    const room = limit - latest.current.length - waiting
    if (files.length > room) toast(limitMessage)
    for (const file of files.slice(0, Math.max(0, room))) {
      setWaiting((count) => count + 1)
      arrives(1)
      try {
        const { img_id } = await call<{ img_id: number }>('/api/upload/index', { key: 'fang' }, { file })
        fresh.current.add(img_id)
        latest.current = [...latest.current, img_id]
        props.onChange(latest.current)
      } catch (error) {
        toast(uploadFailure(error))
      } finally {
        setWaiting((count) => count - 1)
        arrives(-1)
      }
    }
  }
  const remove = (id: number): void => {
    latest.current = latest.current.filter((other) => other !== id)
    props.onChange(latest.current)
    // What a record held before goes with the record's change; what came in this dialog is nobody's.
    if (fresh.current.delete(id)) call('/api/upload/del', { img_id: id }).catch(() => {})
  }
  return { waiting, add, remove }
}

/** Pictures: chosen or dropped, seen at once, put in order, taken away. */
export const ImagesWidget = (props: WidgetProps) => {
  const ids = (props.value as number[] | undefined) ?? []
  const field = fieldOfProps(props)
  const limit = field.type === 'array' ? field.maxItems : BUTTON_UNTIL
  const { waiting, add, remove } = useUpload(ids, limit, field['x-msg']?.maxItems ?? t`最多只能上传${limit}张`, props)
  const [shown, setShown] = useState<number | null>(null)
  const [isDrawing, setDrawing] = useState(false)
  const move = (from: number, to: number): void => props.onChange(moved(ids, from, to))
  return (
    <DropZone id={props.id} className="images" accept={ACCEPT} onFiles={(files) => void add(files)}>
      {(pick) => (
        <>
          {ids.map((id, index) => (
            <div key={id} className="image">
              <button type="button" className="image-view" aria-label={t`查看图片${index + 1}`} onClick={() => setShown(id)}>
                <Picture of={id} alt={t`图片${index + 1}`} />
              </button>
              <span className="image-tools">
                <button type="button" aria-label={t`图片${index + 1}前移`} disabled={index === 0} onClick={() => move(index, index - 1)}>
                  <Icon of={LeftOutlined} />
                </button>
                <button
                  type="button"
                  aria-label={t`图片${index + 1}后移`}
                  disabled={index === ids.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <Icon of={RightOutlined} />
                </button>
                <button type="button" aria-label={t`删除图片${index + 1}`} onClick={() => remove(id)}>
                  <Icon of={CloseOutlined} />
                </button>
              </span>
            </div>
          ))}
          {waiting > 0 && (
            <div className="image image-waiting" role="status">
              {t`上传中…`}
            </div>
          )}
          {ids.length < BUTTON_UNTIL && (
            <button type="button" className="image image-add" onClick={pick}>
              <Icon of={PlusOutlined} />
              {t`上传图片`}
            </button>
          )}
          {field['x-draw'] && ids.length < limit && (
            <button type="button" className="image image-add" onClick={() => setDrawing(true)}>
              <Icon of={EditOutlined} />
              {t`手写签名`}
            </button>
          )}
          {isDrawing && <DrawDialog onDrawn={(file) => void add([file])} onClose={() => setDrawing(false)} />}
          {shown !== null && (
            <Dialog footer={null} width={880} title={t`查看图片`} onCancel={() => setShown(null)}>
              <Picture of={shown} size="url" alt="" className="image-full" />
            </Dialog>
          )}
        </>
      )}
    </DropZone>
  )
}
