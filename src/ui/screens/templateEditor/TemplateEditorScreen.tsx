import { useGo, useParsed } from '@refinedev/core'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { useState } from 'react'
import { problemText } from '../../../derive/template.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { MAX_TEMPLATE, templateFields } from '../../../schemas/template/template.ts'
import { Overtaken } from '../../form/Overtaken.tsx'
import { useGuard } from '../../form/useForm.ts'
import { FieldText } from '../../look/FieldText.tsx'
import { Waiting } from '../../look/Waiting.tsx'
import { Refused } from '../../tab/Refused.tsx'
import { PreviewPanel } from './PreviewPanel.tsx'
import { useTemplate } from './useTemplate.ts'
import { VersionsPanel } from './VersionsPanel.tsx'
import '../../look/panels.css'
import './template.css'

const Editor = ({ id }: { id: number }) => {
  const go = useGo()
  const editing = useTemplate(id)
  const [note, setNote] = useState('')
  const { template, text, problems, isTouched } = editing
  useGuard(isTouched)
  if (editing.error) return <Refused code={404} />
  if (!template) return <Waiting />
  const mayWrite = mayCall('/api/template/save')
  const save = async (): Promise<void> => {
    if (await editing.save(note)) setNote('')
  }
  return (
    <div className="list">
      <div className="list-head">
        <h1>{template.name}</h1>
        <span className="list-count">{t`第 ${template.no} 版`}</span>
        <span className="head-gap" />
        <Button onClick={() => go({ to: { resource: 'template', action: 'list' } })}>{t`返回列表`}</Button>
        {mayWrite && (
          <>
            <Input
              className="template-note"
              aria-label={t`修改说明`}
              placeholder={t`修改说明`}
              maxLength={100}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
            <Button disabled={!isTouched} title={isTouched ? undefined : t`还没有改动`} onClick={() => editing.type(null)}>
              {t`撤销修改`}
            </Button>
            <Button
              type="primary"
              disabled={!isTouched || problems.length > 0}
              loading={editing.isBusy}
              title={isTouched ? problems[0] && t`先改好列出的问题` : t`还没有改动`}
              onClick={save}
            >
              {t`保存`}
            </Button>
          </>
        )}
      </div>
      {editing.overtaken && (
        <Overtaken
          what={t`其他人刚保存了第 ${editing.overtaken.no} 版。您写的内容还在。`}
          take={t`放弃所填，载入第 ${editing.overtaken.no} 版`}
          onTake={editing.take}
          onKeep={editing.keep}
        />
      )}
      <div className="halves">
        <section className="panel" aria-label={t`正文`}>
          <p className="panel-lead">
            {t`改变以后签订的合同的正文，已签的不变。“# ”开头的行是标题，“## ”开头的是小节；花括号里是字段，点下面的字段插入。`}
          </p>
          <FieldText
            label={t`模板正文`}
            fields={templateFields.map((field) => ({ word: field, said: said(field) }))}
            text={text}
            maxLength={MAX_TEMPLATE}
            isWrong={problems.length > 0}
            isReadOnly={!mayWrite}
            onType={editing.type}
          />
          {problems.length > 0 && (
            <ul className="template-problems" role="alert">
              {problems.map((problem) => (
                <li key={`${problem.line}-${problem.column}`}>{said(problemText(problem))}</li>
              ))}
            </ul>
          )}
        </section>
        <div className="stacked">
          <PreviewPanel editing={editing} />
          <VersionsPanel id={id} editing={editing} />
        </div>
      </div>
    </div>
  )
}

/** 模板正文: the text of a contract template, its fields, its versions, and how a contract made from it reads. */
export default function TemplateEditorScreen() {
  const { template_id = '' } = useParsed<{ template_id?: string }>().params ?? {}
  if (!/^[1-9]\d{0,8}$/.test(template_id)) return <Refused code={404} />
  return <Editor key={template_id} id={Number(template_id)} />
}
