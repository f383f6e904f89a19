import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined'
import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined'
import UploadOutlined from '@ant-design/icons-svg/es/asn/UploadOutlined'
import UpOutlined from '@ant-design/icons-svg/es/asn/UpOutlined'
import type { WidgetProps } from '@rjsf/utils'
import { ATTACHABLE, attachmentKinds, MAX_ATTACHMENTS } from '../../../core/attachments.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { FileIcon, FileName, FileSize } from '../../look/Attachments.tsx'
import { Icon } from '../../look/Icon.tsx'
import { fieldOfProps } from '../context.ts'
import { DropZone, moved } from './DropZone.tsx'
import { useAttaching } from './useAttaching.ts'

const ACCEPT = attachmentKinds.flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`)).join(',')

/** Attachments: chosen or dropped, with how far each has come, put in order, taken away. */
export const FilesWidget = (props: WidgetProps) => {
  const ids = (props.value as number[] | undefined) ?? []
  const field = fieldOfProps(props)
  const limit = field.type === 'array' ? field.maxItems : MAX_ATTACHMENTS
  const limitMessage = field['x-msg']?.maxItems ?? t`最多只能上传${limit}个附件`
  const { known, arriving, refused, add, remove, forget } = useAttaching({ ids, limit, limitMessage, onChange: props.onChange })
  const move = (from: number, to: number): void => props.onChange(moved(ids, from, to))
  return (
    <DropZone id={props.id} className="attaching" accept={ACCEPT} onFiles={(files) => void add(files)}>
      {(pick) => (
        <>
          {(ids.length > 0 || arriving.length > 0) && (
            <ul className="files" aria-label={t`已选的附件`}>
              {ids.map((id, index) => {
                const file = known.get(id)
                const name = file?.name ?? t`附件${index + 1}`
                return (
                  <li key={id} className="file">
                    {file && <FileIcon mime={file.mime} />}
                    <FileName name={name} />
                    {file && <FileSize bytes={file.bytes} />}
                    <span className="file-tools">
                      <button type="button" aria-label={t`${name}上移`} disabled={index === 0} onClick={() => move(index, index - 1)}>
                        <Icon of={UpOutlined} />
                      </button>
                      <button
                        type="button"
                        aria-label={t`${name}下移`}
                        disabled={index === ids.length - 1}
                        onClick={() => move(index, index + 1)}
                      >
                        <Icon of={DownOutlined} />
                      </button>
                      <button type="button" aria-label={t`删除${name}`} onClick={() => remove(id)}>
                        <Icon of={CloseOutlined} />
                      </button>
                    </span>
                  </li>
                )
              })}
              {arriving.map(({ key, name, share, stop }) => (
                <li key={`arriving${key}`} className="file">
                  <FileName name={name} />
                  <progress value={share} max={1} aria-label={t`${name}上传中`} />
                  <span className="file-size">{Math.round(share * 100)}%</span>
                  <span className="file-tools">
                    <button type="button" aria-label={t`取消上传${name}`} onClick={stop}>
                      <Icon of={CloseOutlined} />
                    </button>
                  </span>
                </li>
              ))}
            </ul>
          )}
          {refused.map(({ key, name, reason }) => (
            <p key={key} className="file-refused" role="alert">
              {t`${name}：${reason}`}
              <button type="button" aria-label={t`知道了`} onClick={() => forget(key)}>
                <Icon of={CloseOutlined} />
              </button>
            </p>
          ))}
          <p className="attaching-add">
            <button type="button" className="file-add" disabled={ids.length + arriving.length >= limit} onClick={pick}>
              <Icon of={UploadOutlined} />
              {t`上传附件`}
            </button>
            <span className="file-size">{t`${said(ATTACHABLE)}；最多 ${limit} 个`}</span>
          </p>
        </>
      )}
    </DropZone>
  )
}
