import FileExcelOutlined from '@ant-design/icons-svg/es/asn/FileExcelOutlined'
import FileImageOutlined from '@ant-design/icons-svg/es/asn/FileImageOutlined'
import FilePdfOutlined from '@ant-design/icons-svg/es/asn/FilePdfOutlined'
import FileTextOutlined from '@ant-design/icons-svg/es/asn/FileTextOutlined'
import FileWordOutlined from '@ant-design/icons-svg/es/asn/FileWordOutlined'
import { type Attachment, type AttachmentKind, type HeldAttachment, kindOfMime, nameParts, sizeText } from '../../core/attachments.ts'
import { said, t } from '../../providers/i18nProvider.ts'
import { Icon } from './Icon.tsx'
import './attachments.css'

const icons = {
  pdf: FilePdfOutlined,
  word: FileWordOutlined,
  excel: FileExcelOutlined,
  picture: FileImageOutlined,
  text: FileTextOutlined,
} as const satisfies Record<AttachmentKind, unknown>

/** What an attachment is, as an icon with its word for who does not see it. */
export const FileIcon = ({ mime }: Pick<Attachment, 'mime'>) => {
  const { is, label } = kindOfMime(mime)
  return (
    <span className="file-icon" data-kind={is} role="img" aria-label={said(label)}>
      <Icon of={icons[is]} />
    </span>
  )
}

/** A name; where there is no room its middle gives way, and the whole is told on hover. */
export const FileName = ({ name }: Pick<Attachment, 'name'>) => {
  const [head, tail] = nameParts(name)
  return (
    <span className="file-name" title={name}>
      <span className="file-head">{head}</span>
      {tail}
    </span>
  )
}

export const FileSize = ({ bytes }: Pick<Attachment, 'bytes'>) => <span className="file-size">{sizeText(bytes)}</span>

/** A record's attachments, each by its type, name and size; a click downloads it. */
export const FileLinks = ({ files }: { files: readonly HeldAttachment[] }) => (
  <ul className="files">
    {files.map(({ file_id, name, mime, bytes, url }) => (
      <li key={file_id} className="file">
        <FileIcon mime={mime} />
        <a href={`.${url}`} download={name} aria-label={t`下载${name}`}>
          <FileName name={name} />
        </a>
        <FileSize bytes={bytes} />
      </li>
    ))}
  </ul>
)
