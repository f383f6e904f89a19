import Button from 'antd/es/button'
import Radio from 'antd/es/radio'
import { type DragEvent, useRef, useState } from 'react'
import type { CompleteResource } from '../../../derive/complete.ts'
import { isKnownAgain } from '../../../derive/imports/existing.ts'
import { grouped } from '../../../protocol/fen.ts'
import { existingRows, type ImportDetail, MAX_IMPORT_ROWS, MAX_WRONG_ROWS } from '../../../protocol/imports.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { ImportRecords } from './ImportRecords.tsx'
import './imports.css'
import { Dialog } from '../../later/Dialog.tsx'
import { SmallTable } from '../../look/SmallTable.tsx'
import { type Importing, useImport } from './useImport.ts'

const ACCEPT = '.xlsx,.csv'

const Errors = ({ record }: { record: ImportDetail }) => (
  <div className="import-errors">
    <SmallTable
      look="grid"
      rows={record.errors}
      keyOf={({ cell, message }) => `${cell} ${message}`}
      columns={[
        { head: t`位置`, width: 88, cell: ({ cell }) => said(cell) },
        { head: t`列`, width: 150, cell: ({ head }) => said(head) || '—', titleOf: ({ head }) => said(head) },
        { head: t`内容`, width: 180, cell: ({ text }) => text || '—', titleOf: ({ text }) => text },
        { head: t`问题`, cell: ({ message }) => said(message), titleOf: ({ message }) => said(message) },
      ]}
    />
  </div>
)

const Running = ({ record }: { record: ImportDetail }) => {
  const { progress, total, is_real } = record
  return (
    <div className="import-running" role="status">
      <p>
        {is_real ? t`正在导入` : t`正在试导入，不会写入任何记录`}
        {total ? t`：${grouped(progress)} / ${grouped(total)} 行` : t`：读取文件`}
      </p>
      <progress aria-label={t`进度`} {...(total ? { value: progress, max: total } : {})} />
      <p className="import-hint">{t`可以关闭此窗口，进行情况在“导入记录”里看。`}</p>
    </div>
  )
}

/** The file in which the rows that are there already, and are passed over, are marked. */
const Skipped = ({ record: { skipped, handle } }: { record: ImportDetail }) =>
  skipped > 0 && (
    <>
      {t`跳过已有的 ${grouped(skipped)} 行，`}
      {handle ? (
        <a href={handle} download>
          {t`下载看是哪些`}
        </a>
      ) : (
        t`文件已过期`
      )}
    </>
  )

/** What a file came to, in words. */
const Result = ({ record }: { record: ImportDetail }) => {
  const rows = record.rows ?? 0
  const wrong = record.wrong ?? 0
  const { skipped } = record
  switch (record.state) {
    case 'right':
      return rows === skipped ? (
        <p className="import-verdict">
          {t`这些行都已经有了，没有要导入的。`}
          <Skipped record={record} />
        </p>
      ) : (
        <p className="import-verdict" data-tone="good">
          {skipped > 0
            ? t`${grouped(rows - skipped)} 行可以导入，还没有写入；点“导入”写入。`
            : t`${grouped(rows)} 行全部可以导入，还没有写入；点“导入”写入。`}
          <Skipped record={record} />
        </p>
      )
    case 'wrong':
      return (
        <>
          <p className="import-verdict" data-tone="bad">
            {wrong < MAX_WRONG_ROWS
              ? t`${grouped(rows - wrong - skipped)} 行正确，${grouped(wrong)} 行有误，一行也没有导入。改好后重新选择文件，或`
              : t`有误的满 ${grouped(MAX_WRONG_ROWS)} 行，其余的没有再看，一行也没有导入。改好后重新选择文件，或`}
            <a href={record.handle} download>
              {t`下载标出错误的文件`}
            </a>
            {t`，改好再传。`}
            <Skipped record={record} />
          </p>
          <Errors record={record} />
        </>
      )
    case 'done':
      return (
        <p className="import-verdict" data-tone="good">
          {t`已导入 ${grouped(rows - skipped)} 条。要撤销，在“导入记录”里整批撤销。`}
          <Skipped record={record} />
        </p>
      )
    case 'cancelled':
      return <p className="import-verdict">{t`已取消，没有写入任何记录。`}</p>
    default:
      return (
        <p className="import-verdict" data-tone="bad">
          {t`没有导入：`}
          {record.error ? said(record.error) : t`请稍后重试`}
        </p>
      )
  }
}

/** 已有的行: whether a row that is there already is a mistake or is passed over. */
const Existing = ({ importing: { existing, choose } }: { importing: Importing }) =>
  existing !== null && (
    <div className="import-existing">
      <span id="import-existing">{t`已有的行`}</span>
      <Radio.Group
        aria-labelledby="import-existing"
        value={existing}
        onChange={(event) => void choose(event.target.value)}
        options={existingRows.map(({ const: value, title }) => ({ value, label: said(title) }))}
      />
      <span className="import-hint">{t`跳过：已经登记过的不动，只导入没有的`}</span>
    </div>
  )

const Choose = ({ resource, importing, onPick }: { resource: CompleteResource; importing: Importing; onPick: () => void }) => {
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file) void importing.send(file)
  }
  return (
    <>
      <ol className="import-steps">
        <li>
          <a href={`./files/imports/template/${resource.name}`} download>
            {t`下载模板`}
          </a>
          {t`，按表头填写；第二张表是每列的说明。`}
        </li>
        <li>{t`选择文件，先试导入：逐格检查，不写入任何记录。`}</li>
        <li>{t`没有错误再导入：要么全部导入，要么一行也不导入；之后可以整批撤销。`}</li>
      </ol>
      <Existing importing={importing} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is an extra way; the button is the accessible one */}
      <div className="import-drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <Button loading={importing.isSending} onClick={onPick}>
          {t`选择文件`}
        </Button>
        <span className="import-hint">{t`或拖到这里。Excel（.xlsx）或 CSV，一次最多 ${grouped(MAX_IMPORT_ROWS)} 行`}</span>
      </div>
      {importing.refusal && (
        <p className="import-verdict" data-tone="bad" role="alert">
          {importing.refusal}
        </p>
      )}
    </>
  )
}

interface Props {
  resource: CompleteResource
  path: string
  /** Records came in or went again. */
  onChanged: () => void
  onClose: () => void
}

/** 导入: template, trial, mistakes, import; and what was imported before. */
export default function ImportDialog({ resource, path, onChanged, onClose }: Props) {
  const importing = useImport(path, isKnownAgain(resource), onChanged)
  const [isListing, setListing] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const { record } = importing
  const pick = (): void => picker.current?.click()
  const state = record?.state
  return (
    <Dialog
      width={880}
      title={isListing ? t`导入记录：${resource.label}` : t`导入${resource.label}`}
      maskClosable={false}
      onCancel={onClose}
      footer={
        <div className="import-foot">
          <Button type="link" onClick={() => setListing(!isListing)}>
            {isListing ? t`返回导入` : t`导入记录`}
          </Button>
          <span className="head-gap" />
          {!isListing && state === 'running' && <Button onClick={() => void importing.cancel()}>{t`取消`}</Button>}
          {!isListing && state && state !== 'running' && state !== 'done' && (
            <Button loading={importing.isSending} onClick={pick}>
              {t`重新选择文件`}
            </Button>
          )}
          {!isListing && state === 'done' && <Button onClick={importing.again}>{t`再导入一个`}</Button>}
          {!isListing && state === 'right' && record?.rows !== record?.skipped && (
            <Button type="primary" onClick={() => void importing.run()}>
              {t`导入`}
            </Button>
          )}
          {(isListing || state === 'done') && <Button onClick={onClose}>{t`完成`}</Button>}
        </div>
      }
    >
      <input
        ref={picker}
        type="file"
        accept={ACCEPT}
        hidden
        aria-label={t`导入的文件`}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void importing.send(file)
          event.target.value = ''
        }}
      />
      <div className="import" aria-live="polite">
        {isListing ? (
          <ImportRecords resource={resource} onChanged={onChanged} />
        ) : !record ? (
          <Choose resource={resource} importing={importing} onPick={pick} />
        ) : record.state === 'running' ? (
          <Running record={record} />
        ) : (
          <>
            <p className="import-file">{record.file_name}</p>
            <Result record={record} />
            {(state === 'wrong' || state === 'right') && <Existing importing={importing} />}
          </>
        )}
      </div>
    </Dialog>
  )
}
